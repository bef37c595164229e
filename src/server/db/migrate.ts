// Brings a database to the present shape, once, also when several processes start at the same time.
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { start } from './migrations/0001-start.ts';
import { signInLinks } from './migrations/0002-sign-in-links.ts';
import type { Database, Engine, Handle } from './engine.ts';
import type { Schema } from './schema.ts';

/** All migrations in order of their names; a name never changes once released. */
export const migrationsFor = (engine: Engine) => ({
  '0001-start': start(engine),
  '0002-sign-in-links': signInLinks(engine),
});

/** Raised when the database was written by a newer version of the program. */
export class NewerDatabaseError extends Error {}

/**
 * Runs what is missing, in one transaction, under the migrator's lock.
 * Throws NewerDatabaseError for a database with migrations this version does not know; nothing is changed then.
 */
export async function migrate(db: Database): Promise<void> {
  const migrations = migrationsFor(db.engine);
  const known = new Set(Object.keys(migrations));
  const applied = await appliedMigrations(db.write);
  if (applied.some((name) => !known.has(name))) {
    throw new NewerDatabaseError(
      'The database was written by a newer version of Jurmana. Start that version, or restore an older backup.',
    );
  }
  if (applied.length === known.size) return;
  const run = async (on: Kysely<Schema>): Promise<void> => {
    const migrator = new Migrator({ db: on, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error instanceof Error) throw error;
    if (error !== undefined)
      throw new Error('The database could not be brought to its present shape.', { cause: error });
  };
  await (db.engine === 'sqlite' ? db.write.connection().execute((only) => alone(only, run)) : run(db.write));
}

/** The migrator uses neither a transaction nor a lock on SQLite, though SQLite has both in one. */
async function alone(connection: Kysely<Schema>, run: (on: Kysely<Schema>) => Promise<void>): Promise<void> {
  await sql`begin immediate`.execute(connection);
  try {
    await run(connection);
    await sql`commit`.execute(connection);
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}

/** The names of the migrations a database had, in order; none for an empty one. */
export async function appliedMigrations(db: Handle): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
