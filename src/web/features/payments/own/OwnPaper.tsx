// A paper of the member who is signed in, in place of their overview: a receipt, or their statement (OWN-2, OWN-3).
import type { JSX } from 'react';
import { readOwnReceipt, readOwnStatement } from '../../../../contract/money/own.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { useAddress } from '../../../routing/location.ts';
import { OWN_STATEMENT, ownPaperIn, ownPaperPath, PATHS } from '../../../routing/paths.ts';
import { Receipt } from '../receipts/Receipt.tsx';
import { SlipScreen } from '../receipts/SlipScreen.tsx';
import { type Period, periodIn, StatementView } from '../receipts/StatementView.tsx';

export default function OwnPaper(): JSX.Element {
  const { search } = useAddress();
  const paper = ownPaperIn(search) ?? '';
  return paper === OWN_STATEMENT ? <OwnStatement period={periodIn(search)} /> : <OwnReceipt number={paper} />;
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

function OwnStatement({ period }: { period: Period }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnStatement, { query: period });
  return (
    <StatementView
      reading={reading}
      period={period}
      pathOf={(days) => [ownPaperPath(OWN_STATEMENT), new URLSearchParams({ ...days })].join('&')}
      back={{ to: PATHS.overview, label: t('payments.own.back') }}
      own
    />
  );
}
