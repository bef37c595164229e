// Runs a command and collects its output.
import { spawn, type ChildProcess } from 'node:child_process';

export type Ended = {
  ok: boolean;
  /** stdout and stderr interleaved, and the reason if it was stopped */
  output: string;
};

const running = new Set<ChildProcess>();

/** Stops every running command, with its child processes. */
export function stopRunning(): void {
  for (const child of running) end(child);
}

function end(child: ChildProcess): void {
  // The child leads its own process group (see `detached`): this also stops the browsers and servers it started.
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has exited in the meantime.
  }
}

/**
 * @param args a script and its arguments
 * @param options.onOutput receives its output as it comes
 * @param options.minutes timeout, after which the command is stopped and counts as failed
 */
export function runNode(
  args: string[],
  options: { cwd: string; env?: Record<string, string>; minutes?: number; onOutput?: (text: string) => void },
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
      options.onOutput?.(chunk.toString());
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
