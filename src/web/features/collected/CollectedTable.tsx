// One page of users with what they paid, each with the list of paid fines that a button opens.
import type { JSX } from 'react';
import { useCallback, useMemo, useState } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { useTexts } from '../../messages/index.ts';
import type { ListView } from '../../ui/lists/paging/useListView.ts';
import { actionsColumn, type Columns, type Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { Money } from '../../ui/money/Money.tsx';
import classes from './collected.module.css';
import { PaidFines } from './PaidFines.tsx';
import type { CollectedSort } from './useCollected.ts';
import { paidFinesOf, PersonName, UserActions } from './UserParts.tsx';

interface CollectedTableProps {
  users: readonly UserSummary[];
  /** The rows are those of the previous page, search or order. */
  stale: boolean;
  empty: JSX.Element;
  view: ListView<CollectedSort>;
}

type CollectedColumn = CollectedSort | 'actions';

const LAYOUT: Layout<CollectedColumn> = {
  room: 'large',
  rows: {
    lines: [
      ['name', 'name', 'actions', 'actions'],
      ['total', 'pending', 'collected', 'paid'],
    ],
    widths: 'repeat(4, minmax(0, 1fr))',
  },
  card: {
    lines: [
      ['name', 'name'],
      ['total', 'pending'],
      ['collected', 'paid'],
      ['actions', 'actions'],
    ],
    // On a tablet the two figures of a line do not stand at its far ends.
    widths: 'repeat(2, minmax(0, 12rem))',
  },
};

export function CollectedTable({ users, stale, empty, view }: CollectedTableProps): JSX.Element {
  const { t } = useTexts();
  /** whose paid fines are expanded */
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo<Columns<UserSummary, CollectedColumn>>(() => {
    const toggle = (userId: string): void =>
      setOpen((now) => new Set(now.has(userId) ? [...now].filter((id) => id !== userId) : [...now, userId]));
    const figure = (rupees: number): JSX.Element => <Money rupees={rupees} format="whole" />;
    const figures = { align: 'end', look: 'strong', labelled: 'above', sorts: true } as const;
    return {
      name: {
        label: t('collected.table.user'),
        share: '30%',
        isName: true,
        sorts: true,
        render: (user) => <PersonName user={user} />,
      },
      total: { ...figures, label: t('collected.table.total'), render: ({ summary }) => figure(summary.totalFine) },
      pending: {
        ...figures,
        label: t('collected.table.pending'),
        render: ({ summary }) => figure(summary.pendingFine),
      },
      collected: {
        ...figures,
        label: t('collected.table.collected'),
        render: ({ summary }) => <strong>{figure(summary.paidAmount)}</strong>,
      },
      paid: { ...figures, label: t('collected.table.paid'), render: ({ summary }) => summary.paidCount },
      actions: actionsColumn(t('collected.table.actions'), (user) => (
        <UserActions user={user} opened={open.has(user.userId)} onToggle={toggle} />
      )),
    };
  }, [t, open]);
  const below = useCallback(
    (user: UserSummary) =>
      open.has(user.userId) ? (
        <div id={paidFinesOf(user.userId)} className={classes['opened']}>
          <PaidFines user={user} />
        </div>
      ) : null,
    [open],
  );
  return (
    <DataTable
      label={t('collected.table.label')}
      columns={columns}
      layout={LAYOUT}
      rows={users}
      idOf={idOf}
      stale={stale}
      empty={empty}
      sorting={view}
      below={below}
    />
  );
}

const idOf = ({ userId }: UserSummary): string => userId;
