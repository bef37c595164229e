// Who may be where (ROUTE-2 to ROUTE-8).
import type { Role } from '../core/permission.ts';
import { PATHS, receiptOf, userOfFines, userOfStatement, voucherOf } from './paths.ts';

const ADMINISTRATOR_PATHS: readonly string[] = [
  PATHS.dashboard,
  PATHS.overview,
  PATHS.users,
  PATHS.fines,
  PATHS.payments,
  PATHS.givenBack,
  PATHS.waived,
  PATHS.cashUp,
  PATHS.collectFromMany,
  PATHS.events,
  PATHS.reports,
  PATHS.collected,
  PATHS.settings,
  PATHS.profile,
];

export type Destination = typeof PATHS.login | typeof PATHS.dashboard | typeof PATHS.overview | typeof PATHS.settings;

/** The path of the screen: what follows the first part of a path is a filter on it. */
export const screenOf = (path: string): string => `/${path.split('/')[1] ?? ''}`;

/** The screen a principal lands on; null: signed out. */
export function homeOf(role: Role | null): Destination {
  if (role === null) return PATHS.login;
  return role === 'administrator' ? PATHS.dashboard : PATHS.overview;
}

/** Where a principal who asks for this path is sent instead; null when it may be shown. */
export function redirectFor(path: string, role: Role | null): Destination | null {
  if (role !== 'administrator') return path === homeOf(role) ? null : homeOf(role);
  if (path === PATHS.settingsAlias) return PATHS.settings;
  const isKnown =
    ADMINISTRATOR_PATHS.includes(path) ||
    userOfFines(path) !== undefined ||
    userOfStatement(path) !== undefined ||
    receiptOf(path) !== undefined ||
    voucherOf(path) !== undefined;
  return isKnown ? null : PATHS.dashboard;
}
