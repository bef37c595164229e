// The page of users on the collected-fines screen: what is searched for, how it is sorted, and what the server has.
import type { Output } from '../../../contract/operation.ts';
import { listSummaries } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../paths.ts';
import type { ListPage } from '../../ui/useListPage.ts';
import { useListPage } from '../../ui/useListPage.ts';
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

export interface Collected extends ListPage<CollectedPage> {
  view: ListView<CollectedSort>;
}

/** Users who were ever fined: without a fine there is nothing to collect. */
export function useCollected(): Collected {
  const view = useListView<CollectedSort>(PATHS.collected, SORTS);
  const { search, sort, order, page } = view;
  const reading = useRead(listSummaries, {
    query: { search: search.trim(), sort, order, status: 'with-fines', page, pageSize: USERS_PAGE_SIZE, fines: 0 },
  });
  return { view, ...useListPage(view, reading) };
}
