// What the screens people open first read, for the page itself (before-paint.js): it asks while the app's code is on the way. Each is
// the screen's own query at its bare address; asked in other words, it is asked in vain. Read by the build (vite.config.ts).
import { listFines } from '../contract/fines.ts';
import type { CallInput, Operation } from '../contract/operation.ts';
import { listSummaries, readTotals } from '../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE, OVERVIEW_USERS } from '../core/limits.ts';
import type { Role } from '../core/permission.ts';
import { addressIn } from './address.ts';
import { addressOf } from './api/call.ts';
import type { FirstRead } from './api/first-answers.ts';
import { DASHBOARD_FORMAT, summariesInput } from './features/dashboard/dashboard-view.ts';
import { PATHS } from './paths.ts';

/** A read without its answer. */
export type Question = Omit<FirstRead, 'answer'> & { address: string };

function question<O extends Operation>(operation: O, input: CallInput<O>): Question {
  return { key: [operation.id, input], topics: operation.topics, address: addressOf(operation, input) };
}

const dashboard = [
  question(readTotals, {}),
  question(listSummaries, summariesInput(DASHBOARD_FORMAT.read(addressIn(PATHS.dashboard)), 1)),
];
const overview = [
  question(listSummaries, {
    query: {
      search: '',
      sort: 'name',
      order: 'ascending',
      page: 1,
      pageSize: OVERVIEW_USERS,
      fines: OVERVIEW_PAGE_SIZE,
    },
  }),
];
const fines = [question(listFines, { query: { page: 1 } })];

/** By role and path; without a path, what the role starts with. */
export const FIRST_READS: Record<Role, Record<string, readonly Question[]>> = {
  administrator: { '': dashboard, [PATHS.dashboard]: dashboard, [PATHS.fines]: fines, [PATHS.overview]: overview },
  member: { '': overview, [PATHS.overview]: overview },
};
