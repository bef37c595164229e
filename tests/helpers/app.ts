// A real server for tests: a new database of the engine under test, the whole app, and clients that call operations.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type TestClock, testClock } from './clock.ts';
import { createDatabase } from './postgres.ts';

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };

/** The answer of a call: the output, or the error. */
export type Answer<O extends Operation> =
  | { ok: true; status: number; value: Output<O> }
  | { ok: false; status: number; code: ErrorCode; message: string; details: unknown };

export interface Client {
  /** Calls an operation. Writes get a new Idempotency-Key unless one is given. */
  call<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Answer<O>>;
  /** The same, and throws where it fails. */
  must<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Output<O>>;
  /** Any request, as `fetch`, with this client's cookie and an origin of this server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
}

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
  const client = (cookie: string) => createClient(url, cookie);
  const signIn = async (email: string, password: string): Promise<Client> => {
    const answer = await client('').fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
    return client(cookieOf(answer));
  };
  return {
    url,
    db,
    databaseUrl,
    clock,
    nobody: client(''),
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

/** The Cookie header a browser would send after this answer, to addresses other than the sign-in's. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => cookie.includes('; Path=/;'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export function createClient(url: string, cookie: string): Client {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { origin: url, ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
  const call: Client['call'] = async (operation, input, options = {}) => {
    const parts = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(parts.params?.[name] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
      ),
    );
    const answer = await send(`/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method: operation.method,
      headers: {
        ...(operation.writes ? { 'idempotency-key': options.key ?? randomUUID() } : {}),
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    });
    const body = (await answer.json()) as never;
    if (answer.ok) return { ok: true, status: answer.status, value: body };
    const { error } = body as { error: { code: ErrorCode; message: string; details?: unknown } };
    return { ok: false, status: answer.status, code: error.code, message: error.message, details: error.details };
  };
  return {
    cookie,
    call,
    fetch: send,
    must: async (operation, input, options) => {
      const answer = await call(operation, input, options);
      if (!answer.ok) throw new Error(`${operation.id}: ${answer.status} ${answer.code}: ${answer.message}`);
      return answer.value;
    },
  };
}
