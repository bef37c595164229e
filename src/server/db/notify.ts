// Notifications between processes on one PostgreSQL database. On SQLite they see each other's commits.
import { sql, type Transaction } from 'kysely';
import { NOTIFY_CHANNEL } from './postgres/listen.ts';
import { run } from './run.ts';
import type { Schema } from './schema.ts';
import type { Database, Engine } from './types.ts';

/** In a write transaction: the other processes are notified when it commits. */
export async function announceCommit(engine: Engine, tx: Transaction<Schema>): Promise<void> {
  if (engine === 'postgres') await run(tx, sql`select pg_notify(${sql.lit(NOTIFY_CHANNEL)}, '')`);
}

/** Notifies every process on the database, including this one. */
export async function announce(db: Database, notice: string): Promise<void> {
  if (db.engine === 'postgres') await sql`select pg_notify(${NOTIFY_CHANNEL}, ${notice})`.execute(db.write);
}
