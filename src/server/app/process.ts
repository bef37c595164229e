// The server process: configuration -> database -> listen -> graceful shutdown.
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { systemClock } from '../base/clock.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { connect, sqlitePath, engineOf } from '../db/connect.ts';
import { isUnavailable, isTransient } from '../db/errors.ts';
import type { Database } from '../db/types.ts';
import { migrate, UnusableDatabaseError } from '../db/migrate.ts';
import { dropUnreadOutput } from '../base/ending.ts';

/** The interval at which a start tries again to use an unavailable database. */
const DATABASE_RETRY_MS = 500;

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return giveUp(error.message, error);
    throw error;
  }
}

/**
 * Waits for the database, and says so: after a power cut everything starts at once and the database is often ready
 * last. Errors that waiting cannot fix end the start.
 */
async function openDatabase(config: Config, ending: AbortSignal): Promise<Database> {
  const since = performance.now();
  for (let told = false; ; told = true) {
    let migrating: Database | undefined;
    try {
      // A migration of millions of records takes longer than the time limit of answers.
      migrating = connect(config.databaseUrl, { poolSize: 1, forTool: true });
      await migrate(migrating, { ending });
      await migrating.close();
      if (!ending.aborted) return connect(config.databaseUrl);
    } catch (error) {
      await migrating?.close();
      if (!ending.aborted) {
        if (error instanceof UnusableDatabaseError) return giveUp(error.message, error);
        const sentence = aboutDatabase(error, config.databaseUrl);
        const waits = howLong(error, performance.now() - since);
        if (waits === null) return giveUp(sentence, error);
        if (!told) process.stderr.write(`${sentence} ${waits}\n`);
        await pause(DATABASE_RETRY_MS);
      }
    }
    if (ending.aborted) process.exit(0);
  }
}

/** Serves until `ending` is aborted, then exits with 0, also if it has only begun to start. */
export async function start(ending: AbortSignal): Promise<void> {
  dropUnreadOutput();
  const config = configuration();
  const db = await openDatabase(config, ending);
  const { server, firstSignIn } = await createApp({ db, clock: systemClock, config }).catch((error: unknown) => {
    if (error instanceof ConfigError) return giveUp(error.message, error.cause ?? error);
    if (isUnavailable(error)) return giveUp(aboutDatabase(error, config.databaseUrl), error);
    throw error;
  });

  const stop = async (): Promise<never> => {
    await server.close();
    await db.close();
    process.exit(0);
  };

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
  /** The account has been created, and no later start shows its password. */
  const sayHowToSignIn = (): void => void process.stdout.write(signInLines.map((line) => `${line}\n`).join(''));

  if (ending.aborted) {
    sayHowToSignIn();
    await stop();
  }
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    sayHowToSignIn();
    giveUp(aboutListening(error, config), error);
  }
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = /^(127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(config.host) ? 'localhost' : config.host;
  const lines = [`Jurmana is ready: ${config.baseUrl ?? `http://${host}:${port}`}`];
  if (db.engine === 'sqlite') lines.push(`Its data is in ${dirname(resolve(sqlitePath(config.databaseUrl)))}`);
  process.stdout.write(`${[...lines, ...signInLines].join('\n')}\n`);
  if (ending.aborted) await stop();
  ending.addEventListener('abort', () => void stop());
}

// What prevents a start: in words for the operator, and in an exit code for the service manager.

const EXIT_FAILED = 1;
/** EX_CONFIG of sysexits.h; the unit (docs/operating/jurmana.service) does not start it again after this. */
const EXIT_CONFIG = 78;

/** Exits. `sentence`: a whole one, or several; `cause`: the error, which decides about the exit code. */
function giveUp(sentence: string, cause: unknown): never {
  process.stderr.write(`Jurmana cannot start. ${sentence}\n`);
  process.exit(mayPass(cause) ? EXIT_FAILED : EXIT_CONFIG);
}

/** Whether the same start may succeed later, with the same settings. */
const mayPass = (error: unknown): boolean =>
  isTransient(error) ||
  /^(SQLITE_(FULL|IOERR|NOMEM).*|ENOSPC|EDQUOT|EIO|ENOMEM|EMFILE|ENFILE|EADDRINUSE|EADDRNOTAVAIL)$/.test(codeOf(error));

/** How long a start waits for an unavailable database. */
const DATABASE_TIMEOUT_MS = 60_000;

const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/**
 * How long to wait for a database that cannot be used now, in words; null: no longer. `waited`: ms so far. A file stays
 * locked only as long as another process lives, and upgrading millions of records takes long: PostgreSQL waits for that
 * without a limit as well (migrate.ts).
 */
export function howLong(error: unknown, waited: number): string | null {
  if (isLocked(error)) return 'Jurmana waits until it is free.';
  if (!isTransient(error) || waited > DATABASE_TIMEOUT_MS) return null;
  return `Jurmana keeps trying for up to ${DATABASE_TIMEOUT_MS / 1000} s.`;
}

function aboutDatabase(error: unknown, databaseUrl: string): string {
  if (engineOf(databaseUrl) === 'postgres')
    return `The database cannot be used (${reasonOf(error)}). Check DATABASE_URL.`;
  return `The database file ${resolve(sqlitePath(databaseUrl))} cannot be used (${reasonOf(error)}). ${adviceOn(error)}`;
}

function adviceOn(error: unknown): string {
  const code = codeOf(error);
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return 'Free up space on the disk; nothing in the file has been lost.';
  if (isLocked(error)) return 'Another process is changing it, for example upgrading or restoring it.';
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'It is damaged, or was not written by Jurmana.';
  return 'This account must be allowed to create its folder, if there is none, and to write there. DATABASE_URL can name another file.';
}

function aboutListening(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): string {
  if (codeOf(error) === 'EADDRINUSE') return `Port ${port} is already in use. Choose another with PORT.`;
  return `It cannot listen on ${host}:${port} (${reasonOf(error)}). Check HOST and PORT.`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** Refused by several addresses of a name, an error has a code and no message. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || codeOf(error) : String(error));
