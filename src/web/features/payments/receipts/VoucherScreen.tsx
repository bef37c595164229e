// A voucher for credit that was given back, on the screen and on paper (REFUND-9).
import type { JSX } from 'react';
import { readVoucher } from '../../../../contract/money/refunds.ts';
import { useRead } from '../../../api/hooks.ts';
import { usePath } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, voucherOf } from '../../../routing/paths.ts';
import { SlipScreen } from './SlipScreen.tsx';
import { Voucher } from './Receipt.tsx';

export default function VoucherScreen(): JSX.Element {
  const { t } = useTexts();
  const number = voucherOf(usePath()) ?? '';
  const reading = useRead(readVoucher, { params: { number } }, { keepPrevious: false });
  return (
    <SlipScreen
      title={t('payments.voucher.title', { number: reading.data?.refund.voucher ?? number })}
      reading={reading}
      notFound="voucher-not-found"
      unknown={{ title: t('payments.voucher.unknown', { number }) }}
      back={{ to: PATHS.givenBack, text: t('payments.tabs.givenBack') }}
    >
      {(voucher, organisation, onLogo) => <Voucher voucher={voucher} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}
