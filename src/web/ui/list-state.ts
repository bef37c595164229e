// What of a list's state is in its address: `?search=khan&sort=total&order=descending&page=2`.
import { MAX_LENGTH } from '../../core/limits.ts';

export type SortOrder = 'ascending' | 'descending';

/** What a list can be sorted by, and in which order each starts; the first one sorts the list at the beginning. */
export type SortRules<S extends string> = Readonly<Record<S, SortOrder>>;

export interface ListState<S extends string> {
  search: string;
  sort: S;
  order: SortOrder;
  /** from 1 */
  page: number;
}

/** The server takes no larger one. */
const LAST_PAGE = 10_000_000;

/** The search, from whatever an address or a field holds; the router reads "7" as a number. */
function searchOf(raw: unknown): string {
  const text = typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : '';
  return text.slice(0, MAX_LENGTH.search).toWellFormed();
}

/** Reads the search part of an address, whatever somebody typed into it. */
export function listState<S extends string>(raw: Record<string, unknown>, rules: SortRules<S>): ListState<S> {
  const sorts = Object.keys(rules) as S[];
  const [first] = sorts;
  if (first === undefined) throw new Error('A list must have something to sort by.');
  const sort = sorts.find((name) => name === raw['sort']) ?? first;
  const order = raw['order'];
  const page = Number(raw['page'] ?? 1);
  return {
    search: searchOf(raw['search']),
    sort,
    order: order === 'ascending' || order === 'descending' ? order : rules[sort],
    page: Number.isSafeInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** The other way round; empty for a list as it is at the beginning. */
export function listAddress<S extends string>(state: ListState<S>, rules: SortRules<S>): string {
  const query = new URLSearchParams();
  // In quotes, so that the router does not take "1.0" for the number 1.
  if (state.search !== '') query.set('search', JSON.stringify(state.search));
  const [first] = Object.keys(rules);
  if (state.sort !== first) query.set('sort', state.sort);
  if (state.order !== rules[state.sort]) query.set('order', state.order);
  if (state.page > 1) query.set('page', String(state.page));
  return query.size === 0 ? '' : `?${query}`;
}
