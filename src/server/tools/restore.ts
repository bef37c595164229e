// npm run restore -- FILE [--check]
//
// Restores a backup into an empty database of either engine in one transaction, then checks the books (docs/backup.md).
// With --check it only verifies the file. Exit codes: 0 done, 1 restored, but the books do not agree, 2 nothing was
// restored; 1 and 2 print a sentence.
import { parseArgs } from 'node:util';
import { stripInvisible } from '../../core/text/letters.ts';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../config/config.ts';
import { databaseLocation } from '../db/connect.ts';
import type { Database } from '../db/types.ts';
import { BackupError } from './backup/format.ts';
import { type LoadedBackup, loadBackup } from './backup/load.ts';
import { type BackupSummary, checkBackupFile } from './backup/read-file.ts';
import { checkBooks, formatBooksReport } from './books/check-books.ts';
import { resolveFromCaller } from './shared/paths.ts';
import { progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError, usageOf } from './shared/tool.ts';

const USAGE = usageOf('restore', 'FILE [--check]');

async function main(): Promise<number> {
  const { file, checkOnly } = readOptions();
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  if (checkOnly) {
    say(`The file is complete. ${describe(await checkBackupFile(file, progressOn(process.stderr)))}`);
    return 0;
  }
  const { databaseUrl } = readConfig(process.env);
  const started = performance.now();
  const read = await loadBackup(databaseUrl, file, progressOn(process.stderr));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Restored into ${databaseLocation(databaseUrl)} after ${seconds} s. ${describe(read)}`);
  say(describeVoidedLinks(read));
  const db = await openDatabase(databaseUrl, { migrated: true });
  try {
    for (const line of await describeRestoredAccess(db)) say(line);
    const report = await checkBooks(db);
    process.stdout.write(formatBooksReport(report));
    if (report.agrees) return 0;
    say('Everything in the file was restored, but its books already did not agree when the backup was made.');
    return 1;
  } finally {
    await db.close();
  }
}

function readOptions(): { file: string; checkOnly: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new ToolError(USAGE);
    return { file: resolveFromCaller(file, 'restore'), checkOnly: values.check };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(USAGE);
  }
}

function describeVoidedLinks({ voidedLinks }: LoadedBackup): string {
  const ended = 'Nobody is signed in any more.';
  if (voidedLinks === 0) return `${ended}\n`;
  const links = voidedLinks === 1 ? '1 open sign-in link was voided' : `${voidedLinks} open sign-in links were voided`;
  return `${ended} ${links}: anyone who still needs one must get a new one.\n`;
}

/** Lists the passkeys and API keys that are valid again. The backup cannot know which were removed after it. */
async function describeRestoredAccess(db: Database): Promise<string[]> {
  const passkeys = await db.read
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select(['passkeys.name', 'passkeys.created_at', 'accounts.email_key'])
    .orderBy('accounts.email_key')
    .orderBy('passkeys.created_at')
    .execute();
  const keys = await db.read
    .selectFrom('api_keys')
    .select(['name', 'created_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', systemClock.now())
    .orderBy('name')
    .execute();
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return [
    ...(passkeys.length === 0
      ? []
      : ['These passkeys work again. Remove those that had been removed since the backup:']),
    ...passkeys.map(
      ({ email_key, name, created_at }) => `  ${email_key}: ${stripInvisible(name)}, added on ${day(created_at)}`,
    ),
    ...(keys.length === 0 ? [] : ['These API keys are active again. Revoke those that had been revoked since:']),
    ...keys.map(({ name, created_at }) => `  ${stripInvisible(name)}, made on ${day(created_at)}`),
    ...(passkeys.length + keys.length === 0 ? [] : ['']),
  ];
}

function describe({ header, rows }: BackupSummary): string {
  const count = (table: string, one: string, many: string) => {
    const number = rows.get(table) ?? 0;
    return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
  };
  const when = header.madeAt.slice(0, 19).replace('T', ' ');
  return `It was made on ${when} UTC and holds ${count('users', 'user', 'users')}, ${count('fines', 'fine', 'fines')}, ${count('events', 'event', 'events')} and ${count('journal', 'journal entry', 'journal entries')}.`;
}

if (import.meta.main) await runTool(main, [BackupError]);
