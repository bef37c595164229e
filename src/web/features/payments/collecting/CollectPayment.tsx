// Collects a payment: from whom, how much, how, and which fines it pays; then shows its receipt (PAY-20 to PAY-26).
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { busyButton, LinkButton } from '../../../ui/controls/buttons.tsx';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import UserSelect from '../../../ui/people/UserSelect.tsx';
import classes from './collect.module.css';
import { CollectForm } from './CollectForm.tsx';
import type { Taken } from './collection.ts';
import { useCollectForm, useOwed } from './useCollectForm.ts';
import { useHotkeys } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { hotkeysOf } from '../../../ui/keys/keys.ts';
import { KeyHint } from '../../../ui/keys/KeyHint.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { ShareReceipt } from '../receipts/ShareReceipt.tsx';

/** Mounted while open and fading out. Every opening starts afresh: a receipt on show belongs to the previous one. */
export default function CollectPayment(): JSX.Element {
  const { t } = useTexts();
  const { open, show, close } = useMoneyDialog();
  const collecting = open?.kind === 'collect' ? open : null;
  const opened = collecting !== null;
  const opening = useOpening(opened);
  const { userId = null, fineId, taken = null } = useLast(collecting) ?? {};

  if (userId !== null) {
    return (
      <FromUser
        key={`${opening} ${userId}`}
        userId={userId}
        fineId={fineId}
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
      {/* Leaves room for the list of members below the field. */}
      <Box mih={360}>
        <UserSelect
          first
          label={t('collect.member')}
          userId={undefined}
          userName={undefined}
          onChange={(chosen) => chosen !== undefined && show({ kind: 'collect', userId: chosen })}
        />
      </Box>
    </Sheet>
  );
}

function FromUser(props: {
  userId: string;
  fineId: string | undefined;
  opened: boolean;
  taken: Taken | null;
  /** Nobody is found at this address, so who pays is still to be chosen. */
  onGone: () => void;
  onTaken: (taken: Taken) => void;
  onClose: () => void;
}): JSX.Element {
  const { userId, fineId, opened, taken, onGone, onTaken, onClose } = props;
  const { t } = useTexts();
  const id = useId();
  const { owed, failed, gone, tryAgain } = useOwed(userId, opened && taken === null);
  const whenGone = useEffectEvent(onGone);
  useEffect(() => {
    if (gone && opened) whenGone();
  }, [gone, opened]);
  const collection = useCollectForm({ userId, fineId, owed, onTaken, onClose });
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
      fitted={taken === null}
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

// The payment that was just taken: its receipt number, what it paid, and where to print and share the receipt.

function TakenPayment({ taken }: { taken: Taken }): JSX.Element {
  const { payment, paid, toCredit, credit, pendingFine } = taken;
  const { t } = useTexts();
  const print = useRef<HTMLAnchorElement>(null);
  // The browser's own shortcut would print the dialog.
  useHotkeys(
    hotkeysOf('print', (event) => {
      if (print.current === null) return;
      event.preventDefault();
      if (!event.repeat) print.current.click();
    }),
    [],
  );
  return (
    <Stack gap={16} role="status">
      {payment === null ? (
        <p>{t('collect.creditOnly')}</p>
      ) : (
        <div>
          <Text fw={700} fz="xl">
            <bdi>{payment.receipt}</bdi>
          </Text>
          <p>
            {t('collect.received', { amount: moneyText(payment.amount, 'rs'), name: recordedText(payment.userName) })}
          </p>
        </div>
      )}
      <Went paid={paid} toCredit={toCredit} />
      <Text fw={500}>
        {pendingFine > 0 ? t('collect.stillOwed', { amount: moneyText(pendingFine, 'rs') }) : t('collect.owesNothing')}
        {credit > 0 && ` ${t('collect.creditNow', { amount: moneyText(credit, 'rs') })}`}
      </Text>
      {payment !== null && payment.receipt !== null && (
        <Group align="stretch" gap={8}>
          <KeyHint of="print">
            <LinkButton
              ref={print}
              to={`${receiptPath(payment.receipt)}?print`}
              newTab
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('collect.print')}
            </LinkButton>
          </KeyHint>
          <ShareReceipt payment={payment} owed={pendingFine} />
        </Group>
      )}
    </Stack>
  );
}

/**
 * All that it paid, whether with the money or with credit, and what became credit. Both are missing in what an older
 * version stored.
 */
function Went({ paid = [], toCredit = 0 }: Partial<Pick<Taken, 'paid' | 'toCredit'>>): JSX.Element | null {
  const { t } = useTexts();
  if (paid.length === 0 && toCredit === 0) return null;
  return (
    <section aria-label={t('collect.fines')}>
      <ul className={classes['fines']}>
        {paid.map((fine, place) => (
          <li key={place}>
            <Group justify="space-between" gap={12} wrap="nowrap" py={6}>
              <span className={classes['what']}>
                <span dir="auto">{typeText(fine.fineType)}</span>
                <Text component="time" dateTime={fine.date} c="dimmed" fz="sm">
                  {dayText(fine.date)}
                </Text>
              </span>
              <span className={classes['figure']}>
                <Money paisa={fine.paid} format="rs" />
                {fine.fromCredit > 0 && (
                  <Text component="small" c="dimmed" fz="sm">
                    {fine.fromCredit === fine.paid
                      ? t('collect.fromCredit')
                      : t('collect.partFromCredit', { amount: moneyText(fine.fromCredit, 'rs') })}
                  </Text>
                )}
              </span>
            </Group>
          </li>
        ))}
        {toCredit > 0 && (
          <li>
            <Group justify="space-between" gap={12} wrap="nowrap" py={6}>
              <span>{t('collect.becameCredit')}</span>
              <Money paisa={toCredit} format="rs" />
            </Group>
          </li>
        )}
      </ul>
    </section>
  );
}
