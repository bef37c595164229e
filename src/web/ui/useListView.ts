// Search, order and page of a list.
import { useMemo } from 'react';
import type { ListState, SortRules } from './list-state.ts';
import { readPage, readSearch, readSorting, sortedBy, sortingParameters, withQuery } from './list-state.ts';
import type { AddressFormat } from './useAddressState.ts';
import { useAddressState } from './useAddressState.ts';

export interface ListView<S extends string> extends ListState<S> {
  /** Another search starts at its first page. */
  setSearch: (search: string) => void;
  /** Sorts by this; a second time the other way round. Starts at the first page. */
  sortBy: (sort: S) => void;
  setPage: (page: number) => void;
}

export interface ListFormat<S extends string> extends AddressFormat<ListState<S>> {
  rules: SortRules<S>;
}

/** The address of a list at this path. */
export function listFormat<S extends string>(path: string, rules: SortRules<S>): ListFormat<S> {
  return {
    rules,
    owns: (shown) => shown === path,
    read: ({ search: query }) => ({
      search: readSearch(query),
      ...readSorting(query, rules),
      page: readPage(query),
    }),
    write: (state) =>
      withQuery(path, [
        ['search', state.search, ''],
        ...sortingParameters(state, rules),
        ['page', String(state.page), '1'],
      ]),
  };
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
