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

const isAtLeast = (access: AccessLevel, least: AccessLevel): boolean =>
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

// What follows from a level alone, apart from operations and fields, which name the least access themselves. Levels are
// compared nowhere else (scripts/imports.ts). `null`: signed out, or a user's record without more access than a member.

/** Whether they work with the organisation's records, on its own screens; a member has only the overview. */
export const isStaff = (access: AccessLevel | null): boolean => access !== null && isAtLeast(access, 'viewer');

/** Whether they may read everybody's records, and so learn of every change. */
export const mayReadAllRecords = (access: AccessLevel): boolean => isAtLeast(access, 'viewer');

/** Whether the rule "Whoever handles money needs a passkey" can forbid them to sign in with a password alone. */
export const handlesMoney = (access: AccessLevel): boolean => isAtLeast(access, 'collector');

/** Whether they may take back, correct and delete only what they entered themselves today (ACCESS-17). */
export const isHeldToOwnEntries = (access: AccessLevel): boolean => !isAtLeast(access, 'manager');

/** Whether they may import fines that are already paid or waived. */
export const mayImportSettled = (access: AccessLevel): boolean => isAtLeast(access, 'manager');

/** Whether they may take back hand-overs and pay-outs that others recorded, or on an earlier day. */
export const mayTakeBackAnyCash = (access: AccessLevel): boolean => isAdministrator(access);

export const isAdministrator = (access: AccessLevel): boolean => access === 'administrator';

/** Whether this is the administrator's e-mail, in upper or lower case (ACCESS-1). */
export function isAdministratorEmail(email: string, administratorEmail: string): boolean {
  const key = emailKey(email);
  return key !== '' && key === emailKey(administratorEmail);
}
