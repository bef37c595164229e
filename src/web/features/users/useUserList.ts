// The page of users on screen: search, page, deletions under way, and what to say when reading fails.
import { listUsers } from '../../../contract/users.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { useBusy } from '../../ui/controls/busy-button.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { useLastPage } from '../../ui/lists/paging/useListPage.ts';
import { listFormat } from '../../ui/lists/paging/list-state.ts';
import { useListFailure } from '../../ui/lists/paging/useListFailure.ts';
import { useListView } from '../../ui/lists/paging/useListView.ts';
import { withoutUsers } from './user-list.ts';

/** Rows on a page: the server's default for this list. */
export const USERS_PAGE_SIZE = 25;

/** Always by name. */
const FORMAT = listFormat(PATHS.users, { name: 'ascending' });

/** `deleting`: the ids to leave out (api/deletion.ts). */
export function useUserList(deleting: ReadonlySet<string>) {
  const { t } = useTexts();
  const { search, setSearch, page, setPage } = useListView(FORMAT);
  const [refreshing, during] = useBusy();
  const query = useRead(listUsers, { query: { search: search.trim(), page, pageSize: USERS_PAGE_SIZE } });
  const list = query.data === undefined ? undefined : withoutUsers(query.data, deleting);
  const pages = list === undefined ? 1 : pageCount(list.totalItems, USERS_PAGE_SIZE);
  useLastPage(page, list === undefined || query.isPlaceholderData ? undefined : pages, setPage);

  useListFailure({ query, sentence: t('users.failed.load'), id: 'users-load' });

  return {
    search,
    setSearch,
    page,
    setPage,
    pages,
    list,
    /** Rows of the previous page or search are still shown while the answer is on its way. */
    isStale: query.isPlaceholderData,
    failed: list === undefined && query.isError,
    refreshing,
    refresh: () => during(() => query.refetch()),
  };
}
