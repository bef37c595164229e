// The paths of the screens (ROUTE-3), behind the "#" of the address.
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

/** The path of the fines screen filtered to one user (ROUTE-8). */
export function finesOf(userId: string): string {
  return `${PATHS.fines}/${encodeURIComponent(userId)}`;
}

/** The user of a path made by `finesOf`; undefined for any other path. */
export function userOfFines(path: string): string | undefined {
  const [, encoded] = /^\/fines\/([^/]+)$/.exec(path) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The path of the receipt with this name, e.g. `R-2026-000123`. */
export function receiptPath(receipt: string): string {
  return `/receipts/${receipt}`;
}
