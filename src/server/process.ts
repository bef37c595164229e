// The server process: configuration -> database -> listen -> graceful shutdown.
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connect, engineOf, sqlitePath } from './db/connect.ts';
import { isUnavailable, isTransient } from './db/errors.ts';
import type { Database } from './db/types.ts';
import { migrate, UnusableDatabaseError } from './db/migrate.ts';
import { dropUnreadOutput, endInOrder } from './ending.ts';

/** How long startup waits for an unavailable database, and the retry interval. */
const DATABASE_TIMEOUT_MS = 60_000;
const DATABASE_RETRY_MS = 500;

/** Exits with one sentence for the operator. */
function giveUp(sentence: string): never {
  process.stderr.write(`Jurmana cannot start: ${sentence}\n`);
  process.exit(1);
}

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return giveUp(error.message);
    throw error;
  }
}

/** Why the database cannot be used, in one sentence. */
function sentenceOf(error: unknown, { databaseUrl }: Config): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (engineOf(databaseUrl) === 'postgres') return `the database cannot be used (${reason}). Check DATABASE_URL.`;
  return `the database file ${resolve(sqlitePath(databaseUrl))} cannot be used (${reason}). ${adviceOn(error)}`;
}

function adviceOn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return 'Free up space on the disk; nothing in the file has been lost.';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'Another program has it open.';
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'It is damaged, or was not written by Jurmana.';
  return 'The folder must exist or be possible to create, and this account must be allowed to write there; DATABASE_URL can name another.';
}

/**
 * Waits for the database, and says so: after a power cut everything starts at once and the database is often ready
 * last. Errors that waiting cannot fix end the start.
 */
async function openDatabase(config: Config): Promise<Database> {
  const until = performance.now() + DATABASE_TIMEOUT_MS;
  for (let told = false; ; told = true) {
    let migrating: Database | undefined;
    try {
      // A migration of millions of records takes longer than the time limit of answers.
      migrating = connect(config.databaseUrl, { poolSize: 1, forTool: true });
      const copy = await migrate(migrating, config.timeZone);
      await migrating.close();
      if (copy !== null) process.stdout.write(`The data was upgraded. A copy from before is kept in ${copy}\n`);
      return connect(config.databaseUrl);
    } catch (error) {
      await migrating?.close();
      if (error instanceof UnusableDatabaseError) return giveUp(error.message);
      const sentence = sentenceOf(error, config);
      if (!isTransient(error) || performance.now() > until) return giveUp(sentence);
      if (!told) process.stderr.write(`Jurmana will wait for up to ${DATABASE_TIMEOUT_MS / 1000} s: ${sentence}\n`);
    }
    await pause(DATABASE_RETRY_MS);
  }
}

dropUnreadOutput();
const config = configuration();
const db = await openDatabase(config);
const { server, firstSignIn } = await createApp({ db, clock: systemClock, config }).catch((error: unknown) => {
  if (error instanceof ConfigError) return giveUp(error.message);
  if (isUnavailable(error)) return giveUp(sentenceOf(error, config));
  throw error;
});

async function stop(): Promise<void> {
  await server.close();
  await db.close();
  process.exit(0);
}
endInOrder(() => void stop());

const signInLines =
  firstSignIn === null
    ? []
    : [
        '',
        'Sign in as the administrator (this password is shown only once):',
        `  E-mail:   ${firstSignIn.email}`,
        `  Password: ${firstSignIn.password}`,
        '',
      ];

try {
  await server.listen({ port: config.port, host: config.host });
} catch (error) {
  // The account has been created, and no later start shows its password.
  process.stdout.write(signInLines.map((line) => `${line}\n`).join(''));
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  giveUp(
    taken
      ? `port ${config.port} is already in use. Choose another with PORT.`
      : `it cannot listen on ${config.host}:${config.port} (${error instanceof Error ? error.message : String(error)}).`,
  );
}
const address = server.server.address();
const port = typeof address === 'object' && address !== null ? address.port : config.port;
const host = /^(127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(config.host) ? 'localhost' : config.host;
const lines = [`Jurmana is ready: ${config.baseUrl ?? `http://${host}:${port}`}`];
if (db.engine === 'sqlite') lines.push(`Its data is in ${dirname(resolve(sqlitePath(config.databaseUrl)))}`);
process.stdout.write(`${[...lines, ...signInLines].join('\n')}\n`);
