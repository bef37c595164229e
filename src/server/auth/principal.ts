// The caller, as identified by a valid session.
import type { AccessLevel } from '../../core/permission.ts';
import type { BooksVersion } from '../ledger/books-version.ts';

export interface Principal {
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
