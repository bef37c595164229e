// The real server as a process of its own, on a database of its own, that a test may stop and start again.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../helpers/app.ts';
import { cookieOf, createClient } from '../../helpers/app.ts';

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };

const ROOT = join(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 30_000;

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
  let child: ChildProcess | null = null;
  let port = 0;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseUrl,
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        BASE_URL: '',
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    child = started;
    port = await portOf(started);
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    ending.kill('SIGTERM');
    await once(ending, 'exit');
  };

  await start();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    databaseUrl,
    get running() {
      return child !== null;
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

/** Waits for the line that says where the server listens. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), READY_WITHIN_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /is ready: http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${output}`));
    });
  });
}
