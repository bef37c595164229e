// What a list shows, described once: each filter with its parameter in the address, its empty value, and what the server
// is asked for. The address, the query, whether anything is filtered and what "Clear" does follow from the description.
import { type CalendarDay, isCalendarDay } from '../../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import type { AddressFormat } from '../../../routing/address.ts';
import { personPath, type PersonTab, tabParameter, userOfPerson } from '../../../routing/paths.ts';

/** Something that the address says about a screen. Parameters that are empty are left out of it. */
export interface Part<V> {
  /** if the address has nothing else that is valid */
  empty: V;
  /** its parameter, if that differs from its name in the state */
  parameter?: string;
  read(query: URLSearchParams, parameter: string): V;
  write(value: V, parameter: string, state: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>;
  /** Another filter does not reset it. */
  stays?: true;
}

/** A part that decides which records are listed. */
export interface Filter<V, Asked = V> extends Part<V> {
  /** for the query; undefined: not limited by this */
  asked(value: V): Asked | undefined;
  isSet(value: V): boolean;
  /** It changes with every key. */
  typed?: true;
  /** Its field is always in view, so the count of filters set leaves it out. */
  inView?: true;
  /** values with which a record that was just added is listed, besides `empty` */
  showsAdded?: readonly V[];
}

export type Parts = Readonly<Record<string, Part<unknown>>>;
export type Filters = Readonly<Record<string, Filter<unknown, unknown>>>;
export type ValuesOf<P extends Parts> = { [K in keyof P]: P[K]['empty'] };

/** A filter by another name in the query than in the address. */
export const asking = <N extends string, F>(asks: N, filter: F): F & { asks: N } => ({ ...filter, asks });
type NameInQuery<F, K> = F extends { asks: infer N extends string } ? N : K;
type QueryOf<F extends Filters> = {
  [K in keyof F as NameInQuery<F[K], K>]?: NonNullable<ReturnType<F[K]['asked']>>;
};

// The kinds of parts.

/** One parameter. `read` returns undefined for what is not valid. */
export const part = <V extends string | number | boolean | null | undefined>(
  empty: V,
  read: (written: string) => V | undefined,
): Part<V> => ({
  empty,
  read: (query, parameter) => {
    const written = query.get(parameter);
    return written === null ? empty : (read(written) ?? empty);
  },
  write: (value, parameter) => ({ [parameter]: value === empty ? '' : String(value) }),
});

const optional = <V extends string>(read: (written: string) => V | undefined): Filter<V | undefined, V> => ({
  ...part<V | undefined>(undefined, read),
  asked: (value) => value,
  isSet: (value) => value !== undefined,
});

export const SEARCH: Filter<string> = {
  ...part('', (written) => written.slice(0, MAX_LENGTH.search).toWellFormed()),
  asked: (value) => (value.trim() === '' ? undefined : value.trim()),
  isSet: (value) => value.trim() !== '',
  typed: true,
  inView: true,
};

/** One of the choices, by default the first; "all" does not limit the list. */
export const oneOf = <const C extends string>(
  choices: readonly [C, ...(readonly C[])],
): Filter<C, Exclude<C, 'all'>> & { choices: readonly C[] } => ({
  ...part<C>(choices[0], (written) => choices.find((choice) => choice === written)),
  asked: (value) => (isLimit(value) ? value : undefined),
  isSet: (value) => value !== choices[0],
  choices,
});

const isLimit = <C extends string>(choice: C): choice is Exclude<C, 'all'> => choice !== 'all';

const day: Filter<CalendarDay | undefined, CalendarDay> = {
  ...optional((written) => (isCalendarDay(written) ? written : undefined)),
  typed: true,
};
/** Both are included. */
export const DAYS = { from: day, to: day };

/** The e-mail of who did it. */
export const PERSON = optional((written) => written.toWellFormed().trim().slice(0, MAX_LENGTH.email) || undefined);

/** The id of a record. */
export const RECORD_ID = optional(
  (written) =>
    written
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .slice(0, MAX_LENGTH.id) || undefined,
);

/** The server accepts no larger one. */
const LAST_PAGE = 10_000_000;

/** The id of a group, or that of none; '' for all. */
export const GROUP: Filter<string> = {
  ...part('', (written) => written.toWellFormed().slice(0, MAX_LENGTH.id)),
  asked: (value) => (value === '' ? undefined : value),
  isSet: (value) => value !== '',
};

/** From 1. */
export const PAGE = part(1, (written) => {
  const number = Number(written);
  return Number.isSafeInteger(number) && number >= 1 && number <= LAST_PAGE ? number : undefined;
});

/** An open dialog. */
export const flag = (parameter: string): Part<boolean> => ({
  ...part(false, (written) => (written === 'true' ? true : undefined)),
  parameter,
});

export type SortOrder = 'ascending' | 'descending';

/** What a list can be sorted by, and in which order each starts; the first one sorts the list by default. */
export type SortRules<S extends string> = Readonly<Record<S, SortOrder>>;

export interface Sorting<S extends string> {
  sort: S;
  order: SortOrder;
}

/** The address has an order only if the sort does not start with it. */
export function sorting<S extends string>(rules: SortRules<S>): { sort: Part<S>; order: Part<SortOrder> } {
  const sort: Part<S> = { ...oneOf(sortsOf(rules)), stays: true };
  const startOf = (asked: unknown): SortOrder => rules[sortsOf(rules).find((one) => one === asked) ?? sort.empty];
  const order: Part<SortOrder> = {
    empty: rules[sort.empty],
    read: (query, parameter) => {
      const start = startOf(query.get('sort'));
      return query.get(parameter) === opposite(start) ? opposite(start) : start;
    },
    write: (value, parameter, state) => ({ [parameter]: value === startOf(state['sort']) ? '' : value }),
    stays: true,
  };
  return { sort, order };
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

// The paths of a list.

/** What the path says: whose records these are. */
export interface Path<W extends object> {
  owns: (path: string) => boolean;
  read: (path: string) => W;
  write: (of: W) => { path: string; tab?: PersonTab };
  asked: (of: W) => { userId?: string };
}

export const at = (path: string): Path<object> => ({
  owns: (shown) => shown === path,
  read: () => ({}),
  write: () => ({ path }),
  asked: () => ({}),
});

/** undefined on the list's own screen */
export interface OfPerson {
  personId: string | undefined;
}

/** At its own path, and as a tab of a person's screen, where it has all that is theirs; null: without a tab. */
export const atOrOfPerson = (path: string, tab: PersonTab | null): Path<OfPerson> => ({
  owns: (shown) => shown === path || (tab !== null && userOfPerson(shown) !== undefined),
  read: (shown) => ({ personId: userOfPerson(shown) }),
  write: ({ personId }) =>
    personId === undefined ? { path } : { path: personPath(personId), ...(tab !== null && { tab }) },
  asked: ({ personId }) => (personId === undefined ? {} : { userId: personId }),
});

// The description as a whole.

interface Description<W extends object, F extends Filters, V extends Parts> {
  path: Path<W>;
  filters: F;
  /** the page, the order, an open dialog */
  others: V;
  /** the filters that follow from the path, whatever else is in the address; null: those of the address */
  fixed?: (of: W) => Partial<ValuesOf<F>> | null;
  /** A press on a filter or a page is a step to which Back leads. */
  steps?: true;
}

export interface StateFormat<W extends object, F extends Filters, V extends Parts> extends AddressFormat<
  W & ValuesOf<F> & ValuesOf<V>
> {
  filters: F;
  noFilter: Readonly<ValuesOf<F>>;
  /** the first page, and what else a new filter resets */
  start: Partial<ValuesOf<V>>;
  steps: boolean;
  /** Which records are listed: the part of the query that the list and its export have in common. */
  asked: (state: W & ValuesOf<F>) => QueryOf<F> & { userId?: string };
  /** How many filters are set, without those that are always in view. */
  count: (state: ValuesOf<F>) => number;
  isFiltered: (state: ValuesOf<F>) => boolean;
  /** The filters with which a record that was just added is listed. */
  forAdded: (state: ValuesOf<F>) => ValuesOf<F>;
}

/** What a screen keeps in an address of this format. */
export type StateOf<Format> = Format extends AddressFormat<infer S> ? S : never;

export function stateFormat<W extends object, F extends Filters, V extends Parts>(
  description: Description<W, F, V>,
): StateFormat<W, F, V> {
  const { path: of, filters, others, fixed = () => null, steps = false } = description;
  const noFilter = fromParts(filters, ({ empty }) => empty);
  const set = (state: ValuesOf<F>) => Object.entries(filters).filter(([name, { isSet }]) => isSet(state[name]));
  const readFrom = <P extends Parts>(query: URLSearchParams, parts: P) =>
    fromParts(parts, ({ read, parameter }, name) => read(query, parameter ?? name));
  return {
    filters,
    noFilter,
    start: Object.fromEntries(
      Object.entries(others).flatMap(([name, { empty, stays }]) => (stays === true ? [] : [[name, empty]])),
    ) as Partial<ValuesOf<V>>,
    steps,
    owns: of.owns,
    read: ({ path, search: query }) => {
      const whose = of.read(path);
      const given = fixed(whose);
      const filtered = given === null ? readFrom(query, filters) : { ...noFilter, ...given };
      return { ...whose, ...filtered, ...readFrom(query, others) };
    },
    write: (state) => {
      const { path, tab } = of.write(state);
      const values: Readonly<Record<string, unknown>> = state;
      const parts = Object.entries<Part<unknown>>({ ...(fixed(state) === null && filters), ...others });
      const written = parts.map(([name, { write, parameter = name }]) => write(values[name], parameter, values));
      return withQuery(path, Object.assign({}, tab && tabParameter(tab), ...written));
    },
    asked: (state) => {
      const entries = Object.entries(filters).map(([name, filter]) => [
        'asks' in filter ? filter.asks : name,
        filter.asked(state[name]),
      ]);
      const limits = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as QueryOf<F>;
      return { ...limits, ...of.asked(state) };
    },
    count: (state) => set(state).filter(([, { inView }]) => inView !== true).length,
    isFiltered: (state) => set(state).length > 0,
    forAdded: (state) =>
      fromParts(filters, ({ empty, showsAdded = [] }, name) =>
        showsAdded.includes(state[name]) ? state[name] : empty,
      ),
  };
}

const fromParts = <P extends Parts>(parts: P, valueOf: (part: P[string], name: string) => unknown): ValuesOf<P> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, one]) => [name, valueOf(one as P[string], name)]),
  ) as ValuesOf<P>;

/** `path` with those parameters that are not empty. */
export function withQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}

// A list of members with a search, an order and pages.

export interface ListState<S extends string> extends Sorting<S> {
  search: string;
  group: string;
  /** from 1 */
  page: number;
}

export type ListFormat<S extends string> = ReturnType<typeof listFormat<S>>;

export const listFormat = <S extends string>(path: string, rules: SortRules<S>) => ({
  ...stateFormat({
    path: at(path),
    filters: { search: SEARCH, group: GROUP },
    others: { ...sorting(rules), page: PAGE },
  }),
  rules,
});
