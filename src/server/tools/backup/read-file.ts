// Reads a backup file: its header, its tables page by page, and finally its checksum. Nothing that was read may be
// committed before the checksum has been verified.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { Progress } from '../shared/progress.ts';
import { BackupError, endLine, FORMAT_VERSION, type Header, headerLine, type TableLine, tableLine } from './format.ts';

/** Rows per call of the reader. */
const PAGE = 1000;
/** Far longer than any row: a file of another kind must not be read into memory as one line. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

interface BackupReader {
  /** Called once, before any row. */
  begin(header: Header): Promise<void>;
  /** Receives up to 1000 rows of a table as a JSON array; an empty one for a table without rows. */
  rows(table: TableLine, json: string, count: number): Promise<void>;
}

export interface BackupSummary {
  header: Header;
  rows: Map<string, number>;
}

/** @throws BackupError when the file cannot be read, is not a backup, has a newer format, is truncated or damaged. */
export async function readBackupFile(path: string, reader: BackupReader): Promise<BackupSummary> {
  const damaged = `${path} is damaged: its checksum does not match its contents. Use another copy.`;
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let header: Header | null = null;
  let table: TableLine | null = null;
  let page: string[] = [];
  let ended = false;

  const deliverRows = async (): Promise<void> => {
    if (table === null || (page.length === 0 && counts.has(table.table))) return;
    await reader.rows(table, `[${page.join(',')}]`, page.length);
    counts.set(table.table, (counts.get(table.table) ?? 0) + page.length);
    page = [];
  };

  for await (const line of linesOf(path)) {
    if (header === null) {
      header = headerOf(line, path);
      await reader.begin(header);
    } else if (ended) {
      throw new BackupError(damaged);
    } else if (line.startsWith('[')) {
      if (table === null) throw new BackupError(damaged);
      page.push(line);
      if (page.length >= PAGE) await deliverRows();
    } else {
      await deliverRows();
      const next = parsed(tableLine, line);
      const end = next === null ? parsed(endLine, line) : null;
      if (next === null && end === null) throw new BackupError(damaged);
      if (next !== null) table = next;
      if (end !== null) {
        const complete = Object.entries(end.rows).every(([name, rows]) => counts.get(name) === rows);
        if (hash.digest('hex') !== end.sha256 || !complete) throw new BackupError(damaged);
        ended = true;
        continue;
      }
    }
    if (!ended) hash.update(`${line}\n`);
  }
  if (header === null) throw new BackupError(`${path} is not a backup made by Jurmana.`);
  if (!ended) throw new BackupError(`${path} is cut short: its end is missing. Use another copy.`);
  return { header, rows: counts };
}

/** Verifies that the file is complete and undamaged. @throws BackupError when it is not. */
export function checkBackupFile(path: string, progress: Progress): Promise<BackupSummary> {
  let done = 0;
  return readBackupFile(path, {
    begin: async () => {},
    rows: async (_table, _json, count) => progress(`Checking the file: ${(done += count).toLocaleString('en')} rows`),
  });
}

function headerOf(line: string, path: string): Header {
  const header = parsed(headerLine, line);
  if (header === null) throw new BackupError(`${path} is not a backup made by Jurmana.`);
  if (header.format > FORMAT_VERSION) {
    throw new BackupError(
      `${path} was made by a newer version of Jurmana. Restore it with that version or a later one.`,
    );
  }
  return header;
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** The lines of a gzip file. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  let rest = '';
  let anything = false;
  try {
    for await (const chunk of file.pipe(unzipped).setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      anything ||= lines.length > 0;
      if (rest.length > MAX_LINE_LENGTH) throw new BackupError(`${path} is not a backup made by Jurmana.`);
      yield* lines;
    }
  } catch (error) {
    throw error instanceof BackupError ? error : errorFor(error, path, anything);
  } finally {
    file.destroy();
  }
  if (rest !== '') yield rest;
}

function errorFor(error: unknown, path: string, anything: boolean): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new BackupError(`${path} is cut short: its end is missing. Use another copy.`);
  if (code === 'Z_DATA_ERROR' && anything) return new BackupError(`${path} is damaged. Use another copy.`);
  if (code === 'Z_DATA_ERROR') return new BackupError(`${path} is not a backup made by Jurmana.`);
  return new BackupError(
    `The file ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
  );
}
