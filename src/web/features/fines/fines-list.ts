// The page of fines on the screen: the server's list with the pending changes over it.
import { useMemo, useLayoutEffect, useRef } from 'react';
import { listFines } from '../../../contract/fines/fines.ts';
import type { Totals } from '../../../contract/shapes.ts';
import { ApiError } from '../../api/call.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { REFRESHED_MS, toast } from '../../ui/feedback/toast.tsx';
import { useBusy } from '../../ui/controls/buttons.tsx';
import { useLastPage } from '../../ui/lists/paging/paging.tsx';
import { finesInput, FINES_FORMAT } from './fines-address.ts';
import { type FineChange, type FinesList, withChange } from './list-changes.ts';
import { putPageBelow } from '../../routing/location.ts';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';

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
  const query = useRead(listFines, finesInput(view));
  const [refreshing, during] = useBusy();
  const { data, isPlaceholderData: waiting, refetch } = query;
  /** the view that the list belongs to */
  const listed = useRef(view);
  if (!waiting) listed.current = view;

  const list = useMemo(() => data && pending.reduce(withChange, data), [data, pending]);
  // Another user's fines must not stand under this user's name, nor paid ones under "Pending", not even for a moment.
  // The results of a search stay until the next are there, as in other lists.
  const shown = isSameList(listed.current, view) ? list : undefined;

  useLastPage(
    view.page,
    data === undefined || waiting ? undefined : pageCount(data.totalItems, data.pageSize),
    view.setPage,
  );

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

/** Whether two views differ only by search and page. */
const isSameList = (a: FinesView, b: FinesView): boolean =>
  FINES_FORMAT.write({ ...a, ...APART }) === FINES_FORMAT.write({ ...b, ...APART });
const APART = { search: '', ...FINES_FORMAT.start };

// Which fines are shown, and whether the dialog is open.

export type FinesView = ReturnType<typeof useFinesView>;

export function useFinesView() {
  const view = useListView(FINES_FORMAT);
  const { change } = view;
  const actions = useMemo(
    () => ({
      /** Closes the dialog, and shows what this window has just added. */
      closeAdded: () => change((now) => ({ ...now, ...FINES_FORMAT.forAdded(now), ...FINES_FORMAT.start })),
      openAdd: () => change((now) => ({ ...now, adding: true }), 'dialog'),
      closeAdd: () => change((now) => ({ ...now, adding: false })),
    }),
    [change],
  );
  // Before the dialog opens.
  useLayoutEffect(() => {
    if (view.adding) putPageBelow(FINES_FORMAT.write({ ...view, adding: false }));
  }, [view]);
  return useMemo(() => ({ ...view, ...actions }), [view, actions]);
}
