// One page of users with what they paid, each with the list of paid fines that a button opens.
import { type JSX, type ReactNode, useCallback, useMemo, useState } from 'react';
import { type UserSummary, listUserFines, listSummaries } from '../../../contract/overview.ts';
import { useTexts } from '../../messages/index.ts';
import { type SortedView, useSortedView } from '../../ui/lists/paging/useAddressState.ts';
import { actionsColumn, type Columns, type Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { Money } from '../../ui/money/money.tsx';
import classes from './collected.module.css';
import { Alert, Button, Text } from '@mantine/core';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { FineRows } from '../../ui/money/FineRows.tsx';
import { TryAgain, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { Pager, type ListPage, useListPage } from '../../ui/lists/paging/paging.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { ROW_ACTIONS } from '../../ui/lists/table/keyboard.ts';
import { finesOf, PATHS } from '../../routing/paths.ts';
import { PersonLink } from '../../ui/people/people.tsx';
import { LinkButton } from '../../ui/controls/buttons.tsx';
import type { Output } from '../../../contract/operation.ts';
import { listFormat } from '../../ui/lists/paging/list-state.ts';

interface CollectedTableProps {
  /** undefined while they are loading */
  users: readonly UserSummary[] | undefined;
  /** The rows are those of the previous page, search or order. */
  stale: boolean;
  failed: JSX.Element | undefined;
  empty: ReactNode;
  view: SortedView<CollectedSort>;
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

export function CollectedTable({ users, stale, failed, empty, view }: CollectedTableProps): JSX.Element {
  const { t } = useTexts();
  /** whose paid fines are expanded */
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    ({ userId }: UserSummary): void =>
      setOpen((now) => new Set(now.has(userId) ? [...now].filter((id) => id !== userId) : [...now, userId])),
    [],
  );
  const columns = useMemo<Columns<UserSummary, CollectedColumn>>(() => {
    const figure = (paisa: number): JSX.Element => <Money paisa={paisa} format="whole" />;
    const figures = { align: 'end', look: 'strong', labelled: 'above', sorts: true } as const;
    return {
      name: {
        label: t(HEADS.name),
        share: '30%',
        isName: true,
        look: 'strong',
        sorts: true,
        render: (user) => <PersonName user={user} />,
      },
      total: { ...figures, label: t(HEADS.total), render: ({ summary }) => figure(summary.totalFine) },
      pending: {
        ...figures,
        label: t(HEADS.pending),
        render: ({ summary }) => figure(summary.pendingFine),
      },
      collected: {
        ...figures,
        label: t(HEADS.collected),
        render: ({ summary }) => <strong>{figure(summary.paidAmount)}</strong>,
      },
      paid: { ...figures, label: t(HEADS.paid), render: ({ summary }) => summary.paidCount },
      actions: actionsColumn(t('collected.table.actions'), (user) => (
        <UserActions user={user} opened={open.has(user.userId)} onToggle={toggle} />
      )),
    };
  }, [t, open, toggle]);
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
      failed={failed}
      empty={empty}
      sorting={view}
      below={below}
      onOpen={toggle}
    />
  );
}

const idOf = ({ userId }: UserSummary): string => userId;

// The paid fines of one user, paginated; fetched when the list is opened.

function PaidFines({ user: { userId, userName, summary } }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  const [chosen, setChosen] = useState(1);
  const pages = pageCount(summary.paidCount, OVERVIEW_PAGE_SIZE);
  const page = Math.min(chosen, pages);
  const reading = useRead(listUserFines, {
    params: { userId },
    query: { status: 'Paid', page, pageSize: OVERVIEW_PAGE_SIZE },
  });
  const failure = useLoadFailure(reading);
  const of = { name: userName, id: userId };

  if (failure.nothing) {
    return (
      <Alert color="red" role="alert">
        <div className={classes['failedLine']}>
          {t('collected.failed')}
          <TryAgain failure={failure} variant="default" />
        </div>
      </Alert>
    );
  }
  if (reading.data === undefined) {
    return (
      <SkeletonTable rows={Math.min(Math.max(summary.paidCount, 1), OVERVIEW_PAGE_SIZE)} columns={4} rowHeight={45} />
    );
  }
  if (reading.data.items.length === 0) return <p className={classes['nonePaid']}>{t('collected.paidFines.none')}</p>;
  return (
    <div className={classes['paidFines']}>
      <FineRows
        fines={reading.data.items}
        label={t('collected.paidFines.label', of)}
        reasonLabel={t('collected.paidFines.reason')}
        stale={reading.isPlaceholderData}
        minRows={pages > 1 ? OVERVIEW_PAGE_SIZE : 0}
      />
      <Pager page={page} pages={pages} onChange={setChosen} label={t('collected.paidFines.pages', of)} short />
    </div>
  );
}

// The parts of a user's row: the name, and the actions.

/** The id of the element with the paid fines. */
const paidFinesOf = (userId: string): string => `paid-fines-${userId}`;

function PersonName({ user }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <PersonLink userId={user.userId} userName={user.userName} />{' '}
      <Text span c="dimmed" fz="xs" fw={400}>
        {t('common.userId', { id: user.userId })}
      </Text>
    </>
  );
}

