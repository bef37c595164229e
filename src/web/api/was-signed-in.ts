// Who was signed in here when the page was last open: a guess at what it will need first, no more. before-paint.js reads the
// same key.
import type { AccessLevel } from '../../core/people/permission.ts';

const KEY = 'was-signed-in';

/** Null: nobody. */
export function accessBefore(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden.
    return null;
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
