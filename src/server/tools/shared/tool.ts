// Shared by the command-line tools: error messages, exit codes, and opening the database.
import { existsSync } from 'node:fs';
import { ConfigError } from '../../config/config.ts';
import { connect, engineOf, sqlitePath } from '../../db/connect.ts';
import { isUnavailable } from '../../db/errors.ts';
import type { Database } from '../../db/types.ts';
import { migrate, UnusableDatabaseError } from '../../db/migrate.ts';
import { dropUnreadOutput, END_SIGNALS } from '../../base/ending.ts';

/** An error the caller can fix; the message is one sentence. */
export class ToolError extends Error {}

/** How the tool is called: by npm in a clone, or by the command of the archive, which sets JURMANA_COMMAND. */
export const usageOf = (tool: string, words: string): string =>
  process.env['JURMANA_COMMAND'] === undefined
    ? `Usage: npm run ${tool} -- ${words}`
    : `Usage: jurmana ${tool} ${words}`;

const EXIT_FAILED = 2;

/**
 * Runs a tool; `main` returns the exit code. Errors exit with 2: expected ones (`known` classes, configuration,
 * database) print their message, all others are bugs and print their stack trace.
 */
export async function runTool(
  main: () => Promise<number>,
  known: readonly (abstract new (...parameters: never[]) => Error)[] = [],
): Promise<void> {
  dropUnreadOutput();
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${messageOf(error, known)}\n`);
    process.exitCode = EXIT_FAILED;
  }
}

function messageOf(error: unknown, known: readonly (abstract new (...parameters: never[]) => Error)[]): string {
  if (!(error instanceof Error)) return String(error);
  if ([ToolError, ConfigError, UnusableDatabaseError, ...known].some((kind) => error instanceof kind))
    return error.message;
  if (isUnavailable(error)) return `The database cannot be used at the moment (${error.message}). Check DATABASE_URL.`;
  return error.stack ?? error.message;
}

/**
 * Migrates the database to the current schema. A signal meanwhile first rolls that back. Anywhere else a tool may end at
 * once: the database rolls back its one transaction.
 */
export async function upgrade(db: Database): Promise<void> {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => ending.abort(signal);
  for (const signal of END_SIGNALS) process.on(signal, end);
  try {
    await migrate(db, { ending: ending.signal });
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, end);
    if (ending.signal.aborted) {
      await db.close();
      process.kill(process.pid, ending.signal.reason as NodeJS.Signals);
    }
  }
}

/**
 * Opens the database and, if `migrated`, migrates it to the current schema; otherwise it must contain books already.
 * @throws ToolError when it cannot be used.
 */
export async function openDatabase(databaseUrl: string, { migrated }: { migrated: boolean }): Promise<Database> {
  // Opening a missing SQLite file would create it.
  if (!migrated && engineOf(databaseUrl) === 'sqlite' && !existsSync(sqlitePath(databaseUrl))) {
    throw new ToolError(`There is no database at ${sqlitePath(databaseUrl)}. Check DATABASE_URL.`);
  }
  let db: Database | undefined;
  try {
    db = connect(databaseUrl, { poolSize: 1, forTool: true });
    if (migrated) await upgrade(db);
    const tables = await db.read.introspection.getTables();
    if (tables.some((table) => table.name === 'books')) return db;
  } catch (error) {
    await db?.close();
    if (error instanceof UnusableDatabaseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The database cannot be used (${reason}). Check DATABASE_URL.`);
  }
  await db.close();
  throw new ToolError('The database holds no books yet. Start Jurmana once to create them.');
}
