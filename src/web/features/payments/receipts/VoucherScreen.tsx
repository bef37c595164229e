// One voucher of credit that was given back, on the screen and on paper (REFUND-9).
import type { JSX } from 'react';
import { readVoucher } from '../../../../contract/money/refunds.ts';
import { useRead } from '../../../api/hooks.ts';
import { usePath } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, voucherOf } from '../../../routing/paths.ts';
import { MoneyFacts } from './MoneyFacts.tsx';
import { Slip } from './Slip.tsx';
import { SlipScreen } from './SlipScreen.tsx';

export default function VoucherScreen(): JSX.Element {
  const { t } = useTexts();
  const number = voucherOf(usePath()) ?? '';
  const reading = useRead(readVoucher, { params: { number } }, { keepPrevious: false });
  const title = t('payments.voucher.title', { number: reading.data?.refund.voucher ?? number });
  return (
    <SlipScreen
      title={title}
      reading={reading}
      notFound="voucher-not-found"
      unknown={{ title: t('payments.voucher.unknown', { number }) }}
      back={{ to: PATHS.givenBack, text: t('payments.tabs.givenBack') }}
    >
      {({ refund, creditAfter }, organisation, onLogo) => (
        <Slip title={title} organisation={organisation} onLogo={onLogo} reversals={refund.reversals}>
          <MoneyFacts
            facts={{
              ...refund,
              person: t('payments.voucher.to'),
              day: { label: t('payments.voucher.day'), day: refund.givenOn },
              by: { label: t('payments.voucher.givenBy'), who: refund.givenBy },
            }}
            rest={{ label: t('payments.voucher.credit'), rupees: creditAfter }}
          />
        </Slip>
      )}
    </SlipScreen>
  );
}
