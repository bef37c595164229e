// The server as a process: configuration -> database -> listen -> graceful stop.
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connect, type Database, isUnavailable } from './db/engine.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';

/** How long requests under way may take once the process was asked to end. */
const STOP_WITHIN_MS = 10_000;

/** Ends with one sentence, for whoever started the server. */
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

async function openDatabase(config: Config): Promise<Database> {
  try {
    const db = connect(config.databaseUrl);
    await migrate(db);
    return db;
  } catch (error) {
    if (error instanceof NewerDatabaseError) return giveUp(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    if (isUnavailable(error) || config.databaseUrl.startsWith('postgres')) {
      return giveUp(`the database cannot be used (${reason}). Check DATABASE_URL.`);
    }
    return giveUp(`the database file cannot be used (${reason}).`);
  }
}

const config = configuration();
const db = await openDatabase(config);
const { server, firstSignIn } = await createApp({ db, clock: systemClock, config }).catch((error: unknown) => {
  if (error instanceof ConfigError) return giveUp(error.message);
  throw error;
});

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  // The timer must not hold up a stop that is quicker.
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await server.close();
  await db.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

try {
  await server.listen({ port: config.port, host: config.host });
} catch (error) {
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
if (firstSignIn !== null) {
  lines.push(
    '',
    'Sign in as the administrator (this password is shown only now):',
    `  E-mail:   ${firstSignIn.email}`,
    `  Password: ${firstSignIn.password}`,
    '',
  );
}
process.stdout.write(`${lines.join('\n')}\n`);
