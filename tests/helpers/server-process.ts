// Runs the built server in a separate process, like `npm start`, for browser tests, drills and measurements.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtServer } from './built.ts';
import type { SetClock } from './clock-process.ts';
import { SECRET } from './instance.ts';
import { patience } from './patience.ts';

export interface ServerProcess {
  /** e.g. `http://127.0.0.1:40123` */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** from starting the process until it serves requests, ms */
  readonly startMs: number;
  running(): boolean;
  /** The last 100,000 characters of stdout and stderr. */
  output(): string;
  /** Resident memory in MB; null if the system does not report it. */
  memory(): { now: number; peak: number } | null;
  /** Sets its clock, which goes on from there; null: to the real time. Only with `settableClock`. */
  setClock(instant: number | null): Promise<void>;
  /** Sends SIGTERM and waits for the exit; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  databaseUrl: string;
  /** the administrator */
  account: { email: string; password: string };
  /** a free one unless given */
  port?: number;
  /** further configuration; overrides the defaults here */
  environment?: Record<string, string>;
  /** further options of Node */
  nodeOptions?: readonly string[];
  settableClock?: boolean;
  /** runs the sources instead of the build */
  fromSource?: boolean;
  /** receives all of stdout and stderr */
  onOutput?: (text: string) => void;
}

/** Node's options in `npm start`. */
const START_OPTIONS = (() => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  const [first = ''] = scripts.start.split('||');
  return first.match(/--\S+/g) ?? [];
})();
const SOURCE = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url));
const CLOCK = new URL('clock-process.ts', import.meta.url).href;
/** Node's options for a server that ends with the process that started it; its input has to be a pipe. */
export const ENDS_WITH_PARENT = ['--import', new URL('ends-with-parent.ts', import.meta.url).href];
const READY = /Jurmana is ready: http:\/\/[^\s:]+:(\d+)/;
/** Far above the startup time. */
const READY_TIMEOUT_MS = patience(90_000);
const MAX_OUTPUT = 100_000;

/** A server that may not be ready yet. */
export interface LaunchedServer {
  /** Rejects with the output if the server exits before it is ready, or after 90 s, longer on a busy machine, which kills it. */
  readonly ready: Promise<ServerProcess>;
  /** The last 100,000 characters of stdout and stderr. */
  output(): string;
  /** Sends SIGTERM, ready or not, and waits for the exit; returns the exit code, null if the signal ended it. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, ready or not, and waits for the exit. */
  kill(): Promise<void>;
}

/**
 * Starts a server and waits until it serves requests.
 * @throws with the output if the server exits before it is ready, or after 90 s, longer on a busy machine, which kills it
 */
export const startServerProcess = (options: ServerProcessOptions): Promise<ServerProcess> =>
  launchServer(options).ready;

/** Starts a server without waiting. It ends with this process, however that ends. */
export function launchServer(options: ServerProcessOptions): LaunchedServer {
  const started = performance.now();
  const nodeOptions = [...START_OPTIONS, ...ENDS_WITH_PARENT, ...(options.nodeOptions ?? [])];
  if (options.settableClock === true) nodeOptions.push('--import', CLOCK);
  const child = spawn(process.execPath, [...nodeOptions, options.fromSource === true ? SOURCE : builtServer('main')], {
    stdio: ['pipe', 'pipe', 'pipe', ...(options.settableClock === true ? (['ipc'] as const) : [])],
    env: {
      ...process.env,
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      DATABASE_URL: options.databaseUrl,
      ADMIN_EMAIL: options.account.email,
      ADMIN_PASSWORD: options.account.password,
      AUTH_SECRET: SECRET,
      BASE_URL: '',
      LOG_LEVEL: 'warn',
      ...options.environment,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const keep = (chunk: Buffer): void => {
    const text = chunk.toString();
    output = (output + text).slice(-MAX_OUTPUT);
    options.onOutput?.(text);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  const ready = portOf(child, () => output).then((port) => ({
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    running: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    memory: () => memoryOf(child.pid ?? 0),
    setClock: async (instant: number | null) => {
      child.send({ instant } satisfies SetClock);
      await once(child, 'message');
    },
    stop,
    kill,
  }));
  return { ready, output: () => output, stop, kill };
}

function portOf(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${output()}`));
    }, READY_TIMEOUT_MS);
    const look = (): void => {
      const port = READY.exec(output())?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(Number(port));
    };
    child.stdout?.on('data', look);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${signal ?? code}:\n${output()}`));
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
