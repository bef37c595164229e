// Who was signed in here when the page was last open: only a guess at what the page will need first. before-paint.js
// reads the same key.
import type { AccessLevel } from '../../core/people/permission.ts';

const KEY = 'was-signed-in';

/** null: nobody */
export function rememberedAccess(): string | null {
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
