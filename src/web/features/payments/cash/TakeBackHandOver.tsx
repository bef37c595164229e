// Takes a hand-over back, with a reason (CASH-9 to CASH-12).
import type { JSX } from 'react';
import { type CashHolder, type HandOver, reverseHandOver } from '../../../../contract/money/cash.ts';
import { ApiError } from '../../../api/errors.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { rs } from '../../../ui/money/money-text.ts';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';

interface TakeBackHandOverProps {
  opened: boolean;
  handOver: HandOver;
  onClose: () => void;
}

export function TakeBackHandOver({ opened, handOver, onClose }: TakeBackHandOverProps): JSX.Element {
  const { t } = useTexts();
  const name = `hand-over.${handOver.id}`;
  const from = personText(handOver.holder, handOver.holderId);
  const to = personText(handOver.takenBy, handOver.takenById);
  const submission = useSubmission(reverseHandOver, {
    name,
    onSuccess: () => toast.success(t('payments.cash.takenBack')),
    complain: (error) => {
      const held = error instanceof ApiError ? (error.details as Partial<CashHolder> | undefined)?.held : undefined;
      const passedOn = held !== undefined && {
        'cash-passed-on': t('payments.cash.passedOn', { to, amount: rs(held) }),
      };
      toast.error(t('payments.cash.takeBackFailed', { reason: reasonOf(error, t, { ...passedOn }) }), { id: name });
    },
  });
  const about = { from, to, amount: rs(handOver.counted), day: dayText(handOver.day) };
  return (
    <TakeBackSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.takeBackTitle')}
      question={t('payments.cash.takeBackQuestion', about)}
      hint={t('payments.cash.takeBackHint', { from, to })}
      name={name}
      submission={submission}
      send={(reason) => submission.send({ params: { handOverId: handOver.id }, body: { reason } })}
    />
  );
}
