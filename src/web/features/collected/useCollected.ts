// The page of users on the collected-fines screen: what is searched for, how it is sorted, and what the server has.
import { useEffect, useRef } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../paths.ts';
import type { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useLoadFailure } from '../../ui/LoadFailure.tsx';
import { pageCount } from '../../ui/page-numbers.ts';
import type { ListView } from '../../ui/useListView.ts';
import { useListView } from '../../ui/useListView.ts';

/** A screenful of rows; as cards on a phone, three or four. */
const USERS_PAGE_SIZE = 10;

/** The table's columns; figures are looked at from the largest down. */
const SORTS = {
  name: 'ascending',
  total: 'descending',
  pending: 'descending',
  collected: 'descending',
  paid: 'descending',
} as const;
export type CollectedSort = keyof typeof SORTS;
export const COLLECTED_SORTS = Object.keys(SORTS) as CollectedSort[];

export type CollectedPage = Output<typeof listSummaries>;

export interface Collected {
  view: ListView<CollectedSort>;
  list: CollectedPage | undefined;
  totals: CollectedPage['totals'] | undefined;
  pages: number;
  /** The rows shown are those of the page, search or order before. */
  stale: boolean;
  failure: LoadFailure;
}

/** Users who were ever fined: without a fine there is nothing to collect. */
export function useCollected(): Collected {
  const view = useListView<CollectedSort>(PATHS.collected, SORTS);
  const { search, sort, order, page, setPage } = view;
  const reading = useRead(listSummaries, {
    query: { search: search.trim(), sort, order, status: 'with-fines', page, pageSize: USERS_PAGE_SIZE, fines: 0 },
  });
  const { data: list, isPlaceholderData: stale } = reading;
  const pages = list === undefined ? 1 : pageCount(list.totalItems, list.pageSize);

  // Users may have gone meanwhile, and this page with them; the last one there is shown then.
  const isGone = list !== undefined && !stale && page > pages;
  useEffect(() => {
    if (isGone) setPage(pages);
  }, [isGone, pages, setPage]);

  // The totals do not depend on what is searched for: they stay while a search cannot be answered.
  const totals = useRef<CollectedPage['totals'] | undefined>(undefined);
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
