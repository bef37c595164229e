// npm run import -- FILE [--apply] [--accept-refused] [--report PATH]
//
// Takes over the data of an organisation from a Firestore export (docs/importing.md). Exit codes: 0 done, 1 refused
// records are in the way of applying, 2 it cannot run at all; each but 0 with one sentence.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BooksError } from '../../core/fine.ts';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { engineOf, sqlitePath } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import { ExportError } from './import/export-file.ts';
import { type ReadExport, readExport } from './import/import-reader.ts';
import { importReport } from './import/import-report.ts';
import { NotEmptyError, writeImport } from './import/import-writer.ts';
import { callersPath } from './shared/paths.ts';
import { progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError } from './shared/tool.ts';

const USAGE = 'Usage: npm run import -- FILE [--apply] [--accept-refused] [--report PATH]';
const LISTED_ON_SCREEN = 10;

interface Wishes {
  file: string;
  apply: boolean;
  acceptRefused: boolean;
  report: string;
}

async function main(): Promise<number> {
  const config = readConfig(process.env);
  const wishes = readWishes(config);
  const text = readFile(wishes.file);
  const read = understand(text, config.timeZone);
  const refused = read.irregularities.count('refused');
  const blocked = wishes.apply && refused > 0 && !wishes.acceptRefused;
  if (wishes.apply && !blocked) {
    // What an import guessed must not get lost, so it does not begin where no report can be written.
    openReport(wishes.report);
    await apply(config, read, createHash('sha256').update(text).digest('hex'));
  }
  report(wishes, read, outcome(wishes, refused));
  return blocked ? 1 : 0;
}

function understand(text: string, timeZone: string): ReadExport {
  try {
    return readExport(text, { timeZone, now: systemClock.now() });
  } catch (error) {
    if (!(error instanceof BooksError)) throw error;
    throw new ToolError(`The figures of this export are too large to be kept exactly (${error.message}).`);
  }
}

function outcome({ apply: wished, acceptRefused }: Wishes, refused: number): string[] {
  const records = refused === 1 ? '1 refused record' : `${refused} refused records`;
  if (wished && refused > 0 && !acceptRefused) {
    return [`Nothing was imported: there are ${records}. With --accept-refused the rest is imported without them.`];
  }
  if (wished) return [refused === 0 ? 'Imported.' : `Imported, without ${records}.`];
  const options = refused === 0 ? '--apply' : '--apply --accept-refused';
  return [`Nothing was imported: this is the report only. To import, add ${options}.`];
}

function readWishes(config: Config): Wishes {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        'accept-refused': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new ToolError(USAGE);
    return {
      file: callersPath(file, 'import'),
      apply: values.apply,
      acceptRefused: values['accept-refused'],
      report: values.report === undefined ? usualReport(config) : callersPath(values.report, 'import'),
    };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const details = error instanceof Error ? error.message : String(error);
    throw new ToolError(`${details.split('. ')[0]}.\n${USAGE}`);
  }
}

/** Beside the database file; with PostgreSQL in the current folder. */
function usualReport({ databaseUrl }: Config): string {
  const folder = engineOf(databaseUrl) === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : '.';
  return resolve(folder, 'import-report.txt');
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ToolError(`The file ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function report(wishes: Wishes, read: ReadExport, lines: readonly string[]): void {
  const source = basename(wishes.file);
  const write = (outcomeLines: readonly string[], listed: number, full: boolean) =>
    importReport(read.data, read.irregularities, { source, outcome: outcomeLines, listed, full });
  openReport(wishes.report);
  writeFileSync(wishes.report, write(lines, Infinity, true));
  process.stdout.write(write([...lines, `The full report: ${wishes.report}`], LISTED_ON_SCREEN, false));
}

/** Makes the file if there is none, and leaves one that is there as it is. It names people: its owner alone may read it. */
function openReport(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The report cannot be written (${details}). Choose another place with --report PATH.`);
  }
}

async function apply(config: Config, { data }: ReadExport, digest: string): Promise<void> {
  const db = await openDatabase(config.databaseUrl, { migrated: true });
  try {
    const environment = { db, clock: systemClock, timeZone: config.timeZone, committed: () => {} };
    const progress = progressOn(process.stderr);
    await writeImport(environment, data, digest, (step, done, of) => progress(`Importing ${step}: ${done} of ${of}`));
  } finally {
    await db.close();
  }
}

await runTool(main, [ExportError, NotEmptyError, AppError]);
