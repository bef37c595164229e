// Loads a backup file into an empty database of either engine, in one transaction.
import { sql, type Transaction } from 'kysely';
import { systemClock } from '../../base/clock.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Engine } from '../../db/types.ts';
import { appliedMigrations } from '../../db/migrate.ts';
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
 * Loads the file, made by this version, into the database; nobody is signed in afterwards. The database must not contain
 * records; accounts and rules created by a first start are replaced by the file's.
 * @throws BackupError if the file cannot be restored, the database is in use, or it contains records. Nothing is
 * changed then, except that a new database gets its empty tables.
 */
export async function loadBackup(
  databaseUrl: string,
  path: string,
  progress: Progress = () => {},
): Promise<LoadedBackup> {
  // Verified first, so that a damaged file is reported as such, and not as a database error.
  await checkBackupFile(path, progress);
  // Creates the tables of a new database; closed at once, since the restore needs exclusive access.
  await (await openDatabase(databaseUrl, { migrated: true })).close();
  const target = await openExclusive(databaseUrl);
  try {
    return await target.transaction(async (tx) => {
      if (await hasRecords(tx)) {
        throw new BackupError(
          'The database already holds records; a backup can be restored only into an empty one. Nothing was changed.',
        );
      }
      const read = await loadFile(tx, target.engine, path, progress);
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
      await clear(tx, header, path);
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

/** Deletes what a start has created: the file has its own books, rules and accounts. */
async function clear(tx: Transaction<Schema>, header: Header, path: string): Promise<void> {
  const present = await appliedMigrations(tx);
  if (header.migrations.join() !== present.join()) {
    throw new BackupError(`${path} was made by another version of Jurmana. Restore it with that version.`);
  }
  for (const { name } of BACKUP_TABLES.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
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
