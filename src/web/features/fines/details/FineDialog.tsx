// The details of a fine, with everything that may be done with it; "Correct" turns them into the form that corrects it.
// Kept up to date while open.
import { Alert, Button } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { correctFine, readFine } from '../../../../contract/fines/fine-details.ts';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { ApiError, call } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { historyOf } from '../../../routing/paths.ts';
import { busyButton, LinkButton } from '../../../ui/controls/buttons.tsx';
import { ConfirmDialog, DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { refusedOffline } from '../../../ui/dialogs/refused-offline.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useEver, useOpening, type RecordDialog } from '../../../ui/dialogs/dialog-state.ts';
import { reverseWaiver } from '../changing/questions.ts';
import { CorrectFine, useCorrectFine } from '../changing/CorrectFine.tsx';
import { type FineAction, useFineActions } from '../fine-actions.tsx';
import type { RowAction } from '../../../ui/lists/table/row-parts.tsx';
import { FineDetails } from './FineDetails.tsx';
import { useMay, useMayChange } from '../../../api/session.ts';

export type FineDialogState = RecordDialog<Fine, 'details'>;

/** Every opening starts afresh; switching between the details and the form does not. */
interface FineDialogProps {
  dialog: FineDialogState;
  onAction: (action: FineAction, fine: Fine) => void;
  isPending: (fineId: string) => boolean;
}

export default function FineDialog({ dialog, ...doing }: FineDialogProps): ReactNode {
  const { subject } = dialog;
  const opening = useOpening(dialog.opened);
  if (subject === null || subject.kind === 'add') return null;
  return (
    <OneFine key={opening} {...doing} dialog={dialog} opened={subject.record} correcting={subject.kind === 'edit'} />
  );
}

function OneFine(props: FineDialogProps & { opened: Fine; correcting: boolean }): ReactNode {
  const { dialog, onAction, isPending, opened, correcting } = props;
  const { t } = useTexts();
  const query = useRead(readFine, { params: { fineId: opened.id } }, { enabled: dialog.opened, keepPrevious: false });
  const gone = query.error instanceof ApiError && query.error.code === 'fine-not-found';
  const fine = query.data?.fine ?? opened;
  const may = useMay();
  const isOwn = useMayChange().correctFine(fine.id);
  const mayCorrect = isOwn && may(correctFine);
  const formId = useId();
  const correction = useCorrectFine({
    fine,
    opened,
    onDone: () => dialog.open('details', fine),
  });
  const [takingBack, setTakingBack] = useState<string | null>(null);
  const hasTakenBack = useEver(takingBack !== null);
  const show = (fineId: string): void =>
    void call(readFine, { params: { fineId } }).then(
      (other) => dialog.open('details', other.fine),
      (error: unknown) => toast.error(reasonOf(error, t)),
    );
  const button = useFocusReturn(correcting);
  const busy = correcting && correction.form.busy;
  const { collect, paid, waive, remove } = useFineActions(onAction, isPending)(fine);

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
    <>
      {[collect, paid, waive]
        .filter((action) => action !== false)
        .map((action, place) => (
          <Doing key={action.label} action={action} gone={gone} first={place === 0} primary={action === collect} />
        ))}
      {mayCorrect && (
        <Button
          key="correct"
          data-in-row
          variant="default"
          ref={button}
          disabled={gone}
          onClick={() => refusedOffline() || dialog.open('edit', fine)}
        >
          {t('fines.details.correct')}
        </Button>
      )}
      <LinkButton key="history" data-in-row to={historyOf({ fine: opened.id })} variant="default">
        {t('common.history')}
      </LinkButton>
      {remove !== false && <Doing key="delete" action={remove} gone={gone} />}
    </>
  );
  return (
    <>
      <Sheet
        opened={dialog.opened}
        onClose={dialog.close}
        title={t(correcting ? 'fines.correct.title' : 'fines.details.title')}
        needsServer={false}
        size={640}
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
          <FineDetails
            details={query.data}
            notOwn={!isOwn && may(correctFine)}
            onTakeBack={setTakingBack}
            onShow={show}
          />
        ) : (
          <DialogLoading
            failed={query.isError}
            message={t('fines.details.failed')}
            onTryAgain={() => void query.refetch()}
          />
        )}
      </Sheet>
      <ConfirmDialog
        opened={correcting && correction.ahead.asked}
        title={t('fines.correct.confirm')}
        message={t('fines.charges.future')}
        confirmLabel={t('fines.correct.save')}
        onConfirm={correction.ahead.confirm}
        onClose={correction.ahead.back}
      />
      <Suspense>
        {hasTakenBack && (
          <reverseWaiver.Screen
            of={takingBack === null ? null : { fineId: opened.id, waiverId: takingBack }}
            onClose={() => setTakingBack(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Doing(props: { action: RowAction; gone: boolean; first?: boolean; primary?: boolean }): ReactNode {
  const { action, gone, first, primary = false } = props;
  return (
    <Button
      data-in-row
      data-autofocus={first || undefined}
      variant={primary ? 'filled' : 'default'}
      {...(action.danger && { c: 'red' })}
      {...busyButton(gone || action.busy === true)}
      onClick={action.onClick}
    >
      {action.label}
    </Button>
  );
}

/** When the form is left, the focus returns to the button that opened it. */
function useFocusReturn(correcting: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(correcting);
  useEffect(() => {
    if (before.current && !correcting) button.current?.focus();
    before.current = correcting;
  }, [correcting]);
  return button;
}
