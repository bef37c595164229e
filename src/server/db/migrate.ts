// Migrates a database to the current schema, exactly once, even when several processes start at the same time.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { start } from './migrations/0001-start.ts';
import { groups } from './migrations/0002-groups.ts';
import { lateSurcharge } from './migrations/0003-late-surcharge.ts';
import { finePictures } from './migrations/0004-fine-pictures.ts';
import { joinedUsers } from './migrations/0005-joined-users.ts';
import type { Database, Engine, Handle } from './types.ts';
import { makeDifferences } from './from-trial.ts';
import type { Schema } from './schema.ts';
import { addNewRules } from './initial-rules.ts';

type Migrations = Record<string, Migration>;

/** All migrations, ordered by name; a name never changes once released. */
export const migrationsFor = (engine: Engine): Migrations => ({
  '0001-start': start(engine),
  '0002-groups': groups(engine),
  '0003-late-surcharge': lateSurcharge(engine),
  '0004-fine-pictures': finePictures(engine),
  '0005-joined-users': joinedUsers(engine),
});

/** The last migration of the trial versions before 1.0.0; from-trial.ts makes what 0001-start differs in. */
export const LAST_OF_TRIALS = '0042-who-acted';

/** The database was written by a newer version of the program, or by another program. */
export class UnusableDatabaseError extends Error {}

interface MigrateOptions {
  migrations?: Migrations;
  /** aborted: throws before the next migration, and the database stays as it was */
  ending?: AbortSignal;
}

/**
 * Runs pending migrations in one transaction under the migrator's lock, then adds the rules of this version. Throws
 * UnusableDatabaseError, without changes, for a database with unknown migrations, of a trial version that was not the
 * last, or with tables of another program. On a large database this takes longer than the time limits of a connection
 * allow, unless it is `forTool`.
 */
export async function migrate(
  db: Database,
  { migrations = migrationsFor(db.engine), ending = new AbortController().signal }: MigrateOptions = {},
): Promise<void> {
  const wanted = endable(migrations, ending);
  if (db.engine === 'sqlite') {
    const locked = (): Promise<void> =>
      db.write.connection().execute((only) => inImmediateTransaction(only, () => applyAll(only, db.engine, wanted)));
    return bringUp(db.write, db.engine, wanted, locked);
  }
  return oneAtATime(db, ending, (only) => bringUp(only, db.engine, wanted, () => applyAll(only, db.engine, wanted)));
}

function endable(migrations: Migrations, ending: AbortSignal): Migrations {
  const checked = ([name, { up }]: [string, Migration]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        // SQLite answers without a turn of the event loop, and without one no signal arrives.
        await nextTurn();
        ending.throwIfAborted();
        await up(db);
      },
    },
  ];
  return Object.fromEntries(Object.entries(migrations).map(checked));
}

async function bringUp(
  on: Kysely<Schema>,
  engine: Engine,
  migrations: Migrations,
  upgrade: () => Promise<void>,
): Promise<void> {
  // In this order: tables that another process creates in between are not taken for another program's.
  const occupied = await hasTables(on, engine);
  const applied = await appliedMigrations(on);
  const isTrial = applied.length > 0 && (await isOfTrial(on, applied));
  if (isTrial && !applied.includes(LAST_OF_TRIALS)) {
    throw new UnusableDatabaseError(
      'The database was written by an earlier trial version of Jurmana. Start the last trial version once, then this one.',
    );
  }
  if (!isTrial && applied.some((name) => !(name in migrations))) {
    throw new UnusableDatabaseError(
      'The database was written by a newer version of Jurmana. Start that version, or restore an older backup.',
    );
  }
  if (occupied && applied.length === 0) {
    throw new UnusableDatabaseError(
      'The database has tables of another program. Jurmana needs a database of its own; DATABASE_URL names it.',
    );
  }
  if (isTrial || applied.length < Object.keys(migrations).length) await upgrade();
  await addNewRules(on);
  if (engine === 'sqlite') await describeFines(on);
}

/** Trial versions had many migrations, and their first ones a table for another library's accounts. */
async function isOfTrial(on: Kysely<Schema>, applied: readonly string[]): Promise<boolean> {
  if (applied.includes('0002-sign-in-links')) return true;
  const tables = await on.introspection.getTables();
  return tables.some(({ name }) => name === 'auth_user');
}

