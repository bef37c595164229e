// Who may be where (specification section 2, routing rules), apart from any router.
import type { Role } from '../core/permission.ts';
import { PATHS } from './paths.ts';

const ADMINISTRATOR_PATHS: readonly string[] = [
  PATHS.dashboard,
  PATHS.overview,
  PATHS.users,
  PATHS.fines,
  PATHS.events,
  PATHS.collected,
  PATHS.settings,
  PATHS.profile,
];

export type Destination = typeof PATHS.login | typeof PATHS.dashboard | typeof PATHS.overview | typeof PATHS.settings;

/** The screen a visitor lands on; null: signed out. */
export function homeOf(role: Role | null): Destination {
  if (role === null) return PATHS.login;
  return role === 'administrator' ? PATHS.dashboard : PATHS.overview;
}

/** Where a visitor who asks for this path is sent instead; null when it may be shown. */
export function redirectFor(path: string, role: Role | null): Destination | null {
  if (role !== 'administrator') return path === homeOf(role) ? null : homeOf(role);
  if (path === PATHS.settingsAlias) return PATHS.settings;
  // decisions section 6: /fines/{userId} is the fines screen of one user
  const ofOneUser = path.startsWith(`${PATHS.fines}/`) && /^[^/]+$/.test(path.slice(PATHS.fines.length + 1));
  return ADMINISTRATOR_PATHS.includes(path) || ofOneUser ? null : PATHS.dashboard;
}
