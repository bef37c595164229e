// Other programs that a drill needs: where they are on this system, and how they run as child processes that end with the
// drill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** The path of a program; '' if there is none. */
export const findProgram = (name: string): string =>
  globSync([`/usr/local/bin/${name}`, `/usr/bin/${name}`, `/usr/sbin/${name}`])[0] ?? '';

export interface Program {
  pid: number;
  running(): boolean;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `log`: the file that gets what it prints. */
export function run(
  command: string,
  args: readonly string[],
  { log, env, ...owner }: { log: string; env?: Record<string, string>; uid?: number; gid?: number },
): Program {
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, LC_ALL: 'C', ...env },
    cwd: '/',
    ...owner,
  });
  closeSync(output);
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  return {
    pid: child.pid ?? 0,
    running: () => running.has(child),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Distinct ports on which nothing listens at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}
