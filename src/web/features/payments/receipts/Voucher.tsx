// The content of a voucher, on the screen and on paper.
import type { JSX } from 'react';
import type { Voucher as VoucherAnswer } from '../../../../contract/money/refunds.ts';
import type { Letterhead } from '../../../../contract/settings/organisation.ts';
import { useTexts } from '../../../messages/index.ts';
import { MoneyFacts } from './MoneyFacts.tsx';
import { Slip } from './Slip.tsx';

interface VoucherProps {
  voucher: VoucherAnswer;
  organisation: Letterhead;
  onLogo: () => void;
}

export function Voucher({ voucher: { refund, creditAfter }, organisation, onLogo }: VoucherProps): JSX.Element {
  const { t } = useTexts();
  const title = t('payments.voucher.title', { number: refund.voucher });
  return (
    <Slip title={title} organisation={organisation} onLogo={onLogo} reversals={refund.reversals}>
      <MoneyFacts
        facts={{
          ...refund,
          person: t('payments.voucher.to'),
          day: { label: t('payments.voucher.day'), day: refund.givenOn },
          // Members are not told who gave it.
          by: {
            label: t('payments.voucher.givenBy'),
            who: refund.givenBy === '' ? null : refund.givenBy,
            id: refund.givenById,
          },
        }}
        rest={{ label: t('payments.voucher.credit'), rupees: creditAfter }}
      />
    </Slip>
  );
}
