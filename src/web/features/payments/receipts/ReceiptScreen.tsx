// One receipt, on the screen and on paper (PAY-30 to PAY-34).
import type { JSX } from 'react';
import { readReceipt } from '../../../../contract/money/payments.ts';
import { useRead } from '../../../api/hooks.ts';
import { usePath } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, receiptOf } from '../../../routing/paths.ts';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { Receipt } from './Receipt.tsx';
import { ShareReceipt } from './ShareReceipt.tsx';
import { SlipScreen } from './SlipScreen.tsx';

export default function ReceiptScreen(): JSX.Element {
  const { t } = useTexts();
  const number = receiptOf(usePath()) ?? '';
  const reading = useRead(readReceipt, { params: { number } }, { keepPrevious: false });
  const receipt = reading.data;
  return (
    <SlipScreen
      title={t('payments.receipt.title', { number: receipt?.payment.receipt ?? number })}
      reading={reading}
      notFound="receipt-not-found"
      unknown={{ title: t('payments.receipt.unknown', { number }), text: t('payments.receipt.unknownHint') }}
      back={{ to: PATHS.payments, text: t('payments.receipt.toPayments') }}
      actions={
        receipt !== undefined &&
        leftOf(receipt.payment) > 0 && <ShareReceipt payment={receipt.payment} owed={receipt.owedAfter} />
      }
    >
      {(answer, organisation, onLogo) => <Receipt receipt={answer} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}
