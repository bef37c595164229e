// Takes a refund back, with a reason (REFUND-3).
import type { JSX } from 'react';
import { type Refund, reverseRefund } from '../../../../contract/money/refunds.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import { TakeBackSheet } from './TakeBackSheet.tsx';

export function TakeBackRefund(props: { opened: boolean; refund: Refund; onClose: () => void }): JSX.Element {
  const { opened, refund, onClose } = props;
  const { t } = useTexts();
  const { voucher } = refund;
  const name = `refund.${refund.id}`;
  const submission = useSubmission(reverseRefund, {
    name,
    onSuccess: () => toast.success(t('payments.givenBack.reversed', { voucher })),
    complain: (error) => toast.error(t('payments.givenBack.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const about = { voucher, amount: moneyText(refund.amount, 'rs'), name: recordedText(refund.userName) };
  return (
    <TakeBackSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.givenBack.title')}
      question={t('payments.givenBack.question', about)}
      name={name}
      submission={submission}
      send={(reason) => submission.send({ params: { refundId: refund.id }, body: { reason } })}
    />
  );
}
