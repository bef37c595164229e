// The page of users on the overview: what is searched for, how it is sorted, and what the server has.
import type { Output } from '../../../contract/operation.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../paths.ts';
import type { ListPage } from '../../ui/useListPage.ts';
import { useListPage } from '../../ui/useListPage.ts';
import type { ListView } from '../../ui/useListView.ts';
import { useListView } from '../../ui/useListView.ts';

/** Cards of a page: a screenful or two, on a phone somewhat more. */
const USERS_PAGE_SIZE = 10;

/** Specification section 2; the figures are looked at from the largest down, as on the dashboard. */
const SORTS = { name: 'ascending', total: 'descending', pending: 'descending' } as const;
export type OverviewSort = keyof typeof SORTS;
export const OVERVIEW_SORTS = Object.keys(SORTS) as OverviewSort[];

export type OverviewPage = Output<typeof listSummaries>;

export interface Overview extends ListPage<OverviewPage> {
  view: ListView<OverviewSort>;
}

export function useOverview(): Overview {
  const view = useListView<OverviewSort>(PATHS.overview, SORTS);
  const { search, sort, order, page } = view;
  const reading = useRead(listSummaries, {
    query: { search: search.trim(), sort, order, page, pageSize: USERS_PAGE_SIZE, fines: OVERVIEW_PAGE_SIZE },
  });
  return { view, ...useListPage(view, reading) };
}
