// What the dashboard shows (search, filters, order), and how its address expresses that.
import { DASHBOARD } from '../../../core/limits.ts';
import { PATHS } from '../../routing/paths.ts';
import {
  at,
  GROUP,
  oneOf,
  SEARCH,
  sortedBy,
  sorting,
  type SortRules,
  sortsOf,
  stateFormat,
  type StateOf,
} from '../../ui/lists/paging/list-state.ts';
import type { ChangeState } from '../../routing/address.ts';

export const STATUSES = ['all', 'has-pending', 'deleted-pending', 'has-paid'] as const;
/** Only a link leads to it (DASH-5). */
export const BY_LINK = 'deleted-pending';
export const PERIODS = ['all', 'week', 'month', 'quarter'] as const;

export type Sort = 'name' | 'total' | 'count' | 'recent' | 'oldest-unpaid';

/** DASH-8: figures start with the largest or newest, unpaid fines with the oldest. */
const RULES: SortRules<Sort> = {
  name: 'ascending',
  total: 'descending',
  count: 'descending',
  recent: 'descending',
  'oldest-unpaid': 'ascending',
};
/** Those with a button among the orders; "oldest-unpaid" has one of its own. */
export const SORTS = sortsOf(RULES).filter((sort) => sort !== 'oldest-unpaid');

export const DASHBOARD_FORMAT = stateFormat({
  path: at(PATHS.dashboard),
  filters: { search: SEARCH, status: oneOf(STATUSES), period: oneOf(PERIODS), group: GROUP },
  // Of very many users the first are drawn, until all are asked for (DASH-17).
  others: { ...sorting(RULES), show: oneOf(['first', 'all']) },
});
export type DashboardView = StateOf<typeof DASHBOARD_FORMAT>;
export type ChangeView = ChangeState<DashboardView>;
export const { count: filtersOf, isFiltered } = DASHBOARD_FORMAT;

/** The view after a press on one of the sort buttons. */
export function sortedView(view: DashboardView, sort: Sort): DashboardView {
  return { ...view, ...sortedBy(view, sort, RULES) };
}

/** Shows everybody again; the order stays. */
export const withoutFilters = (view: DashboardView): DashboardView => ({ ...view, ...DASHBOARD_FORMAT.noFilter });

/** Input of `overview.list`: a page of the users who have at least one fine (DASH-2), from 1. */
export function summariesInput(view: DashboardView, page: number, pageSize: number = DASHBOARD.userBatchSize) {
  const { sort, order } = view;
  return {
    query: {
      status: 'with-fines' as const,
      ...DASHBOARD_FORMAT.asked(view),
      sort,
      order,
      fines: DASHBOARD.finesShown,
      page,
      pageSize,
    },
  };
}
