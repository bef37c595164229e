// The addresses of the lists on the Payments screen, which say which records are shown and which page:
// `/payments?from=2026-11-01&to=2026-11-30&method=Raast&by=a@b.pk&search=khan&page=2`. "Given Back" and "Waived" are
// alike, each with its own path. On a person's screen a list holds all of that person's:
// `/user/{userId}?tab=payments&page=2`.
import type { CalendarDay } from '../../../core/calendar.ts';
import { NOT_RECORDED, PAYMENT_METHODS } from '../../../core/money/payment.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { PATHS, personPath, type PersonTab, tabParameter, userOfPerson } from '../../routing/paths.ts';
import { readChoice, readDay, readPage, readPerson, readSearch, withQuery } from '../../ui/lists/paging/list-state.ts';

export type MethodFilter = 'all' | (typeof PAYMENT_METHODS)[number] | typeof NOT_RECORDED;

export interface Filter {
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  method: MethodFilter;
  /** who received, gave back or waived it, an e-mail; undefined: anybody */
  by: string | undefined;
  search: string;
}

export interface Place extends Filter {
  /** the person whose screen and records these are; undefined on the Payments screen */
  personId: string | undefined;
  /** from 1 */
  page: number;
}

export const NO_FILTER: Readonly<Filter> = {
  from: undefined,
  to: undefined,
  method: 'all',
  by: undefined,
  search: '',
};

/** How many fields of the filter are set. */
export const filtersOf = ({ from, to, method, by, search }: Filter): number =>
  [from !== undefined, to !== undefined, method !== 'all', by !== undefined, search.trim() !== ''].filter(Boolean)
    .length;

export interface PlaceFormat extends AddressFormat<Place> {
  /** the options of the method filter, in the order in which they are offered */
  methods: readonly MethodFilter[];
}

const placeFormat = (home: string, tab: PersonTab | null, ...methods: readonly MethodFilter[]): PlaceFormat => ({
  methods,
  owns: (path) => path === home || (tab !== null && userOfPerson(path) !== undefined),
  read: ({ path, search: query }) => {
    const personId = userOfPerson(path);
    const filter = personId === undefined ? filterIn(query, methods) : NO_FILTER;
    return { personId, ...filter, page: readPage(query) };
  },
  write: ({ personId, from, to, method, by, search, page }) =>
    withQuery(personId === undefined ? home : personPath(personId), [
      ...(personId === undefined || tab === null ? [] : [tabParameter(tab)]),
      ['from', from ?? '', ''],
      ['to', to ?? '', ''],
      ['method', method, 'all'],
      ['by', by ?? '', ''],
      ['search', search, ''],
      ['page', String(page), '1'],
    ]),
});

const filterIn = (query: URLSearchParams, methods: readonly MethodFilter[]): Filter => ({
  from: readDay(query, 'from'),
  to: readDay(query, 'to'),
  method: readChoice(query, 'method', ['all', ...methods]),
  by: readPerson(query, 'by'),
  search: readSearch(query),
});

export const PAYMENTS_FORMAT = placeFormat(PATHS.payments, 'payments', 'all', ...PAYMENT_METHODS, NOT_RECORDED);
export const GIVEN_BACK_FORMAT = placeFormat(PATHS.givenBack, null, 'all', ...PAYMENT_METHODS);
/** Waivers have no method. */
export const WAIVED_FORMAT = placeFormat(PATHS.waived, 'waived');

/** The part of the query that `payments.list`, `refunds.list`, `waivers.list` and their exports have in common. */
export const listFilter = ({ personId, from, to, search }: Place) => ({
  ...(personId !== undefined && { userId: personId }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  search: search.trim(),
});
