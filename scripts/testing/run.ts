// Runs a command, and collects its output and the processor time that it took.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export type Ended = {
  ok: boolean;
  /** stdout and stderr interleaved, and the reason if it was stopped */
  output: string;
  /** of all its processes, in seconds; 0 where the system does not say */
  processor: number;
};

const WINDOWS = process.platform === 'win32';
/** How long a stopped command has to remove what it has made. */
const END_MS = 5000;
/** POSIX's `times` says what the shell and those that it waited for have used. */
const TIMED = ['sh', '-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh'];

const running = new Map<ChildProcess, Promise<unknown>>();

/** Stops every running command, with its child processes, and waits until they have ended. */
export async function stopRunning(): Promise<void> {
  const all = [...running];
  for (const [child] of all) end(child, 'SIGTERM');
  await Promise.race([Promise.all(all.map(([, ended]) => ended)), wait(END_MS)]);
  for (const [child] of all) while (end(child, 'SIGKILL')) await wait(20);
}

/** Whether there was anything left to end. */
function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (WINDOWS || child.pid === undefined) return child.kill(signal);
  try {
    // The child leads its own process group (see `detached`): this also stops the browsers and servers it started.
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

/** Seconds, from `times`: its last line has the user's and the system's share, as `1m2.34s 0m0.56s`. */
export function readTimes(text: string): number {
  const shares = [...(text.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.,]+)s/g)];
  return shares.reduce(
    (sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}

/**
 * @param args a script and its arguments
 * @param options.onOutput receives its output as it comes
 * @param options.minutes without output, after which the command is stopped and counts as failed
 */
export function runNode(
  args: string[],
  options: { cwd: string; env?: Record<string, string>; minutes?: number; onOutput?: (text: string) => void },
): Promise<Ended> {
  const minutes = options.minutes ?? 30;
  const [program = '', ...rest] = [...(WINDOWS ? [] : TIMED), process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: !WINDOWS,
  });
  let output = '';
  let times = '';
  let late = false;
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
    options.onOutput?.(chunk.toString());
    // However long it takes on a slow machine, it goes on.
    timer.refresh();
  };
  const [, stdout, stderr, used] = child.stdio;
  stdout?.on('data', keep);
  stderr?.on('data', keep);
  used?.on('data', (chunk: Buffer) => {
    times += chunk.toString();
  });
  const timer = setTimeout(() => {
    late = true;
    end(child, 'SIGTERM');
  }, minutes * 60_000);
  child.on('error', (error) => {
    output += error.message;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (late) output += `\nEnded after ${minutes} minutes without output.`;
      resolve({ ok: code === 0 && !late, output, processor: readTimes(times) });
    });
  });
  running.set(child, ended);
  return ended;
}
