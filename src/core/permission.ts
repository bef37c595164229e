/** Who may call what: every operation names its audience, and the default is nobody (ACCESS-6). */
import { emailKey } from './email.ts';

/** The role of somebody signed in; a user record's role text grants nothing (ACCESS-2). */
export type Role = 'administrator' | 'member';

export type Audience = 'anyone' | 'signed-in' | 'administrator';

/** Whether a caller of this role (null: signed out) belongs to the audience. An unknown audience admits nobody. */
export function isAllowed(audience: Audience, role: Role | null): boolean {
  switch (audience) {
    case 'anyone':
      return true;
    case 'signed-in':
      return role === 'administrator' || role === 'member';
    case 'administrator':
      return role === 'administrator';
    default:
      return false;
  }
}

/** Whether a password alone may not be enough for them, by the rule "Whoever handles money needs a passkey". */
export const handlesMoney = (role: Role): boolean => role === 'administrator';

/** The administrator is whoever signs in with exactly the administrator's e-mail, in whatever case (ACCESS-1). */
export function roleOf(email: string, administratorEmail: string): Role {
  const key = emailKey(email);
  return key !== '' && key === emailKey(administratorEmail) ? 'administrator' : 'member';
}
