// What the history shows, which entries and which page of them, and how its address says so:
// `/history?member=6H8SUSQB&by=a@b.pk&kind=fines&from=2026-11-01&to=2026-11-30&before=1234`. `fine`: of one fine. On a
// person's screen all of theirs: `/user/6H8SUSQB?tab=history&before=1234`.
import { HISTORY_KINDS } from '../../../core/journal.ts';
import { PATHS } from '../../routing/paths.ts';
import {
  asking,
  atOrOfPerson,
  DAYS,
  oneOf,
  type Part,
  PERSON,
  RECORD_ID,
  stateFormat,
  type StateOf,
} from '../../ui/lists/paging/list-state.ts';

/** A page: the newest entries, or those next to an entry; those after 0 are the oldest. */
export type Page = 'newest' | { before: number } | { after: number };

const page: Part<Page> = {
  empty: 'newest',
  read: (query) => {
    const [before, after] = [readSequence(query, 'before'), readSequence(query, 'after')];
    if (before !== undefined) return { before };
    return after === undefined ? 'newest' : { after };
  },
  write: (value) =>
    value === 'newest'
      ? {}
      : Object.fromEntries(Object.entries(value).map(([name, sequence]) => [name, String(sequence)])),
};

function readSequence(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  const sequence = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(sequence) ? sequence : undefined;
}

export const HISTORY_FORMAT = stateFormat({
  path: atOrOfPerson(PATHS.history, 'history'),
  filters: {
    member: asking('userId', RECORD_ID),
    fine: asking('fineId', RECORD_ID),
    by: asking('actor', PERSON),
    kind: oneOf(['all', ...HISTORY_KINDS]),
    ...DAYS,
  },
  others: { page },
  fixed: ({ personId }) => (personId === undefined ? null : { member: personId }),
  steps: true,
});

export const NO_FILTER = HISTORY_FORMAT.noFilter;

/** The query of `history.list`. */
export const queryOf = (state: StateOf<typeof HISTORY_FORMAT>) => ({
  ...HISTORY_FORMAT.asked(state),
  ...(state.page !== 'newest' && state.page),
});
