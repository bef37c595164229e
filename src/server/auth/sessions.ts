// Opening, reading, extending and ending sessions. Every request reads its session, so that takes one indexed query, shared by
// those that come together, and no cache: a session that ended anywhere is over everywhere at once.
import { generateRandomString } from 'better-auth/crypto';
import DataLoader from 'dataloader';
import type { Compilable, Transaction } from 'kysely';
import { displayName } from '../../core/person-name.ts';
import { roleOf } from '../../core/permission.ts';
import type { Database, Engine, Handle } from '../db/engine.ts';
import { byShape, each, prepared, toPowerOfTwo } from '../db/prepared.ts';
import type { Schema } from '../db/schema.ts';
import { libraryDate, SESSION_AT_MOST_MS, SESSION_MS } from './library.ts';
import type { Moment } from '../shared/kept.ts';
import type { SeenVisitor, Visitor } from './visitor.ts';

/** A session is extended at most once in this time: opening the app is then hardly ever a write. */
const EXTEND_AFTER_MS = 24 * 60 * 60 * 1000;

/** What is known of an account beside its e-mail. */
interface Person {
  accountName: string;
  userId: string | null;
  userName: string | null;
  status: 'Active' | 'Inactive' | null;
}

interface SessionRow extends Person, Moment {
  token: string;
  sessionId: string;
  expiresAt: string | Date;
  authUserId: string;
  email: string;
}

/**
 * Who somebody with this e-mail is; null when they may not come in: a member whose user record is missing, deleted or
 * inactive (decisions section 5).
 */
export function identify(
  email: string,
  person: Person,
  administratorEmail: string,
): Pick<Visitor, 'email' | 'name' | 'role' | 'userId'> | null {
  const role = roleOf(email, administratorEmail);
  const name = person.userName === null ? person.accountName : displayName(person.userName);
  if (role === 'administrator') return { email, name, role, userId: null };
  return person.userId !== null && person.status === 'Active' ? { email, name, role, userId: person.userId } : null;
}

/** Sessions by token with their accounts, those e-mails' user records, and how far the books are: what every request reads. */
export function selectSessions(db: Handle, tokens: readonly string[]) {
  return db
    .selectFrom('auth_session')
    .innerJoin('auth_user', 'auth_user.id', 'auth_session.userId')
    .leftJoin('users', (join) =>
      join.onRef('users.email_key', '=', 'auth_user.email').on('users.deleted_at', 'is', null),
    )
    .innerJoin('books', (join) => join.on((eb) => eb('books.id', '=', eb.lit(1))))
    .where('auth_session.token', 'in', tokens)
    .select([
      'auth_session.token',
      'books.last_sequence',
      'books.updated_at',
      'auth_session.id as sessionId',
      'auth_session.expiresAt',
      'auth_user.id as authUserId',
      'auth_user.email',
      'auth_user.name as accountName',
      'users.id as userId',
      'users.user_name as userName',
      'users.status',
    ]);
}

const MAX_USER_AGENT = 300;

/** Opens a session of an account, whose row is held; the token is in its cookie alone. */
export async function openSession(
  tx: Transaction<Schema>,
  engine: Engine,
  now: number,
  { authUserId, address, userAgent }: { authUserId: string; address: string; userAgent: string | null },
): Promise<{ id: string; token: string; expiresAt: number }> {
  const session = { id: generateRandomString(32), token: generateRandomString(32), expiresAt: now + SESSION_MS };
  await tx
    .insertInto('auth_session')
    .values({
      id: session.id,
      token: session.token,
      userId: authUserId,
      expiresAt: libraryDate(engine, session.expiresAt),
      ipAddress: address,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      createdAt: libraryDate(engine, now),
      updatedAt: libraryDate(engine, now),
    })
    .execute();
  return session;
}

/** Ends the sessions of an account, but for the one named; the ids of those that were open. */
export async function endSessionsOf(db: Handle, authUserId: string, except: string | null = null): Promise<string[]> {
  const rows = await db
    .deleteFrom('auth_session')
    .where('userId', '=', authUserId)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute();
  return ids(rows);
}

/** An account has so many at the most: far more than anybody has devices, and as many as one could look through. */
const SESSIONS_AT_MOST = 100;

