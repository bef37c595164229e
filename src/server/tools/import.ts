// npm run import -- FILE [--apply] [--accept-refused] [--report PATH]
//
// Imports the data of an organisation from a Firestore export (docs/importing.md). Exit codes: 0 done, 1 not applied
// because records were refused, 2 could not run; 1 and 2 print one sentence.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BooksError } from '../../core/fines/fine.ts';
import { systemClock } from '../base/clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { engineOf, sqlitePath } from '../db/connect.ts';
import { AppError } from '../base/errors.ts';
import { DEFAULT_FOLDER, privateFile } from '../base/private-files.ts';
import { ExportError } from './import/export-file.ts';
import { type ParsedExport, readExport } from './import/import-reader.ts';
import { importReport } from './import/import-report.ts';
import { NotEmptyError, writeImport } from './import/import-writer.ts';
import { resolveFromCaller } from './shared/paths.ts';
import { progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError, usageOf } from './shared/tool.ts';

const USAGE = usageOf('import', 'FILE [--apply] [--accept-refused] [--report PATH]');
const MAX_LISTED_ON_SCREEN = 10;

interface Options {
  file: string;
  apply: boolean;
  acceptRefused: boolean;
  report: string;
}

async function main(): Promise<number> {
  const config = readConfig(process.env);
  const options = readOptions(config);
  const text = readFile(options.file);
  const read = parseExport(text, config.timeZone);
  const refused = read.irregularities.count('refused');
  const blocked = options.apply && refused > 0 && !options.acceptRefused;
  if (options.apply && !blocked) {
    // The report is the only list of the guesses made, so nothing is imported unless it can be written.
    openReport(options.report);
    await apply(config, read, createHash('sha256').update(text).digest('hex'));
  }
  report(options, read, outcome(options, refused));
  return blocked ? 1 : 0;
}

function parseExport(text: string, timeZone: string): ParsedExport {
  try {
    return readExport(text, { timeZone, now: systemClock.now() });
  } catch (error) {
    if (!(error instanceof BooksError)) throw error;
    throw new ToolError(`The figures of this export are too large to be kept exactly (${error.message}).`);
  }
}

function outcome({ apply: shouldApply, acceptRefused }: Options, refused: number): string[] {
  const records = refused === 1 ? '1 refused record' : `${refused} refused records`;
  if (shouldApply && refused > 0 && !acceptRefused) {
    return [`Nothing was imported, because of ${records}. To import everything else, add --accept-refused.`];
  }
  if (shouldApply) return [refused === 0 ? 'Imported.' : `Imported, without ${records}.`];
  const options = refused === 0 ? '--apply' : '--apply --accept-refused';
  return [`Nothing was imported: this is the report only. To import, add ${options}.`];
}

function readOptions(config: Config): Options {
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
      file: resolveFromCaller(file, 'import'),
      apply: values.apply,
      acceptRefused: values['accept-refused'],
      report: values.report === undefined ? defaultReportPath(config) : resolveFromCaller(values.report, 'import'),
    };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const details = error instanceof Error ? error.message : String(error);
    throw new ToolError(`${details.split('. ')[0]}.\n${USAGE}`);
  }
}

/** Next to the database file; with PostgreSQL in the default data folder. */
function defaultReportPath({ databaseUrl }: Config): string {
  const folder = engineOf(databaseUrl) === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : DEFAULT_FOLDER;
  return resolve(folder, 'import-report.txt');
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ToolError(`The file ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function report(options: Options, read: ParsedExport, lines: readonly string[]): void {
  const source = basename(options.file);
  const write = (outcomeLines: readonly string[], listed: number, full: boolean) =>
    importReport(read.data, read.irregularities, { source, outcome: outcomeLines, listed, full });
  openReport(options.report);
  writeFileSync(options.report, write(lines, Infinity, true));
  process.stdout.write(write([...lines, `The full report: ${options.report}`], MAX_LISTED_ON_SCREEN, false));
}

/** Creates the file if missing, otherwise keeps its content. It contains names, so only its owner may read it. */
function openReport(path: string): void {
  try {
    privateFile(path);
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The report cannot be written (${details}). Choose another place with --report PATH.`);
  }
}

async function apply(config: Config, { data }: ParsedExport, digest: string): Promise<void> {
  const db = await openDatabase(config.databaseUrl, { migrated: true });
  try {
    const environment = { db, clock: systemClock, timeZone: config.timeZone, onCommit: () => {} };
    const progress = progressOn(process.stderr);
    await writeImport(environment, data, digest, (step, done, of) => progress(`Importing ${step}: ${done} of ${of}`));
  } finally {
    await db.close();
  }
}

await runTool(main, [ExportError, NotEmptyError, AppError]);
