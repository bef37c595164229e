// npm run restore -- FILE [--check]
//
// Brings a backup back into an empty database of either engine, all of it or nothing, and then checks the books
// (docs/backup.md). With --check it only reads the file and says whether it is whole. Exit codes: 0 done, 1 restored,
// but its books do not agree, 2 nothing was restored; each but 0 with a sentence.
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { booksTable } from './books/books-table.ts';
import { BackupError } from './backup/format.ts';
import { loadBackup } from './backup/load.ts';
import { checkBackupFile, type ReadBackup } from './backup/read-file.ts';
import { checkBooks } from './books/check-books.ts';
import { callersPath } from './shared/paths.ts';
import { progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError } from './shared/tool.ts';

const USAGE = 'Usage: npm run restore -- FILE [--check]';

async function main(): Promise<number> {
  const { file, checkOnly } = readWishes();
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  if (checkOnly) {
    say(`The file is whole. ${describe(await checkBackupFile(file, progressOn(process.stderr)))}`);
    return 0;
  }
  const { databaseUrl } = readConfig(process.env);
  const started = performance.now();
  const read = await loadBackup(databaseUrl, file, progressOn(process.stderr));
  say(`Restored after ${((performance.now() - started) / 1000).toFixed(1)} s. ${describe(read)}\n`);
  const db = await openDatabase(databaseUrl, { migrated: true });
  try {
    const report = await checkBooks(db);
    process.stdout.write(booksTable(report));
    if (report.agrees) return 0;
    say('Everything in the file was restored, but its books did not agree when it was made.');
    return 1;
  } finally {
    await db.close();
  }
}

function readWishes(): { file: string; checkOnly: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new ToolError(USAGE);
    return { file: callersPath(file, 'restore'), checkOnly: values.check };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(USAGE);
  }
}

function describe({ header, rows }: ReadBackup): string {
  const count = (table: string) => (rows.get(table) ?? 0).toLocaleString('en');
  const when = header.madeAt.slice(0, 19).replace('T', ' ');
  return `It was made on ${when} UTC and holds ${count('users')} users, ${count('fines')} fines, ${count('events')} events and ${count('journal')} journal entries.`;
}

if (import.meta.main) await runTool(main, [BackupError]);