interface UserActionsProps {
  user: UserSummary;
  opened: boolean;
  onToggle: (user: UserSummary) => void;
}

function UserActions({ user, opened, onToggle }: UserActionsProps): JSX.Element {
  const { t } = useTexts();
  const naming = (action: string): string =>
    t('collected.actions.of', { action, name: user.userName, id: user.userId });
  const paid = t('collected.actions.paid');
  return (
    <span {...ROW_ACTIONS}>
      <Button
        variant="subtle"
        data-in-row
        aria-label={naming(paid)}
        aria-expanded={opened}
        {...(opened ? { 'aria-controls': paidFinesOf(user.userId) } : {})}
        onClick={() => onToggle(user)}
      >
        {paid}
      </Button>
      <LinkButton
        to={finesOf(user.userId)}
        variant="subtle"
        data-in-row
        aria-label={naming(t('collected.actions.open'))}
      >
        {t('collected.actions.open')}
      </LinkButton>
    </span>
  );
}

// The users on the collected-fines screen: search, order, page, and the query for them.

/** One screenful of rows, or three to four of cards on a phone. */
const USERS_PAGE_SIZE = 10;

/** The sortable columns with their initial order: figures start with the largest. */
const SORTS = {
  name: 'ascending',
  total: 'descending',
  pending: 'descending',
  collected: 'descending',
  paid: 'descending',
} as const;
export type CollectedSort = keyof typeof SORTS;
export const SORTED_BY = Object.keys(SORTS) as CollectedSort[];
export const HEADS = {
  name: 'collected.table.user',
  total: 'collected.table.total',
  pending: 'collected.table.pending',
  collected: 'collected.table.collected',
  paid: 'collected.table.paid',
} as const satisfies Record<CollectedSort, string>;
const FORMAT = listFormat<CollectedSort>(PATHS.collected, SORTS);

export type CollectedPage = Output<typeof listSummaries>;

type CollectedQuery = Pick<SortedView<CollectedSort>, 'sort' | 'order'> & { search?: string; status: 'with-fines' };

export interface Collected extends ListPage<CollectedPage> {
  view: SortedView<CollectedSort>;
  /** which users are shown, over all pages */
  exportInput: { query: CollectedQuery };
}

/** Users who were ever fined: without a fine there is nothing to collect. */
export function useCollected(): Collected {
  const view = useSortedView(FORMAT);
  const { sort, order, page } = view;
  const found: CollectedQuery = { ...FORMAT.asked(view), sort, order, status: 'with-fines' };
  const reading = useRead(listSummaries, { query: { ...found, page, pageSize: USERS_PAGE_SIZE, fines: 0 } });
  return { view, exportInput: { query: found }, ...useListPage(view, reading) };
}
