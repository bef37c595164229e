// Who was signed in here when the page was last open: a guess at what it will need first, no more. before-paint.js reads the
// same key.
import type { AccessLevel } from '../../core/people/permission.ts';

const KEY = 'was-signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
}

export function rememberSignedIn(access: AccessLevel | null): void {
  try {
    if (access === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, access);
  } catch {
    // As above.
  }
}
