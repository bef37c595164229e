// The address of a sign-in link, and which users cannot have one.
import type { User } from '../../../../contract/users.ts';
import { PATHS } from '../../../routing/paths.ts';

/** The address of a link. `origin`: the public address, or the one this page was opened with. */
export function linkAddress(origin: string, token: string): string {
  return `${origin}/#${PATHS.login}?invite=${token}`;
}

/** Why this user cannot have a link; null if they can. The server decides in the end. */
export function hindrance(user: User): 'user-without-email' | 'user-inactive' | null {
  if (user.userEmail === null) return 'user-without-email';
  return user.status === 'Active' ? null : 'user-inactive';
}
