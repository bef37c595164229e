// Migrates a database to the current schema, exactly once, even when several processes start at the same time.
import { rmSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { start } from './migrations/0001-start.ts';
import { signInLinks } from './migrations/0002-sign-in-links.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { finesByStatus } from './migrations/0004-fines-by-status.ts';
import { oldestUnpaid } from './migrations/0005-oldest-unpaid.ts';
import { doubledBy } from './migrations/0006-doubled-by.ts';
import { accountLanguage } from './migrations/0007-account-language.ts';
import { organisation } from './migrations/0008-organisation.ts';
import { journalBySubject } from './migrations/0009-journal-by-subject.ts';
import { organisationCard } from './migrations/0010-organisation-card.ts';
import { payments } from './migrations/0011-payments.ts';
import { waiversRefundsCash } from './migrations/0012-waivers-refunds-cash.ts';
import { paymentDays } from './migrations/0013-payment-days.ts';
import { methodsWithheld } from './migrations/0014-methods-withheld.ts';
import { passkeys } from './migrations/0015-passkeys.ts';
import { fineTypes } from './migrations/0016-fine-types.ts';
import { userAccess } from './migrations/0017-user-access.ts';
import { apiKeys } from './migrations/0018-api-keys.ts';
import { history } from './migrations/0019-history.ts';
import { reportDays } from './migrations/0020-report-days.ts';
import { imports } from './migrations/0021-imports.ts';
import { keysWithoutInvisible } from './migrations/0022-keys-without-invisible.ts';
import { turnover } from './migrations/0023-turnover.ts';
import { importedFines } from './migrations/0025-imported-fines.ts';
import { journalChain } from './migrations/0026-journal-chain.ts';
import { keptFigures } from './migrations/0027-kept-figures.ts';
import { listsOfAPerson } from './migrations/0028-lists-of-a-person.ts';
import { findingFines } from './migrations/0029-finding-fines.ts';
import { handOversTakenBack } from './migrations/0030-hand-overs-taken-back.ts';
import { usersWithAccess } from './migrations/0031-users-with-access.ts';
import { dueDays } from './migrations/0032-due-days.ts';
import { reminders } from './migrations/0033-reminders.ts';
import { requests } from './migrations/0034-requests.ts';
import { outbox } from './migrations/0035-outbox.ts';
import { remindersByThemselves } from './migrations/0036-reminders-by-themselves.ts';
import { push } from './migrations/0037-push.ts';
import { searching } from './migrations/0038-searching.ts';
import { largeLists } from './migrations/0039-large-lists.ts';
import { untold } from './migrations/0040-untold.ts';
import { keysOfPersons } from './migrations/0041-keys-of-persons.ts';
import { whoActed } from './migrations/0042-who-acted.ts';
import { payOutsTakenBack } from './migrations/0044-pay-outs-taken-back.ts';
import { copyBeforeUpgrade } from './sqlite/copy-before-upgrade.ts';
import { describeFines } from './sqlite/statistics.ts';
import type { Database, Engine, Handle } from './types.ts';
import type { Schema } from './schema.ts';
import { DEFAULT_TIME_ZONE } from '../../core/calendar.ts';
import { addNewRules } from '../shared/rules.ts';

/** All migrations, ordered by name; a name never changes once released. */
export const migrationsFor = (engine: Engine, timeZone = DEFAULT_TIME_ZONE) => ({
  '0001-start': start(engine),
  '0002-sign-in-links': signInLinks(engine),
  '0003-accounts': accounts(engine),
  '0004-fines-by-status': finesByStatus(engine),
  '0005-oldest-unpaid': oldestUnpaid(engine),
  '0006-doubled-by': doubledBy(engine),
  '0007-account-language': accountLanguage(engine),
  '0008-organisation': organisation(engine),
  '0009-journal-by-subject': journalBySubject(),
  '0010-organisation-card': organisationCard(engine),
  '0011-payments': payments(engine, timeZone),
  '0012-waivers-refunds-cash': waiversRefundsCash(engine),
  '0013-payment-days': paymentDays(engine),
  '0014-methods-withheld': methodsWithheld(engine),
  '0015-passkeys': passkeys(engine),
  '0016-fine-types': fineTypes(engine),
  '0017-user-access': userAccess(engine),
  '0018-api-keys': apiKeys(engine),
  '0019-history': history(),
  '0020-report-days': reportDays(engine),
  '0021-imports': imports(engine),
  '0022-keys-without-invisible': keysWithoutInvisible(),
  '0023-turnover': turnover(engine),
  '0025-imported-fines': importedFines(engine),
  '0026-journal-chain': journalChain(engine, timeZone),
  '0027-kept-figures': keptFigures(engine),
  '0028-lists-of-a-person': listsOfAPerson(),
  '0029-finding-fines': findingFines(),
  '0030-hand-overs-taken-back': handOversTakenBack(engine),
  '0031-users-with-access': usersWithAccess(),
  '0032-due-days': dueDays(engine),
  '0033-reminders': reminders(engine),
  '0034-requests': requests(engine),
  '0035-outbox': outbox(engine),
  '0036-reminders-by-themselves': remindersByThemselves(engine),
  '0037-push': push(engine),
  '0038-searching': searching(engine),
  '0039-large-lists': largeLists(engine),
  '0040-untold': untold(engine),
  '0041-keys-of-persons': keysOfPersons,
  '0042-who-acted': whoActed(engine),
  '0044-pay-outs-taken-back': payOutsTakenBack(engine),
});

/** The database was written by a newer version of the program, or by another program. */
export class UnusableDatabaseError extends Error {}

/**
 * Runs pending migrations in one transaction under the migrator's lock, then adds the rules of this version. Throws
 * UnusableDatabaseError, without changes, for a database with unknown migrations or with tables of another program.
 * `timeZone`: the organisation's. On a large database this takes longer than the time limits of a connection allow,
 * unless it is `forTool`. Returns the path of the copy made before upgrading an older SQLite database, otherwise null.
 * When `ending` is aborted it throws before the next migration, and the database stays as it was.
 */
export async function migrate(
  db: Database,
  timeZone = DEFAULT_TIME_ZONE,
  ending = new AbortController().signal,
): Promise<string | null> {
  const migrations = endable(migrationsFor(db.engine, timeZone), ending);
  if (db.engine === 'sqlite') return bringUp(db.write, db.engine, migrations, () => upgradeFile(db, migrations));
  return oneAtATime(db, ending, (only) => bringUp(only, db.engine, migrations, () => applyAll(only, migrations)));
}

type Migrations = Record<string, Migration>;

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
  upgrade: () => Promise<string | null>,
): Promise<string | null> {
  const known = new Set(Object.keys(migrations));
  // In this order: tables that another process creates in between are not taken for another program's.
  const occupied = await hasTables(on, engine);
  const applied = await appliedMigrations(on);
  if (applied.some((name) => !known.has(name))) {
    throw new UnusableDatabaseError(
      'The database was written by a newer version of Jurmana. Start that version, or restore an older backup.',
    );
  }
  if (occupied && applied.length === 0) {
    throw new UnusableDatabaseError(
      'The database has tables of another program. Jurmana needs a database of its own; DATABASE_URL names it.',
    );
  }
  const copy = applied.length < known.size ? await upgrade() : null;
  await addNewRules(on);
  if (engine === 'sqlite') await describeFines(on);
  return copy;
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

async function applyAll(on: Kysely<Schema>, migrations: Migrations): Promise<null> {
  const migrator = new Migrator({ db: on, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The database could not be brought to its present shape.', { cause: error });
  return null;
}

/**
 * Copies an older file, then applies the migrations. Both under the lock: of several processes one makes a copy, and a
 * copy that turns out to be of no use is not another's.
 */
const upgradeFile = (db: Database, migrations: Migrations): Promise<string | null> =>
  db.write.connection().execute((only) =>
    inImmediateTransaction(only, async () => {
      const { length } = await appliedMigrations(only);
      const outdated = length > 0 && length < Object.keys(migrations).length;
      const copy = outdated ? await copyBeforeUpgrade(db.read) : null;
      try {
        await applyAll(only, migrations);
      } catch (error) {
        if (copy !== null) rmSync(copy, { force: true });
        throw error;
      }
      return copy;
    }),
  );

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
