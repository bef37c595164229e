// Tells the member by WhatsApp what was received; the message can be read there before it is sent.
import type { JSX } from 'react';
import type { Receipt } from '../../../../contract/money/payments.ts';
import { readUser } from '../../../../contract/users.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { messageRs } from '../../../ui/money/money-text.ts';
import { WhatsAppButton } from '../../../ui/controls/sharing.tsx';

interface ShareReceiptProps {
  payment: Receipt['payment'];
  /** what was owed after it */
  owed: number;
}

export function ShareReceipt({ payment, owed }: ShareReceiptProps): JSX.Element {
  const { t } = useTexts();
  // A member whose record is gone has no number here; WhatsApp then asks whom to send the message to.
  const user = useRead(readUser, { params: { userId: payment.userId } });
  const organisation = useRead(readOrganisation, {}).data?.name ?? '';
  const values = {
    number: payment.receipt ?? '',
    amount: messageRs(payment.amount),
    name: recordedText(payment.userName),
    day: dayText(payment.receivedOn),
    method: t(`common.method.${payment.method}`),
    owed: messageRs(owed),
  };
  const text =
    organisation === ''
      ? t('payments.receipt.message', values)
      : t('payments.receipt.messageOf', { ...values, organisation });
  return <WhatsAppButton number={user.data?.user.number} text={text} label={t('payments.receipt.share')} />;
}
