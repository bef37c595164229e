// A database as the last trial version left it: the schema of the first migration, with a longer list of migrations.
import { sql } from 'kysely';
import type { Database } from '../../src/server/db/types.ts';
import { LAST_OF_TRIALS } from '../../src/server/db/migrate.ts';

export const listOfMigrations = (db: Database) =>
  db.write.withTables<{ kysely_migration: { name: string; timestamp: string } }>();

/** `applied`: the migrations after the first. */
export async function asTrial(db: Database, applied = ['0002-sign-in-links', LAST_OF_TRIALS]): Promise<void> {
  // What later migrations have added is added again.
  await sql`drop index fines_pending_of_nothing`.execute(db.write);
  await sql`alter table organisation drop column how_to_pay_ur`.execute(db.write);
  const timestamp = '2026-11-01T00:00:00.000Z';
  await listOfMigrations(db)
    .insertInto('kysely_migration')
    .values(applied.map((name) => ({ name, timestamp })))
    .execute();
}
