// The users on the collected-fines screen: search, order, page, and the query for them.
import type { Output } from '../../../contract/operation.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../routing/paths.ts';
import { type ListPage, useListPage } from '../../ui/lists/paging/paging.tsx';
import { listFormat } from '../../ui/lists/paging/list-state.ts';
import { type SortedView, useSortedView } from '../../ui/lists/paging/useAddressState.ts';

/** One screenful of rows, or three to four of cards on a phone. */
const USERS_PAGE_SIZE = 10;

/** The sortable columns with their initial order: figures start with the largest. */
const SORTS = {
  name: 'ascending',
  total: 'descending',
  pending: 'descending',
  collected: 'descending',
  paid: 'descending',
} as const;
export type CollectedSort = keyof typeof SORTS;
const FORMAT = listFormat<CollectedSort>(PATHS.collected, SORTS);

export type CollectedPage = Output<typeof listSummaries>;

type CollectedQuery = Pick<SortedView<CollectedSort>, 'sort' | 'order'> & { search?: string; status: 'with-fines' };

export interface Collected extends ListPage<CollectedPage> {
  view: SortedView<CollectedSort>;
  /** which users are shown, over all pages */
  exportInput: { query: CollectedQuery };
}

/** Users who were ever fined: without a fine there is nothing to collect. */
export function useCollected(): Collected {
  const view = useSortedView(FORMAT);
  const { sort, order, page } = view;
  const found: CollectedQuery = { ...FORMAT.asked(view), sort, order, status: 'with-fines' };
  const reading = useRead(listSummaries, { query: { ...found, page, pageSize: USERS_PAGE_SIZE, fines: 0 } });
  return { view, exportInput: { query: found }, ...useListPage(view, reading) };
}
