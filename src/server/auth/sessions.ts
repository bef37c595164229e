// Opening, reading, extending and ending sessions. Every request reads its session with one indexed query, shared by
// concurrent requests and never cached: a session that ended anywhere is over everywhere at once.
import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import type { Selectable, Transaction } from 'kysely';
import { deviceOf } from '../../core/people/device.ts';
import { displayName } from '../../core/people/person-name.ts';
import { type GrantedLevel, isAdministratorEmail } from '../../core/people/permission.ts';
import type { Database, Handle } from '../db/types.ts';
import { sessionsByToken } from '../db/built-once/sessions.ts';
import type { Schema, SessionsTable } from '../db/schema.ts';
import type { BooksVersion } from '../db/books-version.ts';
import { toInstant } from '../shared/wire.ts';
import { randomId } from './accounts.ts';
import type { AuthenticatedPrincipal, Principal } from './principal.ts';

/** A session lasts this long after the app was last opened with it (docs/decisions/0007-sessions.md). */
export const SESSION_IDLE_TIMEOUT_MS = 30 * 24 * 60 * 60 * 1000;

/** A session ends this long after its sign-in, however often the app is opened. */
export const SESSION_ABSOLUTE_TIMEOUT_MS = 180 * 24 * 60 * 60 * 1000;

/** A session is extended at most once in this time, so that opening the app is rarely a write. */
const EXTEND_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** An account's fields besides its e-mail. */
interface Person {
  accountName: string;
  userId: string | null;
  userName: string | null;
  status: 'Active' | 'Inactive' | null;
  granted: GrantedLevel | null;
}

interface SessionRow extends Person, BooksVersion {
  tokenHash: string;
  sessionId: string;
  expiresAt: number;
  accountId: string;
  email: string;
}

/**
 * The person with this e-mail; null if they may not sign in because their user record is missing, deleted or inactive
 * (ACCESS-4).
 */
export function identify(
  email: string,
  person: Person,
  administratorEmail: string,
): Pick<Principal, 'email' | 'name' | 'access' | 'userId'> | null {
  const { accountName, userName } = person;
  if (isAdministratorEmail(email, administratorEmail)) {
    return { email, name: accountName, access: 'administrator', userId: null };
  }
  if (person.userId === null || person.status !== 'Active') return null;
  const name = userName === null ? accountName : displayName(userName);
  return { email, name, access: person.granted ?? 'member', userId: person.userId };
}

/** A token has 192 random bits, so a fast hash without salt is enough. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const MAX_USER_AGENT = 300;

/** Opens a session of an account, whose row must be locked. Only the cookie contains the token. */
export async function openSession(
  tx: Transaction<Schema>,
  now: number,
  { accountId, address, userAgent }: { accountId: string; address: string; userAgent: string | null },
): Promise<{ id: string; token: string; expiresAt: number }> {
  const session = { id: randomId(), token: randomId(), expiresAt: now + SESSION_IDLE_TIMEOUT_MS };
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: hashOfToken(session.token),
      account_id: accountId,
      created_at: now,
      last_opened_at: now,
      expires_at: session.expiresAt,
      address,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    })
    .execute();
  return session;
}

/** Ends the sessions of an account, except the one named; returns how many were open. */
export async function endSessionsOf(db: Handle, accountId: string, except: string | null = null): Promise<number> {
  const rows = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute();
  return rows.length;
}

/** Maximum per account: more than anybody has devices, and few enough to read through. */
const MAX_SESSIONS_PER_ACCOUNT = 100;

/** Makes room for a session just opened by ending the oldest beyond MAX_SESSIONS_PER_ACCOUNT. */
export async function endExcessSessions(tx: Transaction<Schema>, accountId: string, opened: string): Promise<void> {
  // Excluded by id, since others may have been opened in the same millisecond.
  const others = tx.selectFrom('sessions').select('id').where('account_id', '=', accountId).where('id', '!=', opened);
  const newest = others.orderBy('created_at', 'desc').limit(MAX_SESSIONS_PER_ACCOUNT - 1);
  await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '!=', opened)
    .where('id', 'not in', newest)
    .execute();
}

