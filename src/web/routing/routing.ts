// Who may be where (ROUTE-2 to ROUTE-8).
import { type AccessLevel, isStaff } from '../../core/people/permission.ts';
import { ownPaperPath, PATHS, receiptOf, voucherOf } from './paths.ts';
import { mayOpen, SCREEN_NAMES, screenAt, screenNamed, type ScreenName } from './screens.ts';

/** The screen at a path, whichever of its tabs is open. */
export function screenOf(path: string): ScreenName | undefined {
  const name = screenAt(path);
  return name === undefined ? undefined : (screenNamed(name).tabOf ?? name);
}

/** The screen on which a principal starts; null: signed out. */
export function homeOf(access: AccessLevel | null): string {
  const home = access === null ? undefined : SCREEN_NAMES.find((name) => mayOpen(name, access));
  return home === undefined ? PATHS.login : PATHS[home];
}

/** Where a principal who asks for this path is redirected; null if it may be shown. */
export function redirectFor(path: string, access: AccessLevel | null): string | null {
  const home = homeOf(access);
  if (access === null) return path === home ? null : home;
  const name = screenAt(path === PATHS.settingsAlias ? PATHS.settings : path);
  if (name !== undefined && mayOpen(name, access)) return path === PATHS.settingsAlias ? PATHS.settings : null;
  const paper = isStaff(access) ? undefined : (receiptOf(path) ?? voucherOf(path));
  return paper === undefined ? home : ownPaperPath(paper);
}
