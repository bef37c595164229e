// The backup format: one gzip file of JSON lines, the same for both engines (docs/decisions/0016-backups.md). The first
// line is a header. Each table follows, one line with its name and columns and one line per row. The last line has the
// row counts and the SHA-256 of everything before it.
import { z } from 'zod';
import { BACKUP_TABLES } from './tables.ts';

/** A backup cannot be written or restored; the message is one sentence. */
export class BackupError extends Error {}

/** The version of the line format. The schema of the tables is given by the header's migrations instead. */
export const FORMAT_VERSION = 1;

const tableName = z.enum(BACKUP_TABLES.map(({ name }) => name));

/** The first line. */
export const headerLine = z.object({
  jurmana: z.literal('backup'),
  format: z.int(),
  /** the time of the snapshot, accurate to a second */
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** the migrations applied to the database, in order */
  migrations: z.array(z.string()),
});
export type Header = z.infer<typeof headerLine>;

/** The line before a table's rows, which are arrays in this column order. */
export const tableLine = z.object({ table: tableName, columns: z.array(z.string().regex(/^\w+$/)).min(1) });
export type TableLine = z.infer<typeof tableLine>;

/** The last line. */
export const endLine = z.object({ rows: z.partialRecord(tableName, z.int()), sha256: z.string() });
export type EndLine = z.infer<typeof endLine>;

/** The key in `instance` by which the processes on one database coordinate the daily backup. */
export const DAILY_BACKUP_KEY = 'daily-backup';

const NAME = /^jurmana-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.jsonl\.gz$/;
/** The suffix of a file that is being written, or was left behind by an interrupted backup. */
export const PARTIAL_SUFFIX = '.partial';

/** `jurmana-2026-11-21T19-30-00Z.jsonl.gz`: sorts by time, and is valid on Windows. */
export function fileNameAt(instant: number): string {
  return `jurmana-${new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`;
}

/** When the backup with this file name was started, ms; null for other names. */
export function instantOf(fileName: string): number | null {
  const [, day, hour, minute, second] = NAME.exec(fileName) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}
