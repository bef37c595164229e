// Reads a backup file: its header, its tables page by page, and at the end whether it was whole and unaltered. Nothing
// may be kept of what was read before that is known.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { Progress } from '../shared/progress.ts';
import { BackupError, endLine, FORMAT, type Header, headerLine, type TableLine, tableLine } from './format.ts';

/** Rows handed on at a time. */
const PAGE = 1000;
/** Far more than the longest row: a file of something else must not be read into memory as one line. */
const LONGEST_LINE = 16 * 1024 * 1024;

export interface BackupReader {
  /** Called once, before any row. */
  begin(header: Header): Promise<void>;
  /** Up to 1000 rows of a table as the text of a JSON array; empty for a table without rows. */
  rows(table: TableLine, json: string, count: number): Promise<void>;
}

export interface ReadBackup {
  header: Header;
  rows: Map<string, number>;
}

/** @throws BackupError with a sentence when the file cannot be read, is none of ours, is newer, cut short or damaged. */
export async function readBackupFile(path: string, reader: BackupReader): Promise<ReadBackup> {
  const damaged = `${path} is damaged: its checksum does not fit its contents. Use another copy.`;
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let header: Header | null = null;
  let table: TableLine | null = null;
  let page: string[] = [];
  let ended = false;

  const handOn = async (): Promise<void> => {
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
      if (page.length >= PAGE) await handOn();
    } else {
      await handOn();
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

/** Reads the whole file for nothing but whether it is whole and unaltered. @throws BackupError when it is not. */
export function checkBackupFile(path: string, progress: Progress): Promise<ReadBackup> {
  let done = 0;
  return readBackupFile(path, {
    begin: async () => {},
    rows: async (_table, _json, count) => progress(`Checking the file: ${(done += count).toLocaleString('en')} rows`),
  });
}

function headerOf(line: string, path: string): Header {
  const header = parsed(headerLine, line);
  if (header === null) throw new BackupError(`${path} is not a backup made by Jurmana.`);
  if (header.format > FORMAT) {
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

/** The lines of a gzip file. What follows the last line end is a line only if it is not empty. */
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
      if (rest.length > LONGEST_LINE) throw new BackupError(`${path} is not a backup made by Jurmana.`);
      yield* lines;
    }
  } catch (error) {
    throw error instanceof BackupError ? error : sentenceFor(error, path, anything);
  } finally {
    file.destroy();
  }
  if (rest !== '') yield rest;
}

function sentenceFor(error: unknown, path: string, anything: boolean): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new BackupError(`${path} is cut short: its end is missing. Use another copy.`);
  if (code === 'Z_DATA_ERROR' && anything) return new BackupError(`${path} is damaged. Use another copy.`);
  if (code === 'Z_DATA_ERROR') return new BackupError(`${path} is not a backup made by Jurmana.`);
  return new BackupError(
    `The file ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
  );
}
