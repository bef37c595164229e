// The caller, as identified by a valid session or API key.
import { type Actor, actorIdOf, idOfKey } from '../../core/people/actor.ts';
import type { AccessLevel } from '../../core/people/permission.ts';
import type { BooksVersion } from '../db/books-version.ts';

export interface Principal {
  /** The caller is an API key: no person and without an account, so the ids below are the key's. */
  isKey?: true;
  sessionId: string;
  accountId: string;
  email: string;
  name: string;
  access: AccessLevel;
  /** their user record; null for the administrator */
  userId: string | null;
  /** ms since 1970 UTC */
  expiresAt: number;
}

/** A principal and the version of the books, read in one query at the beginning of a request. */
export type AuthenticatedPrincipal = Principal & { booksVersion: BooksVersion };

/** The actor that this principal acts as. */
export const actorOf = (principal: Principal): Actor => ({
  id: principal.isKey ? idOfKey(principal.accountId) : actorIdOf(principal),
  name: principal.email,
});
