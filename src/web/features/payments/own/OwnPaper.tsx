// A receipt, a voucher or the statement of the member signed in, in place of their overview (OWN-2, OWN-3, OWN-8).
import type { JSX } from 'react';
import { exportOwnStatement } from '../../../../contract/exports.ts';
import { readOwnReceipt, readOwnStatement, readOwnVoucher } from '../../../../contract/money/own.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { useAddress } from '../../../routing/location.ts';
import { isVoucher, OWN_STATEMENT, ownPaperIn, ownPaperPath, PATHS } from '../../../routing/paths.ts';
import { ExportButton } from '../../../ui/lists/list-tools.tsx';
import { Receipt, Voucher } from '../receipts/Receipt.tsx';
import { SlipScreen } from '../receipts/SlipScreen.tsx';
import { type Period, periodIn, StatementView } from '../receipts/StatementView.tsx';

export default function OwnPaper(): JSX.Element {
  const { search } = useAddress();
  const paper = ownPaperIn(search) ?? '';
  if (paper === OWN_STATEMENT) return <OwnStatement period={periodIn(search)} />;
  return isVoucher(paper) ? <OwnVoucher number={paper} /> : <OwnReceipt number={paper} />;
}

function OwnReceipt({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnReceipt, { params: { number } }, { keepPrevious: false });
  return (
    <SlipScreen
      title={t('payments.receipt.title', { number: reading.data?.payment.receipt ?? number })}
      reading={reading}
      notFound="receipt-not-found"
      unknown={{ title: t('payments.receipt.unknown', { number }), text: t('payments.own.unknownHint') }}
      back={{ to: PATHS.overview, text: t('payments.own.back') }}
    >
      {(receipt, organisation, onLogo) => <Receipt receipt={receipt} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}

function OwnVoucher({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnVoucher, { params: { number } }, { keepPrevious: false });
  return (
    <SlipScreen
      title={t('payments.voucher.title', { number: reading.data?.refund.voucher ?? number })}
      reading={reading}
      notFound="voucher-not-found"
      unknown={{ title: t('payments.voucher.unknown', { number }), text: t('payments.own.unknownHint') }}
      back={{ to: PATHS.overview, text: t('payments.own.back') }}
    >
      {(voucher, organisation, onLogo) => <Voucher voucher={voucher} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}

function OwnStatement({ period }: { period: Period }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnStatement, { query: period });
  return (
    <StatementView
      reading={reading}
      period={period}
      pathOf={(days) => [ownPaperPath(OWN_STATEMENT), new URLSearchParams({ ...days })].join('&')}
      back={{ to: PATHS.overview, label: t('payments.own.back') }}
      actions={reading.data !== undefined && <ExportButton of={exportOwnStatement} input={{ query: period }} />}
      own
    />
  );
}
