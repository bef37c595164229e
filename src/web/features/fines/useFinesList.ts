// The page of fines on the screen: the server's list with the pending changes over it.
import { useMemo } from 'react';
import { listFines } from '../../../contract/fines/fines.ts';
import type { Totals } from '../../../contract/shapes.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { REFRESHED_MS, toast } from '../../ui/feedback/toast.tsx';
import { useBusy } from '../../ui/controls/busy-button.ts';
import { useLastPage } from '../../ui/lists/paging/useListPage.ts';
import { finesInput } from './fines-place.ts';
import type { FineChange, FinesList } from './list-changes.ts';
import { withChange } from './list-changes.ts';
import type { FinesView } from './useFinesView.ts';

export interface ShownFines {
  /** undefined until something of what was asked for has arrived */
  shown: FinesList | undefined;
  totals: Totals | undefined;
  /** the user whose fines the list shows, once known */
  user: NonNullable<FinesList['user']> | undefined;
  /** the person is waiting: for the first list, another page or user, or a refresh */
  loading: boolean;
  /** `shown` is the page before the one asked for */
  waiting: boolean;
  error: unknown;
  /** No user has the id in the address. */
  isUnknownUser: boolean;
  refresh(): void;
  retry(): void;
}

export function useFinesList(view: FinesView, pending: readonly FineChange[]): ShownFines {
  const { t } = useTexts();
  const { userId, status, search, page, correctPage } = view;
  const query = useRead(listFines, finesInput(view));
  const [refreshing, during] = useBusy();
  const { data, isPlaceholderData: waiting, refetch } = query;

  const list = useMemo(() => data && pending.reduce(withChange, data), [data, pending]);
  // Another user's fines must not stand under this user's name, nor paid ones under "Pending", not even for a moment.
  const isAsked = list?.user?.id === userId && list?.status === status;
  // The results of a search stay until the next are there, as in other lists.
  const shown = list !== undefined && isAsked && (list.search === search.trim() || waiting) ? list : undefined;

  useLastPage(page, data === undefined || waiting ? undefined : pageCount(data.totalItems, data.pageSize), correctPage);

  const refresh = async (): Promise<void> => {
    if (refreshing || query.isPending || waiting) return;
    const { isSuccess } = await during(() => refetch());
    if (isSuccess) toast.success(t('fines.refreshed'), { autoClose: REFRESHED_MS, id: 'fines-refreshed' });
  };

  return {
    shown,
    totals: list?.totals,
    user: shown?.user ?? undefined,
    loading: query.isFetching && (query.isPending || waiting || refreshing),
    waiting,
    error: query.error,
    isUnknownUser: query.error instanceof ApiError && query.error.code === 'user-not-found',
    refresh: () => void refresh(),
    retry: () => void refetch(),
  };
}
