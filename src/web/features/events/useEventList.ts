// The page of events on screen: the server's list without events being deleted, and what to say if reading fails.
import { useMemo } from 'react';
import { listEvents } from '../../../contract/events.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { useLastPage } from '../../ui/lists/paging/useListPage.ts';
import { listFormat } from '../../ui/lists/paging/list-state.ts';
import { useListFailure } from '../../ui/lists/paging/useListFailure.ts';
import { useListView } from '../../ui/lists/paging/useListView.ts';
import { withoutEvents } from './event-list.ts';

/** Rows on a page: a screenful or two. */
const EVENTS_PAGE_SIZE = 20;

/** Always by date, the earliest first (EVENT-2). */
const FORMAT = listFormat(PATHS.events, { date: 'ascending' });

/** `deleting`: the ids to leave out (api/deletion.ts). */
export function useEventList(deleting: ReadonlySet<string>) {
  const { t } = useTexts();
  const { page, setPage } = useListView(FORMAT);
  const query = useRead(listEvents, { query: { page, pageSize: EVENTS_PAGE_SIZE } });
  const { data, isPlaceholderData, isError, refetch, isFetching } = query;
  const list = useMemo(() => data && withoutEvents(data, deleting), [data, deleting]);
  const pages = list === undefined ? 1 : pageCount(list.totalItems, EVENTS_PAGE_SIZE);

  useLastPage(page, list === undefined || isPlaceholderData ? undefined : pages, setPage);

  useListFailure({ query, sentence: t('events.failed.load'), id: 'events-load' });

  return {
    list,
    page,
    pages,
    setPage,
    /** Turns to the page with the row at this position; to the first page if an older stored answer does not say. */
    showRow: (position: number | undefined = 0) => setPage(Math.floor(position / EVENTS_PAGE_SIZE) + 1),
    /** The number of the first row, counted over all pages. */
    firstNumber: list === undefined ? 1 : (list.page - 1) * EVENTS_PAGE_SIZE + 1,
    /** Rows of the previous page are still shown while the answer is on its way. */
    isStale: isPlaceholderData,
    failed: list === undefined && isError,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}
