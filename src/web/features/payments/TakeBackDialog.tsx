// Takes a payment back, with a reason (PAY-9). Only what is shown is taken back.
import { Alert } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { type Payment, reversePayment } from '../../../contract/money/payments.ts';
import { MAX_LENGTH, MIN_REASON } from '../../../core/limits.ts';
import type { CallError } from '../../api/errors.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { FormSheet } from '../../ui/forms/FormSheet.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { ReasonInput } from '../../ui/forms/ReasonInput.tsx';
import { useTooLong } from '../../ui/forms/fields/too-long.ts';
import { formDraft } from '../../ui/dialogs/useRecordDialog.ts';
import { useRecordForm } from '../../ui/forms/useRecordForm.ts';
import { leftOf } from '../../ui/money/payment-figures.ts';
import { notTakenBack } from './take-back-refusal.ts';
import classes from './payments.module.css';

const EMPTY = { reason: '' };

interface TakeBackDialogProps {
  opened: boolean;
  /** as it is now */
  payment: Payment;
  onClose: () => void;
}

export function TakeBackDialog({ opened, payment, onClose }: TakeBackDialogProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const left = leftOf(payment);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const draftName = formDraft('payment', payment.id);
  const submission = useSubmission(reversePayment, {
    name: draftName,
    onSuccess: ({ payment: { receipt } }) =>
      toast.success(
        receipt === null ? t('payments.takeBack.doneUnnumbered') : t('payments.takeBack.done', { receipt }),
      ),
    // In the dialog, for whoever is still there.
    complain: (error): void => {
      if (form.ref.current === null) toast.error(notTakenBack(error, t));
      else setRefusal(error);
    },
  });
  const form = useRecordForm({ base: EMPTY, draftName, submission, onClose });
  const { values, busy, problems } = form;
  const reason = values.reason.trim();

  // Nothing is left to take back, so the dialog says only that.
  const isGone = left === 0 && !busy && !form.unanswered;

  const problem = (): string | null => {
    if (reason.length < MIN_REASON) return t('payments.takeBack.reasonMissing', { min: MIN_REASON });
    return tooLong(values.reason, MAX_LENGTH.reason);
  };
  const submit = (): void => {
    setRefusal(null);
    const wrong = problem();
    if (wrong !== null) {
      form.showProblems({ reason: wrong });
      return;
    }
    void form.save(() => submission.send({ params: { paymentId: payment.id }, body: { amount: left, reason } }));
  };

  const about = {
    name: recordedText(payment.userName),
    amount: moneyText(left, 'rs'),
    day: dayText(payment.receivedOn),
    method: t(`common.method.${payment.method}`),
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.takeBack.title')}
      saveLabel={t('payments.takeBack.confirm')}
      size="sm"
      danger
      idle={isGone}
      form={form}
      onSubmit={submit}
    >
      <FormProblem problem={refusal === null || form.unanswered ? null : notTakenBack(refusal, t)} />
      {isGone ? (
        refusal === null && (
          <Alert color="yellow" role="status">
            {t('payments.takeBack.gone')}
          </Alert>
        )
      ) : (
        <>
          <p className={classes['question']}>
            {payment.receipt === null
              ? t('payments.takeBack.questionUnnumbered', about)
              : t('payments.takeBack.question', { ...about, receipt: payment.receipt })}
          </p>
          <p className={classes['aside']}>{t('payments.takeBack.hint')}</p>
        </>
      )}
      <ReasonInput
        label={t('payments.takeBack.reason')}
        placeholder={t('payments.takeBack.reasonPlaceholder')}
        required
        readOnly={busy || isGone}
        value={values.reason}
        error={problems.reason}
        onChange={(text) => form.change('reason', text)}
      />
    </FormSheet>
  );
}
