// The paths of the screens (specification section 2), behind the "#" of the address.
export const PATHS = {
  login: '/login',
  dashboard: '/dashboard',
  overview: '/fineUserOverView',
  users: '/user',
  fines: '/fines',
  events: '/events',
  collected: '/CollectedFinesPage',
  settings: '/app-settings',
  /** leads to the app settings */
  settingsAlias: '/settings',
  profile: '/profile',
} as const;

/** The fines screen filtered to one user. */
export function finesOf(userId: string): string {
  return `${PATHS.fines}/${encodeURIComponent(userId)}`;
}
