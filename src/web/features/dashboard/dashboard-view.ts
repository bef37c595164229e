// What the dashboard shows (search, filters, order), and how its address expresses that.
import { DASHBOARD } from '../../../core/limits.ts';
import { PATHS } from '../../routing/paths.ts';
import type { Sorting, SortRules } from '../../ui/lists/paging/list-state.ts';
import {
  readChoice,
  readSearch,
  readSorting,
  sortedBy,
  sortingParameters,
  sortsOf,
  withQuery,
} from '../../ui/lists/paging/list-state.ts';
import type { AddressFormat, ChangeState } from '../../routing/address.ts';

export const STATUSES = ['all', 'has-pending', 'has-paid'] as const;
export const PERIODS = ['all', 'week', 'month', 'quarter'] as const;

export type Status = (typeof STATUSES)[number];
export type Period = (typeof PERIODS)[number];
export type Sort = 'name' | 'total' | 'count' | 'recent' | 'oldest-unpaid';

/** DASH-8: figures start with the largest or newest, unpaid fines with the oldest. */
const RULES: SortRules<Sort> = {
  name: 'ascending',
  total: 'descending',
  count: 'descending',
  recent: 'descending',
  'oldest-unpaid': 'ascending',
};
export const SORTS = sortsOf(RULES);

export interface DashboardView extends Sorting<Sort> {
  search: string;
  status: Status;
  period: Period;
}

export type ChangeView = ChangeState<DashboardView>;

export const DASHBOARD_FORMAT: AddressFormat<DashboardView> = {
  owns: (path) => path === PATHS.dashboard,
  read: ({ search: query }) => ({
    search: readSearch(query),
    status: readChoice(query, 'status', STATUSES),
    period: readChoice(query, 'period', PERIODS),
    ...readSorting(query, RULES),
  }),
  write: (view) =>
    withQuery(PATHS.dashboard, [
      ['search', view.search, ''],
      ['status', view.status, STATUSES[0]],
      ['period', view.period, PERIODS[0]],
      ...sortingParameters(view, RULES),
    ]),
};

/** The view after a press on one of the sort buttons. */
export function sortedView(view: DashboardView, sort: Sort): DashboardView {
  return { ...view, ...sortedBy(view, sort, RULES) };
}

/** Shows everybody again; the order stays. */
export function withoutFilters(view: DashboardView): DashboardView {
  return { ...view, search: '', status: 'all', period: 'all' };
}

/** How many filters are set, besides the search. */
export function filtersOf({ status, period }: DashboardView): number {
  return [status, period].filter((value) => value !== 'all').length;
}

export function isFiltered(view: DashboardView): boolean {
  return view.search.trim() !== '' || filtersOf(view) > 0;
}

/** Input of `overview.list`: a page of the users who have at least one fine (DASH-2), from 1. */
export function summariesInput(
  { search, status, period, sort, order }: DashboardView,
  page: number,
  pageSize: number = DASHBOARD.userBatchSize,
) {
  return {
    query: {
      search: search.trim(),
      status: status === 'all' ? ('with-fines' as const) : status,
      period,
      sort,
      order,
      fines: DASHBOARD.finesShown,
      page,
      pageSize,
    },
  };
}
