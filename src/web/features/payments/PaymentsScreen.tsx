// The Payments screen: its tabs, the first of which lists every payment (PAY-35 to PAY-39).
import { type JSX, useState, useMemo } from 'react';
import { useTexts, type Translate } from '../../messages/index.ts';
import { CollectButton } from '../../ui/money/MoneyButtons.tsx';
import { usePath } from '../../routing/location.ts';
import { PATHS, voucherPath } from '../../routing/paths.ts';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx';
import { CashUp } from './cash/CashUp.tsx';
import Payments from './Payments.tsx';
import Waived from './refunds/Waived.tsx';
import { exportRefunds } from '../../../contract/exports.ts';
import { listRefunds, type Refund, reverseRefund } from '../../../contract/money/refunds.ts';
import { useRead } from '../../api/hooks.ts';
import { useLast, useOpening } from '../../ui/dialogs/dialog-state.ts';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { useShownPage } from '../../ui/lists/paging/paging.tsx';
import { GIVEN_BACK_FORMAT } from './payments-address.ts';
import { RecordPanel, recordColumns, RecordTable, type RecordTableProps } from './records/records.tsx';
import { isGone, PaperNumber, RecordSums } from './records/RecordParts.tsx';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { recordedText } from '../../messages/formats.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { TakeBackSheet } from './refunds/TakeBackSheet.tsx';
import { useMay } from '../../api/session.ts';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { ActorLink, PersonLink } from '../../ui/people/people.tsx';

export default function PaymentsScreen(): JSX.Element {
  const { t } = useTexts();
  const path = usePath();
  return (
    <Screen>
      <div>
        <PageHeader title={t('payments.title')} part={partOf(path, t)} actions={<CollectButton userId={null} />} />
        <PaymentTabs path={path} />
      </div>
      {path === PATHS.cashUp ? (
        <CashUp />
      ) : path === PATHS.givenBack ? (
        <GivenBack />
      ) : path === PATHS.waived ? (
        <Waived />
      ) : (
        <Payments />
      )}
    </Screen>
  );
}

// The tabs of the Payments screen, each with its own address.

const TABS = [
  ['payments', PATHS.payments],
  ['givenBack', PATHS.givenBack],
  ['waived', PATHS.waived],
  ['cashUp', PATHS.cashUp],
] as const;

/** The name of the tab; undefined for the first. */
function partOf(path: string, t: Translate): string | undefined {
  const [name = 'payments'] = TABS.find(([, to]) => to === path) ?? [];
  return name === 'payments' ? undefined : t(`payments.tabs.${name}`);
}

function PaymentTabs({ path }: { path: string }): JSX.Element {
  const { t } = useTexts();
  return (
    <LinkTabs
      label={t('payments.tabs.label')}
      tabs={TABS.map(([name, to]) => ({ to, text: t(`payments.tabs.${name}`), current: path === to }))}
    />
  );
}

// Refunds (REFUND-8): newest first, with the same filters as payments, and their sums.

function GivenBack(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(GIVEN_BACK_FORMAT);
  const found = GIVEN_BACK_FORMAT.asked(view);
  const shown = useShownPage(view, useRead(listRefunds, { query: { ...found, page: view.page } }));
  const [asked, setAsked] = useState<Refund | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const { list } = shown;

  return (
    <>
      <RecordPanel
        label={t('payments.tabs.givenBack')}
        words={{
          filters: t('payments.tabs.filter'),
          search: t('payments.givenBack.search'),
          searchHint: t('payments.givenBack.searchHint'),
          by: t('payments.filter.givenBy'),
          pages: t('payments.tabs.givenBack'),
          none: t('payments.givenBack.none'),
        }}
        view={view}
        methods={GIVEN_BACK_FORMAT.filters.method.choices}
        shown={shown}
        byOf={({ givenBy }) => givenBy}
        renderRows={(rows) => <RefundsTable {...rows} onTakeBack={setAsked} />}
        sums={list && <RecordSums count={list.totalItems} whole={list.given} reversed={list.reversed} />}
        menu={[useExport(exportRefunds, { query: found })]}
      />
      {last !== null && <TakeBackRefund key={opening} opened={opened} refund={last} onClose={() => setAsked(null)} />}
    </>
  );
}

// Takes a refund back, with a reason (REFUND-3).

function TakeBackRefund(props: { opened: boolean; refund: Refund; onClose: () => void }): JSX.Element {
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

// The refunds of one page.

type RefundColumn = 'voucher' | 'date' | 'member' | 'method' | 'amount' | 'givenBy' | 'actions';

const LAYOUT: Layout<RefundColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['member', 'amount'],
      ['method', 'method'],
      ['voucher', 'date'],
      ['givenBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

function RefundsTable(props: RecordTableProps<Refund>): JSX.Element {
  const { onTakeBack, ...rows } = props;
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseRefund);
  const columns = useMemo<Columns<Refund, RefundColumn>>(() => {
    const { date, amount, actions } = recordColumns(t, {
      dayOf: ({ givenOn }: Refund) => givenOn,
      actionsOf: (refund) => ({
        named: (action) => t('payments.givenBack.rowAction', { action, voucher: refund.voucher }),
        paper: voucherPath(refund.voucher),
        mayTakeBack,
        onTakeBack: () => onTakeBack(refund),
      }),
    });
    return {
      voucher: {
        label: t('payments.givenBack.voucher'),
        tight: true,
        look: 'aside',
        render: (refund) => <PaperNumber number={refund.voucher} isGone={isGone(refund)} />,
      },
      date,
      member: {
        label: t('payments.table.member'),
        isName: true,
        share: '22%',
        look: 'strong',
        render: (refund) => <PersonLink {...refund} />,
      },
      method: {
        label: t('payments.table.method'),
        share: '30%',
        look: 'aside',
        render: ({ method, reference, note }) => (
          <bdi>{[t(`common.method.${method}`), reference, note].filter((text) => text !== '').join(' · ')}</bdi>
        ),
      },
      amount,
      givenBy: {
        label: t('payments.filter.givenBy'),
        share: '16%',
        look: 'aside',
        render: ({ givenBy, givenById }) => <ActorLink who={givenBy} id={givenById} />,
      },
      actions,
    };
  }, [t, mayTakeBack, onTakeBack]);
  return (
    <RecordTable label={t('payments.tabs.givenBack')} columns={columns} layout={LAYOUT} rows={rows} paperOf={paperOf} />
  );
}

const paperOf = ({ voucher }: Refund): string => voucherPath(voucher);
