// Search, order and page of a list.
import { useMemo } from 'react';
import type { ListFormat, ListState } from './list-state.ts';
import { sortedBy } from './list-state.ts';
import { useAddressState } from './useAddressState.ts';

export interface ListView<S extends string> extends ListState<S> {
  /** A new search starts at its first page. */
  setSearch: (search: string) => void;
  /** Sorts by this; if it already does, in the opposite order. Starts at the first page. */
  sortBy: (sort: S) => void;
  setPage: (page: number) => void;
}

/** `format` must be a constant. */
export function useListView<S extends string>(format: ListFormat<S>): ListView<S> {
  const [state, change] = useAddressState(format);
  const actions = useMemo(
    () => ({
      setSearch: (search: string) => change((now) => ({ ...now, search, page: 1 }), 'typing'),
      sortBy: (sort: S) => change((now) => ({ ...now, ...sortedBy(now, sort, format.rules), page: 1 })),
      setPage: (page: number) => change((now) => ({ ...now, page })),
    }),
    [change, format],
  );
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}
