// Who may be where (ROUTE-2 to ROUTE-8).
import { collectFromMany } from '../../contract/money/debtors.ts';
import { importFines, importUsers } from '../../contract/fines/imports.ts';
import { type AccessLevel, isAllowed, isStaff } from '../../core/people/permission.ts';
import {
  handOverOf,
  ownPaperPath,
  PATHS,
  PERSON,
  receiptOf,
  userOfFines,
  userOfPerson,
  userOfStatement,
  voucherOf,
} from './paths.ts';

/** The least access for each screen besides the overview, which is open to everybody. */
const LEAST_ACCESS: Readonly<Record<string, AccessLevel>> = {
  [PATHS.dashboard]: 'viewer',
  [PATHS.users]: 'viewer',
  [PATHS.fines]: 'viewer',
  [PATHS.importUsers]: importUsers.needs,
  [PATHS.importFines]: importFines.needs,
  [PATHS.payments]: 'viewer',
  [PATHS.givenBack]: 'viewer',
  [PATHS.waived]: 'viewer',
  [PATHS.cashUp]: 'viewer',
  [PATHS.collectFromMany]: collectFromMany.needs,
  [PATHS.reminders]: 'viewer',
  [PATHS.sent]: 'viewer',
  [PATHS.requests]: 'viewer',
  [PATHS.events]: 'viewer',
  [PATHS.collected]: 'viewer',
  [PATHS.reports]: 'viewer',
  [PATHS.month]: 'viewer',
  [PATHS.history]: 'viewer',
  [PATHS.settings]: 'viewer',
  [PATHS.profile]: 'viewer',
};

export type Destination = typeof PATHS.login | typeof PATHS.dashboard | typeof PATHS.overview | typeof PATHS.settings;

/** The path of the screen: the rest of a path is a filter on it, except that a person has a screen of their own. */
export const screenOf = (path: string): string =>
  userOfPerson(path) === undefined ? `/${path.split('/')[1] ?? ''}` : PERSON;

/** The screen on which a principal starts; null: signed out. */
export function homeOf(access: AccessLevel | null): Destination {
  if (access === null) return PATHS.login;
  return isStaff(access) ? PATHS.dashboard : PATHS.overview;
}

/** Where a principal who asks for this path is redirected; null if it may be shown. */
export function redirectFor(path: string, access: AccessLevel | null): string | null {
  const home = homeOf(access);
  if (path === home || (access !== null && path === PATHS.overview)) return null;
  if (access === null) return home;
  if (!isStaff(access)) {
    const paper = receiptOf(path) ?? voucherOf(path);
    return paper === undefined ? home : ownPaperPath(paper);
  }
  if (path === PATHS.settingsAlias) return PATHS.settings;
  const least = isOfOneRecord(path) ? 'viewer' : LEAST_ACCESS[path];
  return least !== undefined && isAllowed(least, access) ? null : home;
}

const isOfOneRecord = (path: string): boolean =>
  [userOfFines, userOfPerson, userOfStatement, receiptOf, voucherOf, handOverOf].some(
    (recordOf) => recordOf(path) !== undefined,
  );
