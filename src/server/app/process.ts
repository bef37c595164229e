// The server process: configuration -> database -> listen -> graceful shutdown.
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { systemClock } from '../base/clock.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { connect, sqlitePath } from '../db/connect.ts';
import { isUnavailable } from '../db/errors.ts';
import type { Database } from '../db/types.ts';
import { migrate, UnusableDatabaseError } from '../db/migrate.ts';
import { dropUnreadOutput } from '../base/ending.ts';
import { aboutDatabase, aboutListening, giveUp, howLong } from './start-failure.ts';

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
