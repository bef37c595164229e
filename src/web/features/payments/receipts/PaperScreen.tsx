// The screens of one receipt (PAY-30 to PAY-34), voucher (REFUND-9) and statement (STATE-5), each on the screen and on
// paper; and the same papers of the member signed in, in place of their overview (OWN-2, OWN-3, OWN-8).
import { IconUserOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { exportOwnStatement, exportStatement } from '../../../../contract/exports.ts';
import { readOwnReceipt, readOwnStatement, readOwnVoucher } from '../../../../contract/money/own.ts';
import { readReceipt, type Receipt as ReceiptAnswer } from '../../../../contract/money/payments.ts';
import { readVoucher, type Voucher as VoucherAnswer } from '../../../../contract/money/refunds.ts';
import { readStatement } from '../../../../contract/money/statements.ts';
import { ApiError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { useAddress } from '../../../routing/location.ts';
import {
  isVoucher,
  OWN_STATEMENT,
  ownPaperIn,
  ownPaperPath,
  PATHS,
  personPath,
  receiptOf,
  statementPath,
  userOfStatement,
  voucherOf,
} from '../../../routing/paths.ts';
import { LinkButton } from '../../../ui/controls/buttons.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { Card, PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { ExportButton } from '../../../ui/lists/list-tools.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { Receipt, Voucher } from './Receipt.tsx';
import { ShareReceipt } from './ShareReceipt.tsx';
import { SlipScreen, type SlipScreenProps } from './Slip.tsx';
import { type Period, periodIn, StatementView } from './StatementView.tsx';

export default function PaperScreen(): JSX.Element {
  const { path, search } = useAddress();
  const userId = userOfStatement(path);
  const voucher = voucherOf(path);
  if (userId !== undefined) return <StatementOf userId={userId} period={periodIn(search)} />;
  return voucher === undefined ? <ReceiptOf number={receiptOf(path) ?? ''} /> : <VoucherOf number={voucher} />;
}

export function OwnPaper(): JSX.Element {
  const { search } = useAddress();
  const paper = ownPaperIn(search) ?? '';
  if (paper === OWN_STATEMENT) return <OwnStatement period={periodIn(search)} />;
  return isVoucher(paper) ? <OwnVoucher number={paper} /> : <OwnReceipt number={paper} />;
}

type OfSlip<Answer> = Pick<SlipScreenProps<Answer>, 'reading' | 'back' | 'actions'> & {
  number: string;
  /** said if there is none with this number */
  hint?: string;
};

function ReceiptSlip({ number, hint, ...others }: OfSlip<ReceiptAnswer>): JSX.Element {
  const { t } = useTexts();
  return (
    <SlipScreen
      title={t('payments.receipt.title', { number: others.reading.data?.payment.receipt ?? number })}
      notFound="receipt-not-found"
      unknown={{ title: t('payments.receipt.unknown', { number }), text: hint }}
      {...others}
    >
      {(receipt, organisation, onLogo) => <Receipt receipt={receipt} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}

function VoucherSlip({ number, hint, ...others }: OfSlip<VoucherAnswer>): JSX.Element {
  const { t } = useTexts();
  return (
    <SlipScreen
      title={t('payments.voucher.title', { number: others.reading.data?.refund.voucher ?? number })}
      notFound="voucher-not-found"
      unknown={{ title: t('payments.voucher.unknown', { number }), text: hint }}
      {...others}
    >
      {(voucher, organisation, onLogo) => <Voucher voucher={voucher} organisation={organisation} onLogo={onLogo} />}
    </SlipScreen>
  );
}

function ReceiptOf({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readReceipt, { params: { number } }, { keepPrevious: false });
  const receipt = reading.data;
  return (
    <ReceiptSlip
      number={number}
      reading={reading}
      hint={t('payments.receipt.unknownHint')}
      back={{ to: PATHS.payments, text: t('payments.receipt.toPayments') }}
      actions={
        receipt !== undefined &&
        leftOf(receipt.payment) > 0 && <ShareReceipt payment={receipt.payment} owed={receipt.owedAfter} />
      }
    />
  );
}

function VoucherOf({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readVoucher, { params: { number } }, { keepPrevious: false });
  return (
    <VoucherSlip number={number} reading={reading} back={{ to: PATHS.givenBack, text: t('payments.tabs.givenBack') }} />
  );
}

function OwnReceipt({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnReceipt, { params: { number } }, { keepPrevious: false });
  const back = { to: PATHS.overview, text: t('payments.own.back') };
  return <ReceiptSlip number={number} reading={reading} hint={t('payments.own.unknownHint')} back={back} />;
}

function OwnVoucher({ number }: { number: string }): JSX.Element {
  const { t } = useTexts();
  const reading = useRead(readOwnVoucher, { params: { number } }, { keepPrevious: false });
  const back = { to: PATHS.overview, text: t('payments.own.back') };
  return <VoucherSlip number={number} reading={reading} hint={t('payments.own.unknownHint')} back={back} />;
}

function StatementOf({ userId, period }: { userId: string; period: Period }): JSX.Element {
  const { t } = useTexts();
  const input = { params: { userId }, query: period };
  const reading = useRead(readStatement, input);
  const pathOf = (days: Period): string => {
    const asked = new URLSearchParams({ ...days }).toString();
    return `${statementPath(userId)}${asked === '' ? '' : `?${asked}`}`;
  };
  if (reading.error instanceof ApiError && reading.error.code === 'user-not-found') {
    return (
      <Screen>
        <PageHeader title={t('common.statement')} />
        <Card>
          <EmptyState
            icon={<IconUserOff />}
            title={t('payments.statement.unknown', { id: userId })}
            action={
              <LinkButton to={PATHS.users} variant="default">
                {t('payments.statement.toUsers')}
              </LinkButton>
            }
          />
        </Card>
      </Screen>
    );
  }
  return (
    <StatementView
      reading={reading}
      period={period}
      pathOf={pathOf}
      back={{ to: personPath(userId), label: t('payments.statement.back') }}
      actions={reading.data !== undefined && <ExportButton of={exportStatement} input={input} />}
    />
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
