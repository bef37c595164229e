// What the Requests screen shows, and how its address says so:
// `/requests?state=all&kind=claim&from=2026-11-01&to=2026-11-30&search=khan&page=2`; without a state, the open ones. On
// a person's screen the list has all that is theirs: `/user/{userId}?tab=requests&page=2`.
import { REQUEST_KINDS, REQUEST_STATES } from '../../../core/money/member-request.ts';
import { PATHS } from '../../routing/paths.ts';
import { atOrOfPerson, DAYS, oneOf, PAGE, SEARCH, stateFormat } from '../../ui/lists/paging/list-state.ts';

/** In the order in which they are offered. */
export const STATES = ['open', 'all', ...REQUEST_STATES.filter((state) => state !== 'open')] as const;
export const KINDS = ['all', ...REQUEST_KINDS] as const;

export const REQUESTS_FORMAT = stateFormat({
  path: atOrOfPerson(PATHS.requests, 'requests'),
  // The days are those on which they were sent.
  filters: { state: oneOf(STATES), kind: oneOf(KINDS), ...DAYS, search: SEARCH },
  others: { page: PAGE },
  fixed: ({ personId }) => (personId === undefined ? null : { state: 'all' as const }),
  steps: true,
});

export const ALL_REQUESTS = { ...REQUESTS_FORMAT.noFilter, state: 'all' } as const;