type OpenSessionRow = Pick<Selectable<SessionsTable>, 'id' | 'user_agent' | 'created_at' | 'last_opened_at'>;

/** The open sessions of an account, the newest sign-in first. */
export function openSessionsOf(db: Handle, accountId: string, now: number): Promise<OpenSessionRow[]> {
  return db
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .select(['id', 'user_agent', 'created_at', 'last_opened_at'])
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS_PER_ACCOUNT)
    .execute();
}

/** A session as its owner, and the administrator, see it. */
export const toOpenSession = ({ user_agent, created_at, last_opened_at }: OpenSessionRow) => ({
  ...deviceOf(user_agent),
  signedInAt: toInstant(created_at),
  lastOpenedAt: toInstant(last_opened_at),
});

/** Maximum number of sessions looked up by one statement. */
const MAX_BATCH = 32;

/**
 * Finds sessions by their tokens. Requests that arrive together share one statement, which is sent once all of them
 * have arrived.
 */
function createFinder(db: Database): (token: string) => Promise<SessionRow | undefined> {
  const find = async (hashes: readonly string[]): Promise<(SessionRow | undefined)[]> => {
    const rows: SessionRow[] = await sessionsByToken(db.read, { values: [...new Set(hashes)] });
    const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
    return hashes.map((hash) => byHash.get(hash));
  };
  const loader = new DataLoader(find, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // After all requests that have already arrived.
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (token) => loader.load(hashOfToken(token));
}

export interface Sessions {
  /** The owner of the session with this token; null if it has ended. */
  find(token: string, now: number): Promise<AuthenticatedPrincipal | null>;
  /**
   * Makes the session last SESSION_IDLE_TIMEOUT_MS from now, or until its absolute end, if it was last extended at
   * least a day ago. Returns its remaining ms, or null if it was not changed.
   */
  extend(principal: Principal, now: number): Promise<number | null>;
  /** Ends the session with this token or id; returns whose it was, or undefined if it was not open. */
  end(session: { token: string } | { id: string }): Promise<{ accountId: string } | undefined>;
  deleteExpired(now: number): Promise<void>;
}

export function createSessions(db: Database, administratorEmail: string): Sessions {
  const sessionOf = createFinder(db);

  return {
    async find(token, now) {
      const row = await sessionOf(token);
      if (row === undefined) return null;
      if (row.expiresAt <= now) return null;
      const who = identify(row.email, row, administratorEmail);
      if (who === null) return null;
      const booksVersion = { last_sequence: row.last_sequence, updated_at: row.updated_at };
      return { sessionId: row.sessionId, accountId: row.accountId, ...who, expiresAt: row.expiresAt, booksVersion };
    },
    async extend(principal, now) {
      if (principal.expiresAt - now > SESSION_IDLE_TIMEOUT_MS - EXTEND_INTERVAL_MS) return null;
      const row = await db.read
        .selectFrom('sessions')
        .select('created_at')
        .where('id', '=', principal.sessionId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const expiresAt = Math.min(now + SESSION_IDLE_TIMEOUT_MS, row.created_at + SESSION_ABSOLUTE_TIMEOUT_MS);
      // In its last days there is nothing left to extend.
      if (expiresAt <= principal.expiresAt) return null;
      await db.write
        .updateTable('sessions')
        .set({ expires_at: expiresAt, last_opened_at: now })
        .where('id', '=', principal.sessionId)
        .execute();
      return expiresAt - now;
    },
    end: (session) =>
      db.write
        .deleteFrom('sessions')
        .where((eb) =>
          'id' in session ? eb('id', '=', session.id) : eb('token_hash', '=', hashOfToken(session.token)),
        )
        .returning('account_id as accountId')
        .executeTakeFirst(),
    async deleteExpired(now) {
      await db.write.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}
