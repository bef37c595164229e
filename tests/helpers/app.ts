// A real server for tests: a new database of the engine under test, the whole app, and clients that call operations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src/server/app.ts';
import { readSecret } from '../../src/server/auth/secret.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { authOn, enterBy, preparePassword } from './auth.ts';
import { type Client, createClient, signInAt } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { ADMINISTRATOR, SECRET } from './instance.ts';
import { createDatabase } from './postgres.ts';

export { ADMINISTRATOR };

export interface TestApp {
  url: string;
  db: Database;
  databaseUrl: string;
  clock: TestClock;
  /** Nobody is signed in. */
  nobody: Client;
  /** A client that has signed in. */
  signIn(email: string, password: string): Promise<Client>;
  /** The same without the password, whose check takes longer than most tests. */
  enter(email: string): Promise<Client>;
  /** A client of the administrator. */
  administrator(): Promise<Client>;
  server: App['server'];
  stop(): Promise<void>;
}

export const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** A new, empty database of the engine under test, and how to remove it. */
export async function newDatabaseUrl(): Promise<{ url: string; remove(): void }> {
  if (engine === 'postgres') {
    const server = process.env['TEST_POSTGRES_URL'];
    if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: run the tests with npm test.');
    return { url: await createDatabase(server), remove: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-test-'));
  return {
    url: `file:${join(folder, 'jurmana.db')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Starts a server on a free port. `databaseUrl` joins an existing database (several processes on one PostgreSQL);
 * `environment` adds configuration.
 */
export async function startApp(
  options: { databaseUrl?: string; environment?: Record<string, string>; clock?: TestClock } = {},
): Promise<TestApp> {
  const own = options.databaseUrl === undefined ? await newDatabaseUrl() : null;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const clock = options.clock ?? testClock();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    ...options.environment,
  });
  const db = connect(databaseUrl);
  await migrate(db);
  // Otherwise the server makes the account, and the hash of its password anew each time.
  if (own !== null && options.environment?.['ADMIN_PASSWORD'] === undefined) {
    const account = { email: config.administratorEmail, name: 'Administrator', password: ADMINISTRATOR.password };
    await preparePassword(db, clock.now(), account);
  }
  const { server } = await createApp({ db, clock, config });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const enter = async (email: string): Promise<Client> =>
    enterBy(authOn({ clock }, db, config, await readSecret(config, db)), url, email);
  return {
    url,
    db,
    databaseUrl,
    clock,
    nobody: createClient(url, ''),
    signIn: (email, password) => signInAt(url, { email, password }),
    enter,
    administrator: () => enter(config.administratorEmail),
    server,
    stop: async () => {
      await server.close();
      await db.close();
      own?.remove();
    },
  };
}
