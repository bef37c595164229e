// The page of fines on the screen: the server's list with the pending changes over it.
import { useMemo, useLayoutEffect } from 'react';
import { listFines, type StatusFilter } from '../../../contract/fines/fines.ts';
import type { Totals } from '../../../contract/shapes.ts';
import { ApiError } from '../../api/call.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { REFRESHED_MS, toast } from '../../ui/feedback/toast.tsx';
import { useBusy } from '../../ui/controls/buttons.tsx';
import { useLastPage } from '../../ui/lists/paging/paging.tsx';
import { finesInput, type Place, FINES_FORMAT } from './fines-place.ts';
import { type FineChange, type FinesList, withChange } from './list-changes.ts';
import { putPageBelow } from '../../routing/location.ts';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';

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

// Whose fines are shown, of which status, which page, and whether the dialog is open; and the functions that change it.

export interface FinesView extends Readonly<Place> {
  /** Shows one user's fines, or everybody's, from the first page on. */
  showUser(userId: string | undefined): void;
  /** Shows the fines of a status, or all, from the first page on. */
  showStatus(status: StatusFilter): void;
  /** Shows the fines that a search finds, from the first page on. */
  showSearch(search: string): void;
  showPage(page: number): void;
  /** Goes to the first page, because this window has deleted something. */
  toFirstPage(): void;
  /** The same after this window has added something, which is not paid; closes the dialog. */
  closeAdded(): void;
  /** Like showPage, but not asked for by the person: the Back button does not lead to the previous page. */
  correctPage(page: number): void;
  openAdd(): void;
  closeAdd(): void;
}

export function useFinesView(): FinesView {
  const [place, change] = useAddressState(FINES_FORMAT);
  const actions = useMemo(() => {
    const go = (to: Partial<Place>, history: 'push' | 'replace' | 'dialog' | 'typing'): void =>
      change((now) => ({ ...now, ...to }), history);
    return {
      showUser: (userId: string | undefined) => go({ userId, page: 1, adding: false }, 'push'),
      showStatus: (status: StatusFilter) => go({ status, page: 1, adding: false }, 'push'),
      showSearch: (search: string) => go({ search, page: 1, adding: false }, 'typing'),
      showPage: (page: number) => go({ page, adding: false }, 'push'),
      toFirstPage: () => go({ page: 1 }, 'replace'),
      closeAdded: () =>
        change(
          (now) => ({
            ...now,
            status: now.status === 'Pending' ? now.status : 'all',
            search: '',
            page: 1,
            adding: false,
          }),
          'replace',
        ),
      correctPage: (page: number) => go({ page }, 'replace'),
      openAdd: () => go({ adding: true }, 'dialog'),
      closeAdd: () => go({ adding: false }, 'replace'),
    };
  }, [change]);
  // Before the dialog opens.
  useLayoutEffect(() => {
    if (place.adding) putPageBelow(FINES_FORMAT.write({ ...place, adding: false }));
  }, [place]);
  return useMemo(() => ({ ...place, ...actions }), [place, actions]);
}
