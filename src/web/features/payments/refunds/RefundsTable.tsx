// The refunds of one page.
import { type JSX, useMemo } from 'react';
import { type Refund, reverseRefund } from '../../../../contract/money/refunds.ts';
import { useMay } from '../../../api/permission.ts';
import { useTexts } from '../../../messages/index.ts';
import { voucherPath } from '../../../routing/paths.ts';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { ActorLink, PersonLink } from '../../../ui/people/PersonLink.tsx';
import classes from '../payments.module.css';
import { isGone } from '../records/RecordParts.tsx';
import { recordColumns, RecordTable, type RecordTableProps } from '../records/RecordTable.tsx';

type RefundColumn = 'voucher' | 'member' | 'method' | 'note' | 'date' | 'givenBy' | 'amount' | 'actions';

const LAYOUT: Layout<RefundColumn> = {
  room: 'large',
  rows: {
    lines: [
      ['voucher', 'member', 'method', 'amount', 'actions'],
      ['date', 'givenBy', 'note', 'amount', 'actions'],
    ],
    // Leaves room for the widest amount and for the head of the actions.
    widths: '8.125rem minmax(0, 5fr) minmax(0, 4fr) 12rem 4.5rem',
    heads: true,
  },
  card: {
    lines: [
      ['member', 'amount'],
      // Between the two links, whose rooms for a thumb would overlap.
      ['method', 'date'],
      ['voucher', 'voucher'],
      ['note', 'note'],
      ['givenBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

export function RefundsTable(props: RecordTableProps<Refund>): JSX.Element {
  const { onTakeBack, ...rows } = props;
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseRefund);
  const columns = useMemo<Columns<Refund, RefundColumn>>(() => {
    const { date, amount, actions } = recordColumns(t, {
      dayOf: ({ givenOn }: Refund) => givenOn,
      actionsOf: (refund) => ({
        named: () => t('payments.givenBack.takeBackNamed', { voucher: refund.voucher }),
        mayTakeBack,
        onTakeBack: () => onTakeBack(refund),
      }),
    });
    return {
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
        isName: true,
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
      date,
      givenBy: {
        label: t('payments.filter.givenBy'),
        share: '16%',
        look: 'aside',
        render: ({ givenBy, givenById }) => <ActorLink who={givenBy} id={givenById} />,
      },
      amount,
      actions,
    };
  }, [t, mayTakeBack, onTakeBack]);
  return <RecordTable label={t('payments.tabs.givenBack')} columns={columns} layout={LAYOUT} rows={rows} />;
}
