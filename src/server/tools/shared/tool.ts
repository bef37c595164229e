// What the command-line tools share: one sentence and an exit code for every failure that has one, and the database
// opened with a sentence where it cannot be.
import { existsSync } from 'node:fs';
import { ConfigError } from '../../config.ts';
import { connect, type Database, engineOf, isUnavailable, sqlitePath } from '../../db/engine.ts';
import { migrate, NewerDatabaseError } from '../../db/migrate.ts';

/** Something that whoever called can put right: the message is one sentence. */
export class ToolError extends Error {}

const EXIT_CANNOT_RUN = 2;

/**
 * Runs a tool: its answer is the exit code. Failures with a sentence (`known` classes, and those of configuration and
 * database) print it and exit 2; anything else is a fault of the program, which exits 2 as well and shows where it happened.
 */
export async function runTool(
  main: () => Promise<number>,
  known: readonly (abstract new (...parameters: never[]) => Error)[] = [],
): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, known)}\n`);
    process.exitCode = EXIT_CANNOT_RUN;
  }
}

function sentenceOf(error: unknown, known: readonly (abstract new (...parameters: never[]) => Error)[]): string {
  if (!(error instanceof Error)) return String(error);
  if ([ToolError, ConfigError, NewerDatabaseError, ...known].some((kind) => error instanceof kind))
    return error.message;
  if (isUnavailable(error)) return `The database cannot be used now (${error.message}). Check DATABASE_URL.`;
  return error.stack ?? error.message;
}

/**
 * Opens the database, and brings it to the present shape if `migrated`; otherwise it must have books already.
 * @throws ToolError with a sentence when it cannot be used.
 */
export async function openDatabase(databaseUrl: string, { migrated }: { migrated: boolean }): Promise<Database> {
  // Opening a SQLite file would make one where there is none.
  if (!migrated && engineOf(databaseUrl) === 'sqlite' && !existsSync(sqlitePath(databaseUrl))) {
    throw new ToolError(`There is no database at ${sqlitePath(databaseUrl)}. Check DATABASE_URL.`);
  }
  let db: Database | undefined;
  try {
    db = connect(databaseUrl, { poolSize: 1, forTool: true });
    if (migrated) await migrate(db);
    const tables = await db.read.introspection.getTables();
    if (tables.some((table) => table.name === 'books')) return db;
  } catch (error) {
    await db?.close();
    if (error instanceof NewerDatabaseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The database cannot be used (${reason}). Check DATABASE_URL.`);
  }
  await db.close();
  throw new ToolError('The database holds no books yet. Start Jurmana once, which makes them.');
}
