// The addresses of the Requests screen, which say which requests are shown and which page:
// `/requests?state=all&kind=claim&from=2026-11-01&to=2026-11-30&search=khan&page=2`; without a state, the open ones. On
// a person's screen the list holds all of that person's: `/user/{userId}?tab=requests&page=2`.
import type { CalendarDay } from '../../../core/calendar.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '../../../core/money/member-request.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { PATHS, personPath, tabParameter, userOfPerson } from '../../routing/paths.ts';
import { readChoice, readDay, readPage, readSearch, withQuery } from '../../ui/lists/paging/list-state.ts';

/** In the order in which they are offered. */
export const STATES = ['open', 'all', ...REQUEST_STATES.filter((state) => state !== 'open')] as const;
export const KINDS = ['all', ...REQUEST_KINDS] as const;

export interface RequestFilter {
  state: (typeof STATES)[number];
  kind: (typeof KINDS)[number];
  /** the days on which they were sent */
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  search: string;
}

export interface RequestsPlace extends RequestFilter {
  /** the person whose screen and requests these are; undefined on the Requests screen */
  personId: string | undefined;
  /** from 1 */
  page: number;
}

export const ALL_REQUESTS: Readonly<RequestFilter> = {
  state: 'all',
  kind: 'all',
  from: undefined,
  to: undefined,
  search: '',
};

export const NO_FILTER: Readonly<RequestFilter> = { ...ALL_REQUESTS, state: 'open' };

/** How many fields are set of those that phones show behind a button. */
export const filtersOf = ({ state, kind, from, to }: RequestFilter): number =>
  [state !== 'open', kind !== 'all', from !== undefined, to !== undefined].filter(Boolean).length;

export const REQUESTS_FORMAT: AddressFormat<RequestsPlace> = {
  owns: (path) => path === PATHS.requests || userOfPerson(path) !== undefined,
  read: ({ path, search: query }) => {
    const personId = userOfPerson(path);
    const filter =
      personId === undefined
        ? {
            state: readChoice(query, 'state', STATES),
            kind: readChoice(query, 'kind', KINDS),
            from: readDay(query, 'from'),
            to: readDay(query, 'to'),
            search: readSearch(query),
          }
        : ALL_REQUESTS;
    return { personId, ...filter, page: readPage(query) };
  },
  write: ({ personId, state, kind, from, to, search, page }) =>
    personId === undefined
      ? withQuery(PATHS.requests, [
          ['state', state, 'open'],
          ['kind', kind, 'all'],
          ['from', from ?? '', ''],
          ['to', to ?? '', ''],
          ['search', search, ''],
          ['page', String(page), '1'],
        ])
      : withQuery(personPath(personId), [tabParameter('requests'), ['page', String(page), '1']]),
};

/** The part of the query that `requests.list` and its export have in common. */
export const listFilter = ({ personId, state, kind, from, to, search }: RequestsPlace) => ({
  ...(personId !== undefined && { userId: personId }),
  ...(state !== 'all' && { state }),
  ...(kind !== 'all' && { kind }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  search: search.trim(),
});
