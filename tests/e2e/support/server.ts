// The real server as a process of its own, on a database of its own, that a test may stop and start again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../helpers/app.ts';
import { cookieOf, createClient } from '../../helpers/app.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };

export interface Server {
  /** e.g. `http://127.0.0.1:40123`; stays the same over a stop and a start */
  readonly url: string;
  readonly databaseUrl: string;
  /** Whether it is running at the moment. */
  readonly running: boolean;
  /** Ends it as an operator would (SIGTERM), and waits for the end. */
  stop(): Promise<void>;
  /** Starts it again, at the same address on the same database. */
  start(): Promise<void>;
  /** Ends it for good and removes the database. */
  remove(): Promise<void>;
  /** A client of the real API, signed in. */
  signIn(email: string, password: string): Promise<Client>;
}

/** Starts a server on a free port with an empty database. The name tells left-over folders apart; `environment` adds configuration. */
export async function startServer({
  name,
  environment = {},
}: {
  name: string;
  environment?: Record<string, string>;
}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), `jurmana-e2e-${name}-`));
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  let process: ServerProcess | null = null;
  let port = 0;

  const start = async (): Promise<void> => {
    process = await startServerProcess({ databaseUrl, account: ADMINISTRATOR, port, environment });
    ({ port } = process);
  };
  const stop = async (): Promise<void> => {
    const ending = process;
    process = null;
    await ending?.stop();
  };

  await start();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    databaseUrl,
    get running() {
      return process !== null;
    },
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
    signIn: async (email, password) => {
      const answer = await createClient(url, '').fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
      return createClient(url, cookieOf(answer));
    },
  };
}
