// Runs one command to its end and keeps what it printed.
import { spawn, type ChildProcess } from 'node:child_process';

export type Ended = {
  ok: boolean;
  /** Standard output and standard error in the order they came, and why it ended if not by itself. */
  output: string;
};

const running = new Set<ChildProcess>();

/** Ends every command that still runs, with the processes it started. */
export function stopRunning(): void {
  for (const child of running) end(child);
}

function end(child: ChildProcess): void {
  // The child leads a process group of its own (see `detached`), so that browsers and servers it started end with it.
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended in the meantime.
  }
}

/**
 * @param args arguments for the Node that runs this script; the first one is a script
 * @param options.minutes after this time the command is ended and counts as failed
 */
export function runNode(
  args: string[],
  options: { cwd: string; env?: Record<string, string>; minutes?: number },
): Promise<Ended> {
  const minutes = options.minutes ?? 30;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    let late = false;
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      late = true;
      end(child);
    }, minutes * 60_000);
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (late) output += `\nEnded after ${minutes} minutes without a result.`;
      resolve({ ok: code === 0 && !late, output });
    });
  });
}
