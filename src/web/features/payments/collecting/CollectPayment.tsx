// Collects a payment: from whom, how much, how, and which fines it pays; then shows its receipt (PAY-20 to PAY-26).
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { useMoneyDialog } from '../../../ui/money/opening/money-dialog.ts';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { DialogLoading } from '../../../ui/dialogs/DialogLoading.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import UserSelect from '../../../ui/people/UserSelect.tsx';
import classes from './collect.module.css';
import { CollectForm } from './CollectForm.tsx';
import type { Taken } from './collection.ts';
import { TakenPayment } from './TakenPayment.tsx';
import { useCollectForm } from './useCollectForm.ts';
import { useOwed } from './useOwed.ts';

/** Mounted while open and fading out. Every opening starts afresh: a receipt on show belongs to the previous one. */
export default function CollectPayment(): JSX.Element {
  const { t } = useTexts();
  const { open, show, close } = useMoneyDialog();
  const collecting = open?.kind === 'collect' ? open : null;
  const opened = collecting !== null;
  const opening = useOpening(opened);
  const userId = useLast(collecting)?.userId ?? null;

  const taken = useLast(collecting)?.taken ?? null;

  if (userId !== null) {
    return (
      <FromUser
        key={`${opening} ${userId}`}
        userId={userId}
        opened={opened}
        taken={taken}
        onGone={() => show({ kind: 'collect', userId: null })}
        onTaken={(now) => show({ kind: 'collect', userId, taken: now })}
        onClose={close}
      />
    );
  }
  return (
    <Sheet
      opened={opened}
      onClose={close}
      title={t('collect.title')}
      needsServer={t('collect.offline')}
      size={560}
      footer={
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
      }
    >
      <div className={classes['choosing']}>
        <UserSelect
          first
          label={t('collect.member')}
          userId={undefined}
          userName={undefined}
          onChange={(chosen) => chosen !== undefined && show({ kind: 'collect', userId: chosen })}
        />
      </div>
    </Sheet>
  );
}

function FromUser(props: {
  userId: string;
  opened: boolean;
  taken: Taken | null;
  /** Nobody is found at this address, so who pays is still to be chosen. */
  onGone: () => void;
  onTaken: (taken: Taken) => void;
  onClose: () => void;
}): JSX.Element {
  const { userId, opened, taken, onGone, onTaken, onClose } = props;
  const { t } = useTexts();
  const id = useId();
  const { owed, failed, gone, tryAgain } = useOwed(userId, opened && taken === null);
  const whenGone = useEffectEvent(onGone);
  useEffect(() => {
    if (gone && opened) whenGone();
  }, [gone, opened]);
  const collection = useCollectForm({ userId, owed, onTaken, onClose });
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
        <Button
          type="submit"
          form={id}
          disabled={owed === undefined}
          // The fields show what was sent, so saving again is all that can be done.
          {...(form.unanswered && { 'data-autofocus': true })}
          {...busyButton(form.busy)}
        >
          {form.busy ? t('common.wait') : t('collect.save')}
        </Button>
      </>
    );
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={taken === null ? t('collect.title') : t('collect.taken')}
      needsServer={taken === null && t('collect.offline')}
      size={560}
      busy={form.busy}
      step={taken !== null ? 'taken' : form.unanswered ? 'unanswered' : 'form'}
      footer={footer}
    >
      {taken !== null ? (
        <TakenPayment taken={taken} />
      ) : owed !== undefined ? (
        <CollectForm id={id} owed={owed} collection={collection} />
      ) : (
        <DialogLoading failed={failed} message={t('collect.failedToLoad')} onTryAgain={tryAgain} />
      )}
    </Sheet>
  );
}
