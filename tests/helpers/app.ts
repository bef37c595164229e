// A real server for tests: a new database of the engine under test, the whole app, and clients that call operations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Client, createClient, signInAt } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { createDatabase } from './postgres.ts';

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };

export interface TestApp {
  url: string;
  db: Database;
  databaseUrl: string;
  clock: TestClock;
  /** Nobody is signed in. */
  nobody: Client;
  signIn(email: string, password: string): Promise<Client>;
  /** A client signed in as the administrator. */
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
    AUTH_SECRET: 'a-secret-for-tests-of-32-characters-or-more',
    LOG_LEVEL: 'silent',
    ...options.environment,
  });
  const db = connect(databaseUrl);
  await migrate(db);
  const { server } = await createApp({ db, clock, config });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const signIn = (email: string, password: string): Promise<Client> => signInAt(url, { email, password });
  return {
    url,
    db,
    databaseUrl,
    clock,
    nobody: createClient(url, ''),
    signIn,
    administrator: () => signIn(ADMINISTRATOR.email, ADMINISTRATOR.password),
    server,
    stop: async () => {
      await server.close();
      await db.close();
      own?.remove();
    },
  };
}
