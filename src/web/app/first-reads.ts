// The first reads of the screens that people open first, at their bare addresses. The page itself (before-paint.js)
// sends them while the app's code is loading. Read by the build (vite.config.ts).
import { listFines } from '../../contract/fines/fines.ts';
import { listOwnPayments } from '../../contract/money/own.ts';
import { listOwnRequests } from '../../contract/money/requests.ts';
import type { CallInput, Operation } from '../../contract/operation.ts';
import { listSummaries, readToday, readTotals } from '../../contract/overview.ts';
import { OWN_REQUESTS_PAGE_SIZE } from '../../core/limits.ts';
import { type AccessLevel, ACCESS_LEVELS, isAllowed, isStaff } from '../../core/people/permission.ts';
import { addressIn } from '../routing/address.ts';
import { addressOf } from '../api/call.ts';
import type { FirstRead } from '../api/first-answers.ts';
import { DASHBOARD_FORMAT, summariesInput } from '../features/dashboard/dashboard-view.ts';
import { FINES_FORMAT, finesInput } from '../features/fines/fines-address.ts';
import { OVERVIEW_FORMAT, overviewInput } from '../features/overview/overview-view.ts';
import { ownPaymentsInput } from '../features/payments/own/own-payments.ts';
import { PATHS } from '../routing/paths.ts';
import { homeOf, redirectFor } from '../routing/routing.ts';

/** A read without its answer. */
export type Question = Omit<FirstRead, 'answer'> & { address: string };

function question<O extends Operation>(operation: O, input: CallInput<O>): Question {
  return { key: [operation.id, input], address: addressOf(operation, input) };
}

const totals = question(readTotals, {});
const summaries = question(listSummaries, summariesInput(DASHBOARD_FORMAT.read(addressIn(PATHS.dashboard)), 1));
const today = question(readToday, {});
const overview = [question(listSummaries, overviewInput(OVERVIEW_FORMAT.read(addressIn(PATHS.overview))))];
const fines = [question(listFines, finesInput(FINES_FORMAT.read(addressIn(PATHS.fines))))];

const ofMember = [
  ...overview,
  question(listOwnRequests, { query: { page: 1, pageSize: OWN_REQUESTS_PAGE_SIZE } }),
  question(listOwnPayments, ownPaymentsInput(1)),
];

const ofStaff = (access: AccessLevel) => ({
  [PATHS.dashboard]: [totals, summaries, ...(isAllowed(readToday.needs, access) ? [today] : [])],
  [PATHS.fines]: fines,
  [PATHS.overview]: overview,
});

/** By access and path; the empty path is what they start with. */
export const FIRST_READS: Record<string, Record<string, readonly Question[]>> = Object.fromEntries(
  ACCESS_LEVELS.map((access) => {
    const reads: Record<string, readonly Question[]> = isStaff(access)
      ? ofStaff(access)
      : { [PATHS.overview]: ofMember };
    const open = Object.entries(reads).filter(([path]) => redirectFor(path, access) === null);
    return [access, { '': reads[homeOf(access)] ?? [], ...Object.fromEntries(open) }];
  }),
);
