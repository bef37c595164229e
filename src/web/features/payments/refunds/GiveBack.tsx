// Gives a member's credit back (REFUND-6, REFUND-7). It sends the credit that was shown: if that has changed meanwhile,
// nothing is saved.
import { Alert } from '@mantine/core';
import type { JSX } from 'react';
import { giveRefund } from '../../../../contract/money/refunds.ts';
import { parseDay } from '../../../../core/calendar.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { voucherPath } from '../../../routing/paths.ts';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { About, FormSheet, Pair } from '../../../ui/forms/FormSheet.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { useRecordForm, useShown } from '../../../ui/forms/record-form.ts';
import { NoteInput, ReferenceInput } from '../PaymentsTable.tsx';
import { useOwed } from '../collecting/useCollectForm.ts';

/** Mounted while open and fading out. Every opening starts afresh. */
export default function GiveBack(): JSX.Element | null {
  const { open, close } = useMoneyDialog();
  const userId = open?.kind === 'give-back' ? open.userId : null;
  const opened = userId !== null;
  const opening = useOpening(opened);
  const last = useLast(userId);
  return last === null ? null : <ToUser key={`${opening} ${last}`} userId={last} opened={opened} onClose={close} />;
}

interface GiveBackValues {
  /** null: all of the credit */
  amount: string | null;
  method: PaymentMethod;
  reference: string;
  /** null: today */
  givenOn: string | null;
  note: string;
}

const EMPTY: GiveBackValues = { amount: null, method: 'Cash', reference: '', givenOn: null, note: '' };

function ToUser(props: { userId: string; opened: boolean; onClose: () => void }): JSX.Element {
  const { userId, opened, onClose } = props;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const { owed, failed, tryAgain } = useOwed(userId, opened);
  const name = `give-back.${userId}`;
  const submission = useSubmission(giveRefund, {
    name,
    onSuccess: ({ refund }) => {
      const run = (): void => void (window.location.hash = voucherPath(refund.voucher));
      toast.success(t('collect.giveBack.done', { amount: moneyText(refund.amount, 'rs'), voucher: refund.voucher }), {
        action: { label: t('collect.giveBack.voucher'), run },
      });
    },
    complain: (error) =>
      toast.error(
        t('collect.giveBack.failed', { reason: reasonOf(error, t, { offline: t('collect.giveBack.offline') }) }),
        { id: name },
      ),
  });
  const form = useRecordForm<GiveBackValues>({ base: EMPTY, draftName: name, submission, onClose });
  const { values, problems, change } = form;
  const { changed, agree } = useShown(name, owed && String(owed.credit), form);

  const submit = (): void => {
    if (owed === undefined) return;
    const amount = parseAmount(values.amount ?? typedAmount(owed.credit));
    const givenOn = values.givenOn === null ? today : parseDay(values.givenOn, today);
    const found = {
      ...((amount === null || amount === 0) && { amount: t('common.amount.invalid') }),
      ...(amount !== null && amount > owed.credit && { amount: t('collect.giveBack.tooMuch') }),
      ...(givenOn === null && { givenOn: t('common.day.invalid') }),
      ...(givenOn !== null && givenOn > today && { givenOn: t('collect.future') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    agree();
    const body = {
      userId: owed.userId,
      credit: owed.credit,
      amount: amount ?? 0,
      method: values.method,
      reference: values.reference.trim(),
      givenOn: givenOn ?? today,
      note: values.note.trim(),
    };
    void form.save(() => submission.send({ body }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('collect.giveBack.title')}
      needsServer={t('collect.giveBack.offline')}
      saveLabel={t('common.giveBack')}
      idle={owed === undefined || (owed.credit === 0 && !form.unanswered)}
      form={form}
      onSubmit={submit}
    >
      {owed === undefined ? (
        <DialogLoading failed={failed} message={t('collect.failedToLoad')} onTryAgain={tryAgain} />
      ) : (
        <>
          {changed && (
            <Alert color="yellow" role="alert">
              {t('collect.giveBack.changed')}
            </Alert>
          )}
          <About name={owed.userName}>{t('collect.creditNow', { amount: moneyText(owed.credit, 'rs') })}</About>
          <Pair least={130}>
            <AmountInput
              label={t('collect.giveBack.amount')}
              required
              chosen
              value={values.amount ?? typedAmount(owed.credit)}
              error={problems.amount}
              onChange={(amount) => change('amount', amount)}
            />
            <MethodSelect
              label={t('collect.method')}
              value={values.method}
              onChange={(method) => change('method', method)}
            />
            <ReferenceInput
              value={values.reference}
              error={problems.reference}
              onChange={(reference) => change('reference', reference)}
            />
            <DayInput
              label={t('collect.giveBack.givenOn')}
              required
              today={today}
              value={values.givenOn ?? dayText(today)}
              error={problems.givenOn}
              onChange={(day) => change('givenOn', day)}
            />
          </Pair>
          <NoteInput value={values.note} error={problems.note} onChange={(note) => change('note', note)} />
        </>
      )}
    </FormSheet>
  );
}
