// The current page of a list that the server pages: its data, totals and failures.
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallError } from '../../../api/errors.ts';
import type { LoadFailure } from '../../feedback/LoadFailure.tsx';
import { useLoadFailure } from '../../feedback/LoadFailure.tsx';
import { pageCount } from './page-numbers.ts';

/** A list's answer, as the contract has it for every paged list that comes with totals. */
interface Answer {
  totalItems: number;
  pageSize: number;
  totals: unknown;
}

export interface ShownPage<L> {
  list: L | undefined;
  pages: number;
  /** `list` belongs to the previous page, search or order. */
  stale: boolean;
  failure: LoadFailure;
}

export interface ListPage<L extends Answer> extends ShownPage<L> {
  totals: L['totals'] | undefined;
}

/**
 * Turns to the last page if the current one no longer exists, because other windows deleted what was on it. `pages` is
 * undefined while it is unknown or stale. Returns whether the page is gone.
 */
export function useLastPage(page: number, pages: number | undefined, turnTo: (page: number) => void): boolean {
  const isGone = pages !== undefined && page > pages;
  useEffect(() => {
    if (isGone) turnTo(pages);
  }, [isGone, pages, turnTo]);
  return isGone;
}

export function useShownPage<L extends Omit<Answer, 'totals'>>(
  { page, setPage }: { page: number; setPage: (page: number) => void },
  query: UseQueryResult<L, CallError>,
): ShownPage<L> {
  const { data: list, isPlaceholderData: stale } = query;
  const pages = list === undefined ? undefined : pageCount(list.totalItems, list.pageSize);
  const isGone = useLastPage(page, stale ? undefined : pages, setPage);
  return { list: isGone ? undefined : list, pages: pages ?? 1, stale, failure: useLoadFailure(query) };
}

export function useListPage<L extends Answer>(
  view: { page: number; setPage: (page: number) => void },
  query: UseQueryResult<L, CallError>,
): ListPage<L> {
  // The totals do not depend on the search, so they stay when one fails.
  const totals = useRef<L['totals'] | undefined>(undefined);
  if (query.data !== undefined) totals.current = query.data.totals;
  return { ...useShownPage(view, query), totals: totals.current };
}
