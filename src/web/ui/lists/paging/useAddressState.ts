// A screen's state that is mirrored in its address, so that a reload, a link and Back lead to what was shown.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type AddressFormat, type ChangeState, addressIn } from '../../../routing/address.ts';
import { currentHash, pushAddress, replaceAddress, useHash } from '../../../routing/location.ts';
import { openByAddress } from '../../dialogs/layers.ts';
import { type Filters, type ListFormat, type Parts, sortedBy, type StateFormat, type ValuesOf } from './list-state.ts';

/** The least time between two addresses while somebody types, because browsers limit how often it may change. */
const TYPING_INTERVAL_MS = 300;

/**
 * The component has its own state, which changes at once; the address follows, because browsers limit how often it may
 * change. Any other change of the address replaces the state. `format` must be a constant.
 */
export function useAddressState<S>(format: AddressFormat<S>): [S, ChangeState<S>] {
  const hash = useHash();
  const [state, setState] = useState(() => format.read(addressIn(hash)));
  /** The state the next change starts from, which may come before the next render. */
  const latest = useRef(state);
  const written = useRef(format.write(state));
  const writtenAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mounted = useRef(true);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  useEffect(() => {
    // Not the address at the time of the render, because somebody may have typed since.
    const address = addressIn(currentHash());
    // The app is leaving for another screen.
    if (!format.owns(address.path)) return;
    const shown = format.read(address);
    if (format.write(shown) === written.current) return;
    clearTimeout(timer.current);
    written.current = format.write(shown);
    latest.current = shown;
    setState(shown);
  }, [hash, format]);

  const change = useCallback<ChangeState<S>>(
    (update, how = 'replace') => {
      // An answer may come after the person has left.
      if (!mounted.current) return;
      latest.current = update(latest.current);
      setState(latest.current);
      const from = currentHash();
      const go = (): void => {
        const next = format.write(latest.current);
        // While the app leaves for another screen, nothing may lead back to this one, e.g. a dialog of its address that
        // closes. If a link was followed just now, screens may not have been told yet.
        if (window.location.hash !== from || !format.owns(addressIn(from).path) || next === written.current) return;
        written.current = next;
        writtenAt.current = Date.now();
        if (how === 'push') pushAddress(next);
        else if (how === 'dialog') openByAddress(next);
        else replaceAddress(next);
      };
      clearTimeout(timer.current);
      const wait = how === 'typing' ? writtenAt.current + TYPING_INTERVAL_MS - Date.now() : 0;
      if (wait > 0) timer.current = setTimeout(go, wait);
      else go();
    },
    [format],
  );
  return [state, change];
}

/** Keeps what a list shows in the address, and changes it. `format` must be a constant. */
export function useListView<W extends object, F extends Filters, V extends Parts>(format: StateFormat<W, F, V>) {
  type Filtered = W & ValuesOf<F>;
  type Page = 'page' extends keyof V ? ValuesOf<V>['page'] : never;
  const [state, change] = useAddressState(format);
  const actions = useMemo(() => {
    const { filters, noFilter, start, steps } = format;
    const how = steps ? 'push' : 'replace';
    return {
      change,
      /** From the first page on. */
      filter: (to: Partial<Filtered>) => {
        const isTyped = Object.keys(to).every((name) => filters[name]?.typed === true);
        change((now) => ({ ...now, ...to, ...start }), isTyped ? 'typing' : how);
      },
      clear: () => change((now) => ({ ...now, ...noFilter, ...start }), how),
      /** Shows the page that somebody asked for. */
      showPage: (page: Page) => change((now) => ({ ...now, ...start, page }), how),
      /** Likewise, without a step for the Back button. */
      setPage: (page: Page) => change((now) => ({ ...now, page })),
    };
  }, [format, change]);
  return useMemo(
    () => ({ ...state, ...actions, count: format.count(state), isFiltered: format.isFiltered(state) }),
    [format, state, actions],
  );
}

/** The view of a format's list. */
export type ListView<Format> =
  Format extends StateFormat<infer W, infer F, infer V> ? ReturnType<typeof useListView<W, F, V>> : never;

/** Likewise for a list with a search, an order and pages. */
export function useSortedView<S extends string>(format: ListFormat<S>) {
  const view = useListView(format);
  const { change, filter } = view;
  const actions = useMemo(
    () => ({
      setSearch: (search: string) => filter({ search }),
      /** If it already is sorted by this, in the opposite order. */
      sortBy: (sort: S) => change((now) => ({ ...now, ...sortedBy(now, sort, format.rules), page: 1 })),
    }),
    [format, change, filter],
  );
  return useMemo(() => ({ ...view, ...actions }), [view, actions]);
}

export type SortedView<S extends string> = ReturnType<typeof useSortedView<S>>;