/** Makes room for a session just opened: ends the oldest sign-ins beyond SESSIONS_AT_MOST. Returns their ids. */
export async function endOldestBut(tx: Transaction<Schema>, authUserId: string, opened: string): Promise<string[]> {
  // By name, since others may have been opened in the same millisecond.
  const others = tx.selectFrom('auth_session').select('id').where('userId', '=', authUserId).where('id', '!=', opened);
  const newest = others.orderBy('createdAt', 'desc').limit(SESSIONS_AT_MOST - 1);
  const rows = await tx
    .deleteFrom('auth_session')
    .where('userId', '=', authUserId)
    .where('id', '!=', opened)
    .where('id', 'not in', newest)
    .returning('id')
    .execute();
  return ids(rows);
}

/** The open sessions of an account, the newest sign-in first. */
export function openSessionsOf(db: Database, authUserId: string, now: number) {
  return db.read
    .selectFrom('auth_session')
    .where('userId', '=', authUserId)
    .where('expiresAt', '>', libraryDate(db.engine, now))
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .orderBy('createdAt', 'desc')
    .limit(SESSIONS_AT_MOST)
    .execute();
}

const ids = (rows: { id: string }[]): string[] => rows.map((row) => row.id);

const sessionsOf = byShape((count: number) =>
  prepared((db, values: { tokens: readonly string[] }): Compilable<SessionRow> =>
    selectSessions(db, each(values.tokens, count)),
  ),
);

/** Requests that came at the same moment, whose sessions are looked up together at the most. */
const LOOKED_UP_TOGETHER = 32;

/**
 * How a session is found, as it is at a moment after it was asked for. One statement serves all who ask at the same moment: for
 * each by itself, sending it and hearing of it would take longer than carrying it out.
 */
function finder(db: Database): (token: string) => Promise<SessionRow | undefined> {
  const find = async (tokens: readonly string[]): Promise<(SessionRow | undefined)[]> => {
    const wanted = toPowerOfTwo([...new Set(tokens)]);
    const rows = await sessionsOf(wanted.length)(db.read, { tokens: wanted });
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return tokens.map((token) => byToken.get(token));
  };
  const loader = new DataLoader(find, {
    cache: false,
    maxBatchSize: LOOKED_UP_TOGETHER,
    // After all requests that have arrived already.
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (token) => loader.load(token);
}

export interface Sessions {
  /** Whose session has this token; null when it is over. */
  find(token: string, now: number): Promise<SeenVisitor | null>;
  /**
   * Makes the session last SESSION_MS from now, or until its absolute end, if its last extension is a while ago; its token
   * and how long it lasts if it did so.
   */
  extend(visitor: Visitor, now: number): Promise<{ token: string; lastsMs: number } | null>;
  /** End sessions; the ids of those that were open. */
  endByToken(token: string): Promise<string[]>;
  endById(sessionId: string): Promise<string[]>;
  /** Removes the rows of sessions that ran out. */
  prune(now: number): Promise<void>;
}

export function createSessions(db: Database, administratorEmail: string): Sessions {
  const sessionOf = finder(db);
  const deleteSessions = () => db.write.deleteFrom('auth_session').returning('id');

  return {
    async find(token, now) {
      const row = await sessionOf(token);
      if (row === undefined) return null;
      const expiresAt = new Date(row.expiresAt).getTime();
      if (!(expiresAt > now)) return null;
      const who = identify(row.email, row, administratorEmail);
      if (who === null) return null;
      const booksAt = { last_sequence: row.last_sequence, updated_at: row.updated_at };
      return { sessionId: row.sessionId, authUserId: row.authUserId, ...who, expiresAt, booksAt };
    },
    async extend(visitor, now) {
      if (visitor.expiresAt - now > SESSION_MS - EXTEND_AFTER_MS) return null;
      const session = db.read.selectFrom('auth_session').select(['token', 'createdAt']);
      const row = await session.where('id', '=', visitor.sessionId).executeTakeFirst();
      if (row === undefined) return null;
      const expiresAt = Math.min(now + SESSION_MS, new Date(row.createdAt).getTime() + SESSION_AT_MOST_MS);
      // In its last days there is nothing left to extend.
      if (expiresAt <= visitor.expiresAt) return null;
      await db.write
        .updateTable('auth_session')
        .set({ expiresAt: libraryDate(db.engine, expiresAt), updatedAt: libraryDate(db.engine, now) })
        .where('id', '=', visitor.sessionId)
        .execute();
      return { token: row.token, lastsMs: expiresAt - now };
    },
    endByToken: async (token) => ids(await deleteSessions().where('token', '=', token).execute()),
    endById: async (sessionId) => ids(await deleteSessions().where('id', '=', sessionId).execute()),
    async prune(now) {
      await db.write.deleteFrom('auth_session').where('expiresAt', '<=', libraryDate(db.engine, now)).execute();
    },
  };
}
