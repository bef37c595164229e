/** Who may do what: every operation names the least access it needs, and the default is nobody (ACCESS-6). */
import { emailKey } from './email.ts';

/** The least first: each may do what those before it may (ACCESS-14). */
export const ACCESS_LEVELS = ['member', 'viewer', 'collector', 'manager', 'administrator'] as const;

/** What somebody signed in may do; a user record's role text grants nothing (ACCESS-2). */
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** What a user record can be given; the administrator is named by the configuration alone. */
export const GRANTED_LEVELS = ['viewer', 'collector', 'manager'] as const;
export type GrantedLevel = (typeof GRANTED_LEVELS)[number];

/** The least access an operation needs; 'anyone' may be signed out. */
export type Needs = 'anyone' | AccessLevel;

export const isAtLeast = (access: AccessLevel, least: AccessLevel): boolean =>
  ACCESS_LEVELS.indexOf(access) >= ACCESS_LEVELS.indexOf(least);

export const isNeeds = (value: unknown): value is Needs =>
  value === 'anyone' || (ACCESS_LEVELS as readonly unknown[]).includes(value);

/** Whether somebody with this access (null: signed out) has what is needed. Needs that are not known admit nobody. */
export function isAllowed(needs: Needs, access: AccessLevel | null): boolean {
  if (!isNeeds(needs)) return false;
  if (needs === 'anyone') return true;
  return access !== null && isAtLeast(access, needs);
}

/**
 * Whether an API key can do what needs this. What needs no more than a member is about the own account, which a key has not;
 * what needs the administrator is given to nobody.
 */
export const isKeys = (needs: Needs): boolean => (GRANTED_LEVELS as readonly Needs[]).includes(needs);

/** Whether a password alone may not be enough for them, by the rule "Whoever handles money needs a passkey". */
export const handlesMoney = (access: AccessLevel): boolean => isAtLeast(access, 'collector');

/** Whether they may take back, correct and delete only what they entered themselves today (ACCESS-17). */
export const isHeldToOwnEntries = (access: AccessLevel): boolean => !isAtLeast(access, 'manager');

/** The administrator is whoever signs in with exactly the administrator's e-mail, in whatever case (ACCESS-1). */
export function isAdministrators(email: string, administratorEmail: string): boolean {
  const key = emailKey(email);
  return key !== '' && key === emailKey(administratorEmail);
}
