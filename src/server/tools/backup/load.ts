// Loads a backup file into an empty database of either engine: all of it in one transaction, or nothing.
import { sql, type Transaction } from 'kysely';
import { putSecretBeside, SECRET_KEY } from '../../auth/secret.ts';
import { type Engine, isUnavailable } from '../../db/engine.ts';
import { migrationsFor } from '../../db/migrate.ts';
import type { Schema } from '../../db/schema.ts';
import { holdsRecords } from '../shared/empty.ts';
import type { Progress } from '../shared/progress.ts';
import { openDatabase } from '../shared/tool.ts';
import { type Column, type Columns, columnsOf, insertJson, openAlone } from './engines.ts';
import { BackupError, DAILY_BACKUP_KEY, type Header, type TableLine } from './format.ts';
import { checkBackupFile, type ReadBackup, readBackupFile } from './read-file.ts';
import { BACKUP_TABLES, type TableName } from './tables.ts';

/**
 * Makes the database what the file holds, brought to the present shape. It must hold no records yet; accounts and rules
 * that a first start made give way to the file's.
 * @throws BackupError when the file cannot be restored, or others use the database, or it holds records; then nothing is
 * changed but that a new database has its empty tables.
 */
export async function loadBackup(
  databaseUrl: string,
  path: string,
  progress: Progress = () => {},
): Promise<ReadBackup> {
  // Whole and unaltered first: a damaged row must not be what the database complains of.
  await checkBackupFile(path, progress);
  // Makes the tables of a new database, and waits until no connection of this process is left.
  await (await openDatabase(databaseUrl, { migrated: true })).close();
  const target = await openAlone(databaseUrl);
  try {
    return await target.transaction(async (tx) => {
      if (await holdsRecords(tx)) {
        throw new BackupError(
          'The database already holds records; a backup is restored into an empty one. Nothing was changed.',
        );
      }
      const read = await fill(tx, target.engine, path, progress);
      await bringUpToDate(tx, target.engine, read.header);
      // A daily backup was under way when it was made: by nobody here.
      await tx.deleteFrom('instance').where('key', '=', DAILY_BACKUP_KEY).execute();
      if (target.engine === 'sqlite') await putSecretOut(tx, databaseUrl);
      return read;
    });
  } finally {
    await target.close();
  }
}

async function fill(tx: Transaction<Schema>, engine: Engine, path: string, progress: Progress): Promise<ReadBackup> {
  let columns: Columns = new Map();
  const done = new Map<TableName, number>();
  return readBackupFile(path, {
    async begin(header) {
      await shapeAs(tx, engine, header, path);
      columns = await columnsOf(tx, engine);
    },
    async rows(table, json, count) {
      if (count === 0) return;
      const rows = { table: table.table, columns: fitting(columns, table, path), rows: json };
      await insertJson(tx, engine, rows).catch((error: unknown) => {
        if (!(error instanceof Error) || isUnavailable(error)) throw error;
        throw new BackupError(`${path} cannot be restored: rows of ${table.table} do not fit (${error.message}).`);
      });
      done.set(table.table, (done.get(table.table) ?? 0) + count);
      progress(`Restoring ${table.table}: ${done.get(table.table)?.toLocaleString('en')}`);
    },
  });
}

/** The table's columns in the order of the file. */
function fitting(columns: Columns, { table, columns: names }: TableLine, path: string): Column[] {
  const found = columns.get(table) ?? [];
  return names.map((name) => {
    const column = found.find((one) => one.name === name);
    if (column === undefined)
      throw new BackupError(`${path} has a column ${table}.${name} that Jurmana does not know.`);
    return column;
  });
}

/** Empties the database and gives it the shape that the backed-up one had: the migrations in the header, and no more. */
async function shapeAs(tx: Transaction<Schema>, engine: Engine, header: Header, path: string): Promise<void> {
  const migrations = Object.entries(migrationsFor(engine));
  const known = migrations.slice(0, header.migrations.length).map(([name]) => name);
  if (header.migrations.length === 0 || known.join() !== header.migrations.join()) {
    throw new BackupError(`${path} was made by another, newer version of Jurmana. Restore it with that version.`);
  }
  for (const { name } of BACKUP_TABLES.toReversed()) await sql`drop table if exists ${sql.table(name)}`.execute(tx);
  for (const [, migration] of migrations.slice(0, known.length)) await migration.up(tx);
  // The migrations make a first row of the books, and the rules; the file has its own.
  for (const { name } of BACKUP_TABLES.toReversed()) {
    if ((await columnsOf(tx, engine)).has(name)) await sql`delete from ${sql.table(name)}`.execute(tx);
  }
}

/** The migrations that came after the backup, on what was loaded. */
async function bringUpToDate(tx: Transaction<Schema>, engine: Engine, header: Header): Promise<void> {
  for (const migration of Object.values(migrationsFor(engine)).slice(header.migrations.length)) await migration.up(tx);
}

/**
 * On SQLite the cookies' secret lies in a file beside the database (decisions/0008). It is put there before the commit:
 * if that fails, a database without records has another secret, which harms nobody.
 */
async function putSecretOut(tx: Transaction<Schema>, databaseUrl: string): Promise<void> {
  const row = await tx.deleteFrom('instance').where('key', '=', SECRET_KEY).returning('value').executeTakeFirst();
  if (row !== undefined) putSecretBeside(databaseUrl, row.value);
}
