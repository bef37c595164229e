// The users on the overview: search, order, page, and the query for them.
import { useRef } from 'react';
import type { Output } from '../../../contract/operation.ts';
import type { UserSummary } from '../../../contract/overview.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE, OVERVIEW_USERS } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../paths.ts';
import { sortsOf } from '../../ui/list-state.ts';
import type { ListPage } from '../../ui/useListPage.ts';
import { useListPage } from '../../ui/useListPage.ts';
import type { ListView } from '../../ui/useListView.ts';
import { listFormat } from '../../ui/list-state.ts';
import { useListView } from '../../ui/useListView.ts';

/** OVERVIEW-8: figures start with the largest, unpaid fines with the oldest, as on the dashboard. */
const SORTS = { name: 'ascending', total: 'descending', pending: 'descending', 'oldest-unpaid': 'ascending' } as const;
export type OverviewSort = keyof typeof SORTS;
export const OVERVIEW_SORTS = sortsOf<OverviewSort>(SORTS);
const FORMAT = listFormat<OverviewSort>(PATHS.overview, SORTS);

export type OverviewPage = Output<typeof listSummaries>;

export interface Overview extends ListPage<OverviewPage> {
  view: ListView<OverviewSort>;
  /** a member's own record; null for the administrator, undefined until it is known */
  own: UserSummary | null | undefined;
}

export function useOverview(): Overview {
  const view = useListView(FORMAT);
  const { search, sort, order, page } = view;
  const reading = useRead(listSummaries, {
    query: { search: search.trim(), sort, order, page, pageSize: OVERVIEW_USERS, fines: OVERVIEW_PAGE_SIZE },
  });
  // Like the totals it does not depend on the search, so it stays while one fails.
  const own = useRef<UserSummary | null | undefined>(undefined);
  if (reading.data !== undefined) own.current = reading.data.own;
  return { view, own: own.current, ...useListPage(view, reading) };
}
