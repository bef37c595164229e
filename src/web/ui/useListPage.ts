// What a screen shows of a paged list of the server: the page asked for, and what is told while it cannot be had.
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallError } from '../api/errors.ts';
import type { LoadFailure } from './LoadFailure.tsx';
import { useLoadFailure } from './LoadFailure.tsx';
import { pageCount } from './page-numbers.ts';

/** A list's answer, as the contract has it for every paged list that comes with totals. */
interface Answer {
  totalItems: number;
  pageSize: number;
  totals: unknown;
}

export interface ListPage<L extends Answer> {
  list: L | undefined;
  totals: L['totals'] | undefined;
  pages: number;
  /** What is shown is of the page, search or order before. */
  stale: boolean;
  failure: LoadFailure;
}

/**
 * The page a person is on stays theirs, unless it is gone because other windows deleted what was on it; the last one
 * there is shown then. `pages` is undefined while that many are not known for sure. Answers whether the page is gone.
 */
export function useLastPage(page: number, pages: number | undefined, turnTo: (page: number) => void): boolean {
  const isGone = pages !== undefined && page > pages;
  useEffect(() => {
    if (isGone) turnTo(pages);
  }, [isGone, pages, turnTo]);
  return isGone;
}

export function useListPage<L extends Answer>(
  { page, setPage }: { page: number; setPage: (page: number) => void },
  reading: UseQueryResult<L, CallError>,
): ListPage<L> {
  const { data: list, isPlaceholderData: stale } = reading;
  const pages = list === undefined ? undefined : pageCount(list.totalItems, list.pageSize);
  const isGone = useLastPage(page, stale ? undefined : pages, setPage);

  // The totals do not depend on what is searched for: they stay while a search cannot be answered.
  const totals = useRef<L['totals'] | undefined>(undefined);
  if (list !== undefined) totals.current = list.totals;

  return {
    list: isGone ? undefined : list,
    totals: totals.current,
    pages: pages ?? 1,
    stale,
    failure: useLoadFailure(reading),
  };
}
