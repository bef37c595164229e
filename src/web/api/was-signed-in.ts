// Who was signed in here when the page was last open: a guess at what it will need first, no more. before-paint.js reads the
// same key.
import type { Role } from '../../core/permission.ts';

const KEY = 'was-signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
}

export function rememberSignedIn(role: Role | null): void {
  try {
    if (role === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, role);
  } catch {
    // As above.
  }
}
