// Takes a refund back, with a reason (REFUND-3).
import { Textarea } from '@mantine/core';
import type { JSX } from 'react';
import { type Refund, reverseRefund } from '../../../../contract/money/refunds.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { useSubmission } from '../../../api/submissions.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useTooLong } from '../../../ui/forms/fields/too-long.ts';
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts';
import classes from '../payments.module.css';

const MIN_REASON = 3;
const EMPTY = { reason: '' };

export function TakeBackRefund(props: { opened: boolean; refund: Refund; onClose: () => void }): JSX.Element {
  const { opened, refund, onClose } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const name = `refund.${refund.id}`;
  const submission = useSubmission(reverseRefund, {
    name,
    onSuccess: () => toast.success(t('payments.givenBack.reversed', { voucher: refund.voucher })),
    onError: (error) => toast.error(t('payments.givenBack.failed', { reason: reasonOf(error, t) })),
  });
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, busy, problems } = form;
  const submit = (): void => {
    const reason = values.reason.trim();
    if (reason.length < MIN_REASON) {
      form.showProblems({ reason: t('payments.takeBack.reasonMissing', { min: MIN_REASON }) });
      return;
    }
    void form.save(() => submission.send({ params: { refundId: refund.id }, body: { reason } }));
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.givenBack.title')}
      saveLabel={t('payments.takeBack.confirm')}
      size="sm"
      danger
      form={form}
      onSubmit={submit}
    >
      <p className={classes['question']}>
        {t('payments.givenBack.question', {
          voucher: refund.voucher,
          amount: moneyText(refund.amount, 'rs'),
          name: recordedText(refund.userName),
        })}
      </p>
      <Textarea
        label={t('payments.takeBack.reason')}
        required
        data-autofocus
        rows={3}
        readOnly={busy}
        value={values.reason}
        error={problems.reason ?? tooLong(values.reason, MAX_LENGTH.reason)}
        onChange={(event) => form.change('reason', event.currentTarget.value)}
      />
    </FormSheet>
  );
}
