// The details of a fine, which "Correct" turns into the form that corrects it. Stays true while open.
import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { readFine } from '../../../contract/fine-details.ts';
import type { Fine } from '../../../contract/fines.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/busy-button.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import type { RecordDialog } from '../../ui/useRecordDialog.ts';
import { CorrectFine, useCorrectFine } from './CorrectFine.tsx';
import { FineDetails } from './FineDetails.tsx';
import classes from './details.module.css';

export type FineDialogState = RecordDialog<Fine, 'details'>;

/** Every opening starts anew; turning the details into the form and back is none. */
export default function FineDialog({ dialog }: { dialog: FineDialogState }): ReactNode {
  const { subject } = dialog;
  const [openings, setOpenings] = useState({ opened: dialog.opened, count: 0 });
  if (openings.opened !== dialog.opened) {
    setOpenings({ opened: dialog.opened, count: openings.count + (dialog.opened ? 1 : 0) });
  }
  if (subject === null || subject.kind === 'add') return null;
  return <OneFine key={openings.count} dialog={dialog} opened={subject.record} correcting={subject.kind === 'edit'} />;
}

function OneFine(props: { dialog: FineDialogState; opened: Fine; correcting: boolean }): ReactNode {
  const { dialog, opened, correcting } = props;
  const { t } = useTexts();
  const query = useRead(readFine, { params: { fineId: opened.id } }, { enabled: dialog.opened, keepPrevious: false });
  const gone = query.error instanceof ApiError && query.error.code === 'fine-not-found';
  const fine = query.data?.fine ?? opened;
  const formId = useId();
  const correction = useCorrectFine({
    fine,
    opened,
    onDone: () => dialog.open('details', fine),
  });
  const button = useReturn(correcting);
  const busy = correcting && correction.form.busy;

  const footer = correcting ? (
    <>
      <Button key="cancel" variant="default" disabled={busy} onClick={correction.form.giveUp}>
        {t('common.cancel')}
      </Button>
      <Button key="save" type="submit" form={formId} {...busyButton(busy)}>
        {busy ? t('common.wait') : t('fines.correct.save')}
      </Button>
    </>
  ) : (
    <Button key="correct" ref={button} disabled={gone} onClick={() => dialog.open('edit', fine)}>
      {t('fines.details.correct')}
    </Button>
  );
  return (
    <Sheet
      opened={dialog.opened}
      onClose={dialog.close}
      title={t(correcting ? 'fines.correct.title' : 'fines.details.title')}
      size={560}
      busy={busy}
      step={correcting ? 'correct' : 'details'}
      footer={footer}
    >
      {gone ? (
        <Alert color="red" role="alert">
          {t('fines.details.gone')}
        </Alert>
      ) : correcting ? (
        <CorrectFine
          id={formId}
          fine={fine}
          doubled={query.data !== undefined && query.data.doubling !== null}
          correction={correction}
        />
      ) : query.data !== undefined ? (
        <FineDetails details={query.data} />
      ) : query.isError ? (
        <Alert color="red" role="alert">
          <p className={classes['alertText']}>{t('fines.details.failed')}</p>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={140} mt="md" />
          <Skeleton height={90} mt="lg" />
        </div>
      )}
    </Sheet>
  );
}

/** From the form the focus returns to the button that led there. */
function useReturn(correcting: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(correcting);
  useEffect(() => {
    if (before.current && !correcting) button.current?.focus();
    before.current = correcting;
  }, [correcting]);
  return button;
}
