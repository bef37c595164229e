// Loads a backup file into an empty database of either engine, in one transaction.
import { sql, type Transaction } from 'kysely';
import { systemClock } from '../../clock.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Engine } from '../../db/types.ts';
import { migrationsFor } from '../../db/migrate.ts';
import type { Schema } from '../../db/schema.ts';
import { hasRecords } from '../shared/empty.ts';
import type { Progress } from '../shared/progress.ts';
import { openDatabase } from '../shared/tool.ts';
import { type Column, type Columns, columnsOf, insertJson, openExclusive } from './engines.ts';
import { BackupError, type Header, type TableLine } from './format.ts';
import { type BackupSummary, checkBackupFile, readBackupFile } from './read-file.ts';
import { BACKUP_TABLES, CLEARED_BY_RESTORE, type TableName } from './tables.ts';

export interface LoadedBackup extends BackupSummary {
  /** the number of sign-in links that were open when the backup was made */
  voidedLinks: number;
}

/**
 * Loads the file into the database and migrates it to the current schema; nobody is signed in afterwards. The database
 * must not contain records; accounts and rules created by a first start are replaced by the file's.
 * @throws BackupError if the file cannot be restored, the database is in use, or it contains records. Nothing is
 * changed then, except that a new database gets its empty tables.
 */
export async function loadBackup(
  databaseUrl: string,
  path: string,
  progress: Progress = () => {},
  timeZone?: string,
): Promise<LoadedBackup> {
  // Verified first, so that a damaged file is reported as such, and not as a database error.
  await checkBackupFile(path, progress);
  // Creates the tables of a new database; closed at once, since the restore needs exclusive access.
  await (await openDatabase(databaseUrl, { migrated: true, timeZone })).close();
  const target = await openExclusive(databaseUrl);
  try {
    return await target.transaction(async (tx) => {
      if (await hasRecords(tx)) {
        throw new BackupError(
          'The database already holds records; a backup can be restored only into an empty one. Nothing was changed.',
        );
      }
      const read = await loadFile(tx, target.engine, path, progress);
      await applyNewerMigrations(tx, target.engine, read.header, timeZone);
      return { ...read, voidedLinks: await revokeAccess(tx) };
    });
  } finally {
    await target.close();
  }
}

async function loadFile(
  tx: Transaction<Schema>,
  engine: Engine,
  path: string,
  progress: Progress,
): Promise<BackupSummary> {
  let columns: Columns = new Map();
  const done = new Map<TableName, number>();
  return readBackupFile(path, {
    async begin(header) {
      await recreateSchema(tx, engine, header, path);
      columns = await columnsOf(tx, engine);
    },
    async rows(table, json, count) {
      if (count === 0) return;
      const rows = { table: table.table, columns: columnsOfFile(columns, table, path), rows: json };
      await insertJson(tx, engine, rows).catch((error: unknown) => {
        if (!(error instanceof Error) || isUnavailable(error)) throw error;
        throw new BackupError(`${path} cannot be restored: rows of ${table.table} are not valid (${error.message}).`);
      });
      done.set(table.table, (done.get(table.table) ?? 0) + count);
      progress(`Restoring ${table.table}: ${done.get(table.table)?.toLocaleString('en')}`);
    },
  });
}

/** The table's columns in the file's order. */
function columnsOfFile(columns: Columns, { table, columns: names }: TableLine, path: string): Column[] {
  const found = columns.get(table) ?? [];
  return names.map((name) => {
    const column = found.find((one) => one.name === name);
    if (column === undefined)
      throw new BackupError(`${path} has a column ${table}.${name} that Jurmana does not know.`);
    return column;
  });
}

/** Empties the database and recreates the backup's schema: the migrations in its header, and no others. */
async function recreateSchema(tx: Transaction<Schema>, engine: Engine, header: Header, path: string): Promise<void> {
  const migrations = Object.entries(migrationsFor(engine));
  const known = migrations.slice(0, header.migrations.length).map(([name]) => name);
  if (header.migrations.length === 0 || known.join() !== header.migrations.join()) {
    throw new BackupError(`${path} was made by another, newer version of Jurmana. Restore it with that version.`);
  }
  for (const { name } of BACKUP_TABLES.toReversed()) await sql`drop table if exists ${sql.table(name)}`.execute(tx);
  for (const [, migration] of migrations.slice(0, known.length)) await migration.up(tx);
  // The migrations insert the row of the books and the rules; the file has its own.
  for (const { name } of BACKUP_TABLES.toReversed()) {
    if ((await columnsOf(tx, engine)).has(name)) await sql`delete from ${sql.table(name)}`.execute(tx);
  }
}

/** Applies the migrations that are newer than the backup. */
async function applyNewerMigrations(
  tx: Transaction<Schema>,
  engine: Engine,
  header: Header,
  timeZone: string | undefined,
): Promise<void> {
  for (const migration of Object.values(migrationsFor(engine, timeZone)).slice(header.migrations.length))
    await migration.up(tx);
}

/**
 * Ends all sessions and voids all links: any of them may have been ended, used or voided since the backup. Returns how
 * many links were open.
 */
async function revokeAccess(tx: Transaction<Schema>): Promise<number> {
  for (const name of CLEARED_BY_RESTORE) await sql`delete from ${sql.table(name)}`.execute(tx);
  const voided = await tx
    .updateTable('sign_in_links')
    .set({ voided_at: systemClock.now() })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('token_hash')
    .execute();
  return voided.length;
}
