// The format of a backup: one gzip file of JSON lines, the same for both engines (docs/decisions/0016-backups.md). The
// first line says what it is. Then follows each table, a line with its name and columns and a line for each row, and in
// the end a line with the number of rows and the SHA-256 of everything before it.
import { z } from 'zod';
import { BACKUP_TABLES } from './tables.ts';

/** A file that cannot be restored, or a database it cannot be restored into: the message is a sentence. */
export class BackupError extends Error {}

/** Raised by one when the lines mean something else; the migrations in a file say what its tables look like. */
export const FORMAT = 1;

const tableName = z.enum(BACKUP_TABLES.map(({ name }) => name));

/** The first line. */
export const headerLine = z.object({
  jurmana: z.literal('backup'),
  format: z.int(),
  /** the moment it shows, within a second */
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** the migrations the database had, in order */
  migrations: z.array(z.string()),
});
export type Header = z.infer<typeof headerLine>;

/** The line before a table's rows, which are arrays in this order of columns. */
export const tableLine = z.object({ table: tableName, columns: z.array(z.string().regex(/^\w+$/)).min(1) });
export type TableLine = z.infer<typeof tableLine>;

/** The last line. */
export const endLine = z.object({ rows: z.partialRecord(tableName, z.int()), sha256: z.string() });
export type EndLine = z.infer<typeof endLine>;

/** The row of the table `instance` by which the processes on one database agree who takes its daily backup. */
export const DAILY_BACKUP_KEY = 'daily-backup';

const NAME = /^jurmana-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.jsonl\.gz$/;
/** A file that is being written; what is left of one that was interrupted has this ending too. */
export const PARTIAL = '.partial';

/** `jurmana-2026-11-21T19-30-00Z.jsonl.gz`: sorted by name is sorted by time, and Windows takes it too. */
export function fileNameAt(instant: number): string {
  return `jurmana-${new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`;
}

/** When a file of this name was begun, ms; null for any other file. */
export function instantOf(fileName: string): number | null {
  const [, day, hour, minute, second] = NAME.exec(fileName) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}
