// The refunds of one page; what was taken back of one stands below it, with the reason.
import { IconArrowBackUp } from '@tabler/icons-react';
import { type JSX, useMemo } from 'react';
import { type Refund, reverseRefund } from '../../../../contract/money/refunds.ts';
import { useMay } from '../../../api/permission.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { voucherPath } from '../../../routing/paths.ts';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { RowActions } from '../../../ui/lists/table/RowActions.tsx';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import classes from '../payments.module.css';
import { Amount, isGone, type RecordTableProps, stateOf, takenBackOf, useFocusAfter } from '../RecordParts.tsx';

type RefundColumn = 'voucher' | 'member' | 'method' | 'note' | 'date' | 'givenBy' | 'amount' | 'actions';

const LAYOUT: Layout<RefundColumn> = {
  room: 'large',
  rows: {
    lines: [
      ['voucher', 'member', 'method', 'amount', 'actions'],
      ['date', 'givenBy', 'note', 'amount', 'actions'],
    ],
    // Room for the widest amount and for the head of the actions.
    widths: '8.125rem minmax(0, 5fr) minmax(0, 4fr) 12rem 4.5rem',
    heads: true,
  },
  card: {
    lines: [
      ['member', 'amount'],
      ['voucher', 'date'],
      ['method', 'note'],
      ['givenBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
  // Long references and large amounts need the whole line.
  smallCard: {
    lines: [
      ['member', 'member'],
      ['amount', 'date'],
      ['voucher', 'method'],
      ['note', 'note'],
      ['givenBy', 'actions'],
    ],
  },
};

export function RefundsTable(props: RecordTableProps<Refund>): JSX.Element {
  const { items, stale, failed, empty, onTakeBack } = props;
  const { t } = useTexts();
  const columns = useMemo<Columns<Refund, RefundColumn>>(
    () => ({
      voucher: {
        label: t('payments.givenBack.voucher'),
        tight: true,
        render: (refund) => (
          <a href={`#${voucherPath(refund.voucher)}`} className={classes['receiptLink']}>
            {isGone(refund) ? <s>{refund.voucher}</s> : refund.voucher}
          </a>
        ),
      },
      member: {
        label: t('payments.table.member'),
        share: '22%',
        look: 'strong',
        render: (refund) => <PersonLink {...refund} />,
      },
      method: {
        label: t('payments.table.method'),
        look: 'aside',
        render: ({ method }) => t(`common.method.${method}`),
      },
      note: {
        label: t('payments.table.reference'),
        share: '24%',
        look: 'aside',
        render: ({ reference, note }) => <bdi>{[reference, note].filter((text) => text !== '').join(' · ')}</bdi>,
      },
      date: {
        label: t('payments.table.date'),
        tight: true,
        look: 'aside',
        render: ({ givenOn }) => <time dateTime={givenOn}>{dayText(givenOn)}</time>,
      },
      givenBy: {
        label: t('payments.filter.givenBy'),
        share: '16%',
        look: 'aside',
        render: ({ givenBy }) => <bdi>{personText(givenBy)}</bdi>,
      },
      amount: {
        label: t('payments.table.amount'),
        align: 'end',
        tight: true,
        look: 'strong',
        render: (refund) => <Amount of={refund} />,
      },
      actions: {
        label: t('payments.table.actions'),
        align: 'end',
        tight: true,
        screenOnly: true,
        render: (refund) => <RefundActions refund={refund} onTakeBack={onTakeBack} />,
      },
    }),
    [t, onTakeBack],
  );
  return (
    <DataTable
      label={t('payments.tabs.givenBack')}
      columns={columns}
      layout={LAYOUT}
      rows={items}
      idOf={idOf}
      stale={stale}
      failed={failed}
      empty={empty}
      placeholders={4}
      below={takenBackOf}
      stateOf={stateOf}
    />
  );
}

const idOf = ({ id }: Refund): string => id;

interface RefundActionsProps {
  refund: Refund;
  onTakeBack: (refund: Refund) => void;
}

function RefundActions({ refund, onTakeBack }: RefundActionsProps): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseRefund);
  useFocusAfter(isGone(refund));
  return (
    <RowActions
      named={() => t('payments.givenBack.takeBackNamed', { voucher: refund.voucher })}
      actions={[
        mayTakeBack &&
          !isGone(refund) && {
            label: t('payments.table.takeBack'),
            icon: <IconArrowBackUp size={20} aria-hidden />,
            danger: true,
            onClick: () => onTakeBack(refund),
          },
      ]}
    />
  );
}
