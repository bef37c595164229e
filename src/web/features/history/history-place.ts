// The address of the history: which entries, and which page of them:
// `/history?member=6H8SUSQB&by=a@b.pk&kind=fines&from=2026-11-01&to=2026-11-30&before=1234`. `fine`: of one fine. On a
// person's screen all of theirs: `/user/6H8SUSQB?tab=history&before=1234`.
import type { CalendarDay } from '../../../core/calendar.ts';
import { HISTORY_KINDS, type HistoryKind } from '../../../core/journal.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { PATHS, personPath, tabParameter, userOfPerson } from '../../routing/paths.ts';
import { readChoice, readDay, readPerson, withQuery } from '../../ui/lists/paging/list-state.ts';

export interface Filter {
  /** ids */
  member: string | undefined;
  fine: string | undefined;
  /** who did it, an e-mail; undefined: anybody */
  by: string | undefined;
  kind: HistoryKind | 'all';
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
}

/** A page: the newest entries, or those next to an entry; those after 0 are the oldest. */
export type Page = 'newest' | { before: number } | { after: number };

export interface Place extends Filter {
  /** the person whose screen it is; undefined on the history's own screen */
  personId: string | undefined;
  page: Page;
}

export const NO_FILTER: Readonly<Filter> = {
  member: undefined,
  fine: undefined,
  by: undefined,
  kind: 'all',
  from: undefined,
  to: undefined,
};

/** How many fields of the filter are set. */
export const filtersOf = ({ member, fine, by, kind, from, to }: Filter): number =>
  [member, fine, by, kind === 'all' ? undefined : kind, from, to].filter((value) => value !== undefined).length;

export const HISTORY_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.history || userOfPerson(path) !== undefined,
  read: ({ path, search: query }) => {
    const personId = userOfPerson(path);
    const filter = personId === undefined ? filterIn(query) : { ...NO_FILTER, member: personId };
    return { personId, ...filter, page: readEntries(query) };
  },
  write: ({ personId, page, ...filter }) =>
    withQuery(personId === undefined ? PATHS.history : personPath(personId), [
      ...(personId === undefined ? parametersOf(filter) : [tabParameter('history')]),
      ['before', typeof page === 'object' && 'before' in page ? String(page.before) : '', ''],
      ['after', typeof page === 'object' && 'after' in page ? String(page.after) : '', ''],
    ]),
};

const filterIn = (query: URLSearchParams): Filter => ({
  member: readId(query, 'member'),
  fine: readId(query, 'fine'),
  by: readPerson(query, 'by'),
  kind: readChoice(query, 'kind', ['all', ...HISTORY_KINDS]),
  from: readDay(query, 'from'),
  to: readDay(query, 'to'),
});

const parametersOf = ({ member, fine, by, kind, from, to }: Filter): [string, string, string][] => [
  ['member', member ?? '', ''],
  ['fine', fine ?? '', ''],
  ['by', by ?? '', ''],
  ['kind', kind, 'all'],
  ['from', from ?? '', ''],
  ['to', to ?? '', ''],
];

function readId(query: URLSearchParams, name: string): string | undefined {
  const id = (query.get(name) ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 128);
  return id === '' ? undefined : id;
}

function readEntries(query: URLSearchParams): Page {
  const [before, after] = [readSequence(query, 'before'), readSequence(query, 'after')];
  if (before !== undefined) return { before };
  return after === undefined ? 'newest' : { after };
}

function readSequence(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  const sequence = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(sequence) ? sequence : undefined;
}

/** The query of `exports.history`. */
export const exportQueryOf = ({ member, fine, by, kind, from, to }: Filter) => ({
  ...(member !== undefined && { userId: member }),
  ...(fine !== undefined && { fineId: fine }),
  ...(by !== undefined && { actor: by }),
  ...(kind !== 'all' && { kind }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** The query of `history.list`. */
export const queryOf = (place: Place) => ({ ...exportQueryOf(place), ...(place.page !== 'newest' && place.page) });
