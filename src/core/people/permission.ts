/** Who may do what: every operation names the least access it needs, and without that nobody is admitted (ACCESS-6). */
import { emailKey } from './email.ts';

/** The least first: each may do what those before it may (ACCESS-14). */
export const ACCESS_LEVELS = ['member', 'viewer', 'collector', 'manager', 'administrator'] as const;

/** What a signed-in person may do; the role text of a user record grants nothing (ACCESS-2). */
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The levels a user record can be given; only the configuration names the administrator. */
export const GRANTED_LEVELS = ['viewer', 'collector', 'manager'] as const;
export type GrantedLevel = (typeof GRANTED_LEVELS)[number];

/** The least access an operation needs; 'anyone' includes people who are signed out. */
export type Needs = 'anyone' | AccessLevel;

export const isAtLeast = (access: AccessLevel, least: AccessLevel): boolean =>
  ACCESS_LEVELS.indexOf(access) >= ACCESS_LEVELS.indexOf(least);

export const isNeeds = (value: unknown): value is Needs =>
  value === 'anyone' || (ACCESS_LEVELS as readonly unknown[]).includes(value);

/** Whether this access (null: signed out) is enough. An unknown value of `needs` admits nobody. */
export function isAllowed(needs: Needs, access: AccessLevel | null): boolean {
  if (!isNeeds(needs)) return false;
  if (needs === 'anyone') return true;
  return access !== null && isAtLeast(access, needs);
}

/**
 * Whether an API key can do what needs this. Operations for members concern one's own account, which a key does not
 * have, and no key is given the administrator's access.
 */
export const isKeys = (needs: Needs): boolean => (GRANTED_LEVELS as readonly Needs[]).includes(needs);

/** Whether the rule "Whoever handles money needs a passkey" can forbid them to sign in with a password alone. */
export const handlesMoney = (access: AccessLevel): boolean => isAtLeast(access, 'collector');

/** Whether they may take back, correct and delete only what they entered themselves today (ACCESS-17). */
export const isHeldToOwnEntries = (access: AccessLevel): boolean => !isAtLeast(access, 'manager');

/** Whether this is the administrator's e-mail, in upper or lower case (ACCESS-1). */
export function isAdministrators(email: string, administratorEmail: string): boolean {
  const key = emailKey(email);
  return key !== '' && key === emailKey(administratorEmail);
}
