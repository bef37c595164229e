// The page of users on the overview: what is searched for, how it is sorted, and what the server has.
import { useEffect, useRef } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../paths.ts';
import type { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useLoadFailure } from '../../ui/LoadFailure.tsx';
import { pageCount } from '../../ui/page-numbers.ts';
import type { ListView } from '../../ui/useListView.ts';
import { useListView } from '../../ui/useListView.ts';

/** Cards of a page: a screenful or two, on a phone somewhat more. */
const USERS_PAGE_SIZE = 10;

/** Specification section 2; the figures are looked at from the largest down, as on the dashboard. */
const SORTS = { name: 'ascending', total: 'descending', pending: 'descending' } as const;
export type OverviewSort = keyof typeof SORTS;
export const OVERVIEW_SORTS = Object.keys(SORTS) as OverviewSort[];

export type OverviewPage = Output<typeof listSummaries>;

export interface Overview {
  view: ListView<OverviewSort>;
  list: OverviewPage | undefined;
  totals: OverviewPage['totals'] | undefined;
  pages: number;
  /** The cards shown are those of the page, search or order before. */
  stale: boolean;
  failure: LoadFailure;
}

export function useOverview(): Overview {
  const view = useListView<OverviewSort>(PATHS.overview, SORTS);
  const { search, sort, order, page, setPage } = view;
  const reading = useRead(listSummaries, {
    query: { search: search.trim(), sort, order, page, pageSize: USERS_PAGE_SIZE, fines: OVERVIEW_PAGE_SIZE },
  });
  const { data: list, isPlaceholderData: stale } = reading;
  const pages = list === undefined ? 1 : pageCount(list.totalItems, list.pageSize);

  // Users may have gone meanwhile, and this page with them; the last one there is shown then.
  const isGone = list !== undefined && !stale && page > pages;
  useEffect(() => {
    if (isGone) setPage(pages);
  }, [isGone, pages, setPage]);

  // The totals do not depend on what is searched for: they stay while a search cannot be answered.
  const totals = useRef<OverviewPage['totals'] | undefined>(undefined);
  if (list !== undefined) totals.current = list.totals;

  return {
    view,
    list: isGone ? undefined : list,
    totals: totals.current,
    pages,
    stale,
    failure: useLoadFailure(reading),
  };
}
