// Starts the real app in the test process, on a new database of the engine under test, and creates clients for it.
import { afterAll, beforeAll } from 'vitest';
import { mayFailWith } from '../../src/contract/operation.ts';
import { type App, createApp } from '../../src/server/app/app.ts';
import type { Passwords } from '../../src/server/auth/passwords/passwords.ts';
import { readInstanceName, readSecret } from '../../src/server/auth/secret.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { AppError } from '../../src/server/base/errors.ts';
import { createTestAuth, CHEAP_PASSWORDS, openSession, setPassword } from './auth.ts';
import { type Client, createClient, signInAt } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { newMigratedDatabaseUrl } from './database.ts';
import { ADMINISTRATOR, SECRET } from './instance.ts';

export interface TestApp {
  url: string;
  db: Database;
  databaseUrl: string;
  clock: TestClock;
  /** the database's name, which cookie names contain */
  instance: string;
  /** a client without a session */
  nobody: Client;
  /** Signs in with e-mail and password. */
  signIn(email: string, password: string): Promise<Client>;
  /** Opens a session without the password. */
  enter(email: string): Promise<Client>;
  /** Opens a session of the administrator. */
  administrator(): Promise<Client>;
  server: App['server'];
  /** Resolves once the server has checked the sender of the next request, before its body has arrived. */
  senderKnown(): Promise<void>;
  /** Throws if an operation failed with an error that it does not declare. */
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port. `databaseUrl`: an existing database, to simulate several processes. `environment`:
 * further configuration. `passwords`: hashing at low cost by default.
 */
export async function startApp(
  options: {
    databaseUrl?: string;
    environment?: Record<string, string>;
    clock?: TestClock;
    passwords?: Passwords;
  } = {},
): Promise<TestApp> {
  const own = options.databaseUrl === undefined ? await newMigratedDatabaseUrl() : null;
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
  if (own === null) await migrate(db);
  // Saves the server from creating the account itself.
  if (own !== null && options.environment?.['ADMIN_PASSWORD'] === undefined) {
    const account = { email: config.administratorEmail, password: ADMINISTRATOR.password };
    await setPassword(db, clock.now(), account);
  }
  const { server } = await createApp({ db, clock, config, passwords: options.passwords ?? CHEAP_PASSWORDS });
  const undeclared = new Set<string>();
  server.addHook('onError', async ({ routeOptions: { config: route } }, _reply, error) => {
    if (route.operation === undefined || !(error instanceof AppError)) return;
    if (!mayFailWith(route.operation, error.code)) undeclared.add(`${route.operation.id}: ${error.code}`);
  });
  let known = (): void => {};
  server.addHook('preParsing', async (_request, _reply, payload) => {
    known();
    return payload;
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const instance = await readInstanceName(db);
  const enter = async (email: string): Promise<Client> =>
    openSession(createTestAuth({ clock, instance }, db, { config, secret: await readSecret(config, db) }), url, email);
  return {
    url,
    db,
    databaseUrl,
    clock,
    instance,
    nobody: createClient(url, ''),
    signIn: (email, password) => signInAt(url, { email, password }),
    enter,
    administrator: () => enter(config.administratorEmail),
    server,
    senderKnown: () =>
      new Promise((resolve) => {
        known = resolve;
      }),
    stop: async () => {
      await server.close();
      await db.close();
      own?.remove();
      if (undeclared.size > 0) throw new Error(`Errors that no operation declares: ${[...undeclared].join(', ')}`);
    },
  };
}

/** Creates the object in beforeAll; until then it is empty. */
function createdBeforeAll<T extends object>(make: () => Promise<T>): T {
  const value = {} as T;
  beforeAll(async () => {
    Object.assign(value, await make());
  });
  return value;
}

/**
 * A server for the tests of a file or a describe block, started in beforeAll and stopped in afterAll. `options` may use
 * the results of an earlier beforeAll. A test that moves the clock by weeks ends the sessions of the others: it uses startApp.
 */
export function useApp(options: () => Parameters<typeof startApp>[0] = () => ({})): TestApp {
  const app = createdBeforeAll(() => startApp(options()));
  afterAll(() => app.stop());
  return app;
}

/** A client with a session of the administrator, opened in beforeAll. */
export const useAdministrator = (app: TestApp): Client => createdBeforeAll(() => app.administrator());