/** Under the lock, because another process may have done it meanwhile. */
async function takeOverTrial(on: Kysely<Schema>, engine: Engine): Promise<void> {
  if (!(await appliedMigrations(on)).includes(LAST_OF_TRIALS)) return;
  const list = on.withTables<{ kysely_migration: { name: string } }>();
  await list.deleteFrom('kysely_migration').where('name', '<>', '0001-start').execute();
  await makeDifferences(on, engine);
}

/** Any number that nobody else uses; "jurm" in ASCII. */
export const MIGRATING = 0x6a75726d;
const LOCK_RETRY_MS = 100;

/**
 * On PostgreSQL even listing the tables fails while another process drops one, and the migrator lists them before it
 * takes its own lock.
 */
async function oneAtATime<T>(
  db: Database,
  ending: AbortSignal,
  work: (only: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return db.write
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (only) => {
      // No time limit, because another process may be migrating a large database. Asks again and again, because
      // nothing could end a statement that waits.
      while (!(await takesLock(only))) {
        await pause(LOCK_RETRY_MS);
        ending.throwIfAborted();
      }
      return work(only);
    });
}

async function takesLock(only: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(MIGRATING)}) as taken`.execute(only);
  return rows[0]?.taken === true;
}

async function applyAll(on: Kysely<Schema>, engine: Engine, migrations: Migrations): Promise<void> {
  await takeOverTrial(on, engine);
  const migrator = new Migrator({ db: on, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The database could not be brought to its present shape.', { cause: error });
}

/** Kysely's migrator uses neither a transaction nor a lock on SQLite; `begin immediate` provides both. */
async function inImmediateTransaction<T>(connection: Kysely<Schema>, run: () => Promise<T>): Promise<T> {
  await sql`begin immediate`.execute(connection);
  try {
    const result = await run();
    await sql`commit`.execute(connection);
    return result;
  } catch (error) {
    // On a full disk, SQLite has rolled back by itself.
    await sql`rollback`.execute(connection).catch(() => {});
    throw error;
  }
}

/** Whether there are tables other than those of the migrator and of extensions. */
async function hasTables(db: Handle, engine: Engine): Promise<boolean> {
  const tables =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`
      : sql`select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and relname not like 'kysely%' and not exists (select 1 from pg_depend
            where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;
  const { rows } = await sql`${tables} limit 1`.execute(db);
  return rows.length > 0;
}

/** The names of the applied migrations, in order; none for an empty database. */
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

// The statistics of fines for SQLite's planner. Nobody gathers statistics in an organisation's database, and without
// any the planner considers an index of all pending fines as good as an index of a single user's: every fine and every
// payment would then read all pending fines. These are the same in every database and never updated, so that no plan
// changes with the content.

/**
 * By index: its number of rows, then how many rows share the same value of its first column, of its first two, and so
 * on.
 */
const FINES = {
  sqlite_autoindex_fines_1: '100000 1',
  fines_by_day: '100000 50 1',
  fines_by_user: '100000 100 1 1 1',
  fines_by_status: '100000 50000 25 1',
  fines_by_type: '100000 2000 5 1 1',
  fines_by_amount: '100000 5000 10 1 1',
  fines_with_note: '20000 10 1',
  fines_waived: '1000 2 1 1',
  fines_with_waiver: '2000 20 1',
  fines_partly_paid: '1000 2 1 1',
  fines_pending: '40000 40 1 1 1 1 1',
  fines_pending_of_nothing: '100 2',
};

/** Takes effect for this connection, and for those that open the database afterwards. */
async function describeFines(db: Kysely<Schema>): Promise<void> {
  const known = await sql`select name from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  if (known.rows.length > 0) {
    const stored = await sql<{
      idx: string;
      stat: string;
    }>`select idx, stat from sqlite_stat1 where tbl = 'fines'`.execute(db);
    const current = new Map(stored.rows.map(({ idx, stat }) => [idx, stat]));
    if (Object.entries(FINES).every(([index, stat]) => current.get(index) === stat)) return;
  }
  await db.transaction().execute(async (tx) => {
    // Only this creates the table; analyzing a single row takes no time.
    await sql`analyze books`.execute(tx);
    await sql`delete from sqlite_stat1`.execute(tx);
    await sql`delete from sqlite_stat4`.execute(tx);
    for (const [index, stat] of Object.entries(FINES)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('fines', ${index}, ${stat})`.execute(tx);
    }
  });
  await sql`analyze sqlite_schema`.execute(db);
}
