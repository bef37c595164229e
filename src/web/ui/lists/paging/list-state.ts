// Search, order and page of a list, as in its address: `?search=khan&sort=total&order=descending&page=2`, without
// those that are the default.
import { type CalendarDay, isCalendarDay } from '../../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import type { AddressFormat } from '../../../routing/address.ts';

export type SortOrder = 'ascending' | 'descending';

/** What a list can be sorted by, and in which order each starts; the first one sorts the list by default. */
export type SortRules<S extends string> = Readonly<Record<S, SortOrder>>;

export interface Sorting<S extends string> {
  sort: S;
  order: SortOrder;
}

export interface ListState<S extends string> extends Sorting<S> {
  search: string;
  /** from 1 */
  page: number;
}

/** The server accepts no larger one. */
const LAST_PAGE = 10_000_000;

export function readSearch(query: URLSearchParams): string {
  return (query.get('search') ?? '').slice(0, MAX_LENGTH.search).toWellFormed();
}

export function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1;
}

export function readDay(query: URLSearchParams, name: string): CalendarDay | undefined {
  const day = query.get(name);
  return day !== null && isCalendarDay(day) ? day : undefined;
}

/** A person's e-mail. */
export function readPerson(query: URLSearchParams, name: string): string | undefined {
  const person = (query.get(name) ?? '').toWellFormed().trim().slice(0, MAX_LENGTH.email);
  return person === '' ? undefined : person;
}

/** One of the choices; the first if the address has none of them. */
export function readChoice<C extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [C, ...(readonly C[])],
): C {
  return choices.find((choice) => choice === query.get(name)) ?? choices[0];
}

export function readSorting<S extends string>(query: URLSearchParams, rules: SortRules<S>): Sorting<S> {
  const sort = readChoice(query, 'sort', sortsOf(rules));
  return { sort, order: readChoice(query, 'order', [rules[sort], opposite(rules[sort])]) };
}

/** `path` with those parameters that differ from their default. */
export function withQuery(path: string, parameters: readonly [name: string, value: string, without: string][]): string {
  const query = new URLSearchParams();
  for (const [name, value, without] of parameters) if (value !== without) query.set(name, value);
  const asked = query.toString();
  return asked === '' ? path : `${path}?${asked}`;
}

/** The parameters of a sorting, for `withQuery`. */
export function sortingParameters<S extends string>(
  { sort, order }: Sorting<S>,
  rules: SortRules<S>,
): [name: string, value: string, without: string][] {
  return [
    ['sort', sort, sortsOf(rules)[0]],
    ['order', order, rules[sort]],
  ];
}

/** Sorted by this; if it already is, in the opposite order. */
export function sortedBy<S extends string>(now: Sorting<S>, sort: S, rules: SortRules<S>): Sorting<S> {
  return { sort, order: now.sort === sort ? opposite(now.order) : rules[sort] };
}

const opposite = (order: SortOrder): SortOrder => (order === 'ascending' ? 'descending' : 'ascending');

export function sortsOf<S extends string>(rules: SortRules<S>): [S, ...S[]] {
  const [first, ...others] = Object.keys(rules) as S[];
  if (first === undefined) throw new Error('A list must have something to sort by.');
  return [first, ...others];
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
