// Search, order and page of a list. Mirrored in the address, so that a reload, a link and the way back from another
// screen lead to what was on screen.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListState, SortOrder, SortRules } from './list-state.ts';
import { listAddress, listState } from './list-state.ts';

export interface ListView<S extends string> extends ListState<S> {
  /** Another search starts at its first page. */
  setSearch: (search: string) => void;
  /** Sorts by this; a second time the other way round. Starts at the first page. */
  sortBy: (sort: S) => void;
  setPage: (page: number) => void;
}

/**
 * `path` is the screen's own, `rules` must be the same object on every render. What a person types is kept here, not in
 * the address: going there takes a moment, and must not run over letters typed meanwhile.
 */
export function useListView<S extends string>(path: string, rules: SortRules<S>): ListView<S> {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const [state, setState] = useState(() => listState(raw, rules));
  const navigate = useNavigate();

  const address = listAddress(state, rules);
  const shown = listAddress(listState(raw, rules), rules);
  useEffect(() => {
    // Replaced, not added: the Back button leads to the screen before, not through every letter of a search.
    if (address !== shown) void navigate({ href: path + address, replace: true, resetScroll: false });
  }, [address, shown, path, navigate]);

  const setSearch = useCallback((search: string) => setState((now) => ({ ...now, search, page: 1 })), []);
  const sortBy = useCallback(
    (sort: S) =>
      setState((now) => {
        const turned: SortOrder = now.order === 'ascending' ? 'descending' : 'ascending';
        return { ...now, sort, order: now.sort === sort ? turned : rules[sort], page: 1 };
      }),
    [rules],
  );
  const setPage = useCallback((page: number) => setState((now) => ({ ...now, page })), []);
  return useMemo(() => ({ ...state, setSearch, sortBy, setPage }), [state, setSearch, sortBy, setPage]);
}
