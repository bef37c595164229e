// What the overview shows (search, order, page), how its address expresses that, and the input of its query.
import { OVERVIEW_PAGE_SIZE, OVERVIEW_USERS } from '../../../core/limits.ts';
import { PATHS } from '../../routing/paths.ts';
import { listFormat, type ListState, sortsOf } from '../../ui/lists/paging/list-state.ts';

/** OVERVIEW-8: figures start with the largest, unpaid fines with the oldest, as on the dashboard. */
const SORTS = { name: 'ascending', total: 'descending', pending: 'descending', 'oldest-unpaid': 'ascending' } as const;
export type OverviewSort = keyof typeof SORTS;
export const OVERVIEW_SORTS = sortsOf<OverviewSort>(SORTS);
export const OVERVIEW_FORMAT = listFormat<OverviewSort>(PATHS.overview, SORTS);

/** Which users are shown: the part of the query that `overview.list` and its export have in common. */
export const exportInput = (state: Omit<ListState<OverviewSort>, 'page'>) => ({
  query: { ...OVERVIEW_FORMAT.asked(state), sort: state.sort, order: state.order },
});

/** Input of `overview.list`. */
export function overviewInput(state: ListState<OverviewSort>) {
  return {
    query: { ...exportInput(state).query, page: state.page, pageSize: OVERVIEW_USERS, fines: OVERVIEW_PAGE_SIZE },
  };
}
