// Accounts and sessions in tables of our own, replacing those of the former sign-in library. Passwords, open sessions
// and last sign-ins are migrated: nobody has to sign in again.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

/** The columns of the library's tables that are read here. Instants are ISO text on SQLite. */
type Former = {
  auth_user: { id: string; name: string; email: string; createdAt: string | Date };
  auth_account: { userId: string; providerId: string; password: string | null };
  auth_session: {
    id: string;
    token: string;
    userId: string;
    expiresAt: string | Date;
    ipAddress: string | null;
    userAgent: string | null;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
  sign_ins: { auth_user_id: string; last_at: number };
};

/** Rows per insert: well below SQLite's limit on bound values. */
const BATCH = 500;

export const accounts = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('accounts')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('email_key', key, (c) => c.notNull().unique())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('password_hash', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_sign_in_at', integer)
      .execute();
    await db.schema
      .createTable('sessions')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('token_hash', key, (c) => c.notNull().unique())
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_opened_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('address', text)
      .addColumn('user_agent', text)
      .execute();
    await db.schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute();
    const former = db.withTables<Former>();
    await carryAccounts(former);
    await carrySessions(former);
    for (const table of ['sign_ins', 'auth_verification', 'auth_account', 'auth_session', 'auth_user']) {
      await db.schema.dropTable(table).execute();
    }
  },
});

async function carryAccounts(db: Kysely<Schema & Former>): Promise<void> {
  const rows = await db
    .selectFrom('auth_user')
    .leftJoin('auth_account', (join) =>
      join.onRef('auth_account.userId', '=', 'auth_user.id').on('auth_account.providerId', '=', 'credential'),
    )
    .leftJoin('sign_ins', 'sign_ins.auth_user_id', 'auth_user.id')
    .select(['auth_user.id', 'auth_user.name', 'email', 'auth_user.createdAt', 'password', 'last_at'])
    .execute();
  const values = rows.map((row) => ({
    id: row.id,
    email_key: row.email,
    name: row.name,
    password_hash: row.password === null ? null : withItsCost(row.password),
    created_at: instant(row.createdAt),
    last_sign_in_at: row.last_at,
  }));
  for (const batch of batches(values)) await db.insertInto('accounts').values(batch).execute();
}

async function carrySessions(db: Kysely<Schema & Former>): Promise<void> {
  const rows = await db.selectFrom('auth_session').selectAll().execute();
  const values = rows.map((row) => ({
    id: row.id,
    token_hash: createHash('sha256').update(row.token).digest('base64url'),
    account_id: row.userId,
    created_at: instant(row.createdAt),
    last_opened_at: instant(row.updatedAt),
    expires_at: instant(row.expiresAt),
    address: row.ipAddress,
    user_agent: row.userAgent,
  }));
  for (const batch of batches(values)) await db.insertInto('sessions').values(batch).execute();
}

/**
 * Turns the library's `salt:hash`, both in hexadecimal, of scrypt with N = 16384, r = 16, p = 1, into a hash that
 * states its own cost (auth/passwords/passwords.ts). The salt's bytes are those of its hexadecimal text.
 */
function withItsCost(password: string): string {
  const [salt = '', hash = ''] = password.split(':');
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=14,r=16,p=1$${base64(Buffer.from(salt, 'utf8'))}$${base64(Buffer.from(hash, 'hex'))}`;
}

const instant = (value: string | Date): number => new Date(value).getTime();

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
