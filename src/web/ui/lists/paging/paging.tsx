// Paging of a list: Previous, numbered pages with gaps, Next (SCREEN-5). Not shown for a single page. At either end the
// button does nothing but keeps the focus, which a disabled one would lose.
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type JSX, type RefObject, useEffect, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { BELOW_TABLET } from '../../layout/media.ts';
import { pageNumbers, pageCount } from './page-numbers.ts';
import classes from './Pager.module.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { type CallError, ApiError } from '../../../api/call.ts';
import { type LoadFailure, useLoadFailure } from '../../feedback/LoadFailure.tsx';
import { toast } from '../../feedback/toast.tsx';

interface PagerProps {
  /** from 1 */
  page: number;
  pages: number;
  onChange: (page: number) => void;
  /** the list, which is above the pager: a new page is shown from its beginning */
  top?: RefObject<HTMLElement | null>;
  /** the label for screen readers if a screen has several pagers */
  label?: string;
  /** "Prev" in place of "Previous", as inside a card */
  short?: boolean;
}

export function Pager({ page, pages, onChange, top, label, short = false }: PagerProps): JSX.Element | null {
  const { t } = useTexts();
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  if (pages <= 1) return null;
  const atStart = page <= 1;
  const atEnd = page >= pages;
  const turnTo = (to: number): void => {
    onChange(to);
    showBeginning(top?.current ?? null);
  };
  return (
    <nav aria-label={label ?? t('common.pager.label')} className={classes['pager']}>
      <UnstyledButton
        className={classes['step'] ?? ''}
        data-step="previous"
        aria-disabled={atStart}
        onClick={() => atStart || turnTo(page - 1)}
      >
        {t(short ? 'common.pager.previousShort' : 'common.pager.previous')}
      </UnstyledButton>
      <ul className={classes['numbers']}>
        {pageNumbers(page, pages, narrow ? 0 : 1).map((number) =>
          typeof number === 'string' ? (
            <li key={number} aria-hidden className={classes['gap']}>
              …
            </li>
          ) : (
            <li key={number}>
              <UnstyledButton
                className={classes['number'] ?? ''}
                aria-label={t('common.pager.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => turnTo(number)}
              >
                {number}
              </UnstyledButton>
            </li>
          ),
        )}
      </ul>
      <UnstyledButton
        className={classes['step'] ?? ''}
        data-step="next"
        aria-disabled={atEnd}
        onClick={() => atEnd || turnTo(page + 1)}
      >
        {t('common.pager.next')}
      </UnstyledButton>
    </nav>
  );
}

/** Shows a new page from its beginning, although the control that turned the page is below the list. */
export function showBeginning(list: HTMLElement | null): void {
  // With 'nearest', a list higher than the window would show its end.
  if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}

// The current page of a list that the server pages: its data, totals and failures.

/** A list's answer, as the contract has it for every paged list that comes with totals. */
interface Answer {
  totalItems: number;
  pageSize: number;
  totals: unknown;
}

export interface ShownPage<L> {
  list: L | undefined;
  pages: number;
  /** how many records there are with these filters; undefined while that is unknown */
  total: number | undefined;
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
  return {
    list: isGone ? undefined : list,
    total: stale ? undefined : list?.totalItems,
    pages: pages ?? 1,
    stale,
    failure: useLoadFailure(query),
  };
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

// What to say if a list cannot be read.

interface ListFailure {
  query: { isError: boolean; error: CallError | null; errorUpdatedAt: number };
  sentence: string;
  /** the id of the toast */
  id: string;
}

/** Says in a toast that a list could not be read, after each attempt, until it has loaded or another screen is shown. */
export function useListFailure({ query: { isError, error, errorUpdatedAt }, sentence, id }: ListFailure): void {
  // The screen for signing in says that.
  const signedOut = error instanceof ApiError && error.code === 'not-signed-in';
  useEffect(() => {
    if (!isError || signedOut) return undefined;
    toast.error(sentence, { id });
    return () => toast.over(id);
  }, [isError, signedOut, errorUpdatedAt, sentence, id]);
}
