// The real server as a process of its own, as `npm start` runs it, on a database that exists.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface RunningServer {
  url: string;
  /** from starting the process until it serves requests, ms */
  startMs: number;
  /** memory in MB, null where the system does not tell */
  memory(): { now: number; peak: number } | null;
  stop(): Promise<void>;
}

/** The account that measures; a kept database keeps it. */
export const ACCOUNT = { email: 'admin@jurmana.local', password: 'only-for-measuring' };

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** @param environment further configuration */
export function startServer(databaseUrl: string, environment: Record<string, string> = {}): Promise<RunningServer> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
      AUTH_SECRET: 'a secret for measurements, never for anything real',
      BASE_URL: '',
      ...environment,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`The server ended with code ${code}.`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const ready = /Jurmana is ready: .*:(\d+)/;
      if (ready.test(output)) return;
      output += chunk.toString();
      const port = ready.exec(output)?.[1];
      if (port === undefined) return;
      resolve({
        url: `http://127.0.0.1:${port}`,
        startMs: performance.now() - started,
        memory: () => memoryOf(child.pid ?? 0),
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
  });
}

function memoryOf(pid: number): { now: number; peak: number } | null {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
