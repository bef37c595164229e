// Collects a payment: of whom, how much, how, and which fines it pays; then its receipt (PAY-20 to PAY-26).
import { Alert, Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { readOwed } from '../../../contract/payments.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { useMoneyDialog } from '../../shell/money-dialog.ts';
import { busyButton } from '../../ui/busy-button.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { UserSelect } from '../../ui/UserSelect.tsx';
import classes from './collect.module.css';
import { CollectForm } from './CollectForm.tsx';
import type { Taken } from './collection.ts';
import { TakenPayment } from './TakenPayment.tsx';
import { useCollectForm } from './useCollectForm.ts';

/** Mounted while it is open, and while it fades out. */
export default function CollectPayment(): JSX.Element {
  const { t } = useTexts();
  const { open, show, close } = useMoneyDialog();
  const collecting = open?.kind === 'collect' ? open : null;
  // The content stays while the dialog fades out.
  const last = useRef(collecting);
  if (collecting !== null) last.current = collecting;
  const userId = last.current?.userId ?? null;
  const opened = collecting !== null;
  // Every opening starts anew: a receipt on show belongs to the one before.
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + (opened ? 1 : 0) });

  if (userId !== null)
    return <FromUser key={`${openings.count} ${userId}`} userId={userId} opened={opened} onClose={close} />;
  return (
    <Sheet opened={opened} onClose={close} title={t('collect.title')} size={560}>
      <div className={classes['choosing']}>
        <UserSelect
          label={t('collect.member')}
          userId={undefined}
          userName={undefined}
          onChange={(chosen) => chosen !== undefined && show({ kind: 'collect', userId: chosen })}
        />
      </div>
    </Sheet>
  );
}

function FromUser(props: { userId: string; opened: boolean; onClose: () => void }): JSX.Element {
  const { userId, opened, onClose } = props;
  const { t } = useTexts();
  const id = useId();
  const [taken, setTaken] = useState<Taken | null>(null);
  const query = useRead(readOwed, { params: { userId } }, { enabled: opened && taken === null, keepPrevious: false });
  // Figures kept from an earlier opening may be old: nobody has seen them change.
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && query.data !== undefined && !query.isFetching) setIsFresh(true);
  const owed = isFresh ? query.data : undefined;
  const collection = useCollectForm({ userId, owed, onTaken: setTaken, onClose });
  const { form } = collection;
  // The button that had the focus is gone.
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (taken !== null) done.current?.focus();
  }, [taken]);

  const footer =
    taken !== null ? (
      <Button ref={done} onClick={onClose}>
        {t('collect.done')}
      </Button>
    ) : (
      <>
        <Button variant="default" disabled={form.busy} onClick={form.giveUp}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" form={id} disabled={owed === undefined} {...busyButton(form.busy)}>
          {form.busy ? t('common.wait') : t('collect.save')}
        </Button>
      </>
    );
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={taken === null ? t('collect.title') : t('collect.taken')}
      size={560}
      busy={form.busy}
      step={taken === null ? 'form' : 'taken'}
      footer={footer}
    >
      {taken !== null ? (
        <TakenPayment taken={taken} />
      ) : owed !== undefined ? (
        <CollectForm id={id} owed={owed} collection={collection} />
      ) : query.isError ? (
        <Alert color="red" role="alert">
          <p className={classes['alertText']}>{t('collect.failedToLoad')}</p>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={60} mt="md" />
          <Skeleton height={160} mt="lg" />
        </div>
      )}
    </Sheet>
  );
}
