// Faults of a SQLite file: another process locks it, the disk is full, writes fail, the file is read-only.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TroubledDatabase } from './troubles.ts';

/** Size of the tmpfs, if this account may mount one. */
const DISK_MB = 48;
/** The server's busy timeout is 5 s; the rest is for a busy machine. */
const BOUND_MS = 8000;

const succeeds = (command: string, ...parameters: string[]): boolean => spawnSync(command, parameters).status === 0;

export function troubledSqlite(): TroubledDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-trouble-'));
  const ownDisk = succeeds('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'tmpfs', folder);
  const path = join(folder, 'jurmana.db');
  const filler = join(folder, 'filler');
  let other: Sqlite.Database | null = null;

  /** Root ignores file modes, so for root the file is made immutable. */
  const setWritable = (writable: boolean): void => {
    if (process.getuid?.() !== 0) chmodSync(path, writable ? 0o600 : 0o400);
    else if (!succeeds('chattr', writable ? '-i' : '+i', path)) {
      throw new Error('This system lets root write to every file: run the drill as another user.');
    }
  };
  /** Sets RLIMIT_FSIZE of a running process. */
  const limitFiles = (pid: number, bytes: string): void => {
    if (!succeeds('prlimit', '--pid', String(pid), `--fsize=${bytes}:unlimited`)) {
      throw new Error('The drill needs the command prlimit (util-linux).');
    }
  };

  return {
    url: `file:${path}`,
    troubles: (server) => [
      {
        name: 'another process holds the file',
        lasts: { long: 30_000, short: 6500 },
        reads: 'served',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: async () => {
          other = new Sqlite(path, { timeout: 10_000 });
          other.exec('begin immediate');
        },
        end: async () => {
          other?.exec('rollback');
          other?.close();
        },
      },
      ...(ownDisk
        ? [
            {
              name: 'the disk is full',
              lasts: { long: 10_000, short: 1500 },
              reads: 'served' as const,
              writes: 'refused' as const,
              boundMs: BOUND_MS,
              begin: async () => fill(filler),
              end: async () => rmSync(filler),
            },
          ]
        : []),
      {
        name: 'the disk takes no more bytes',
        lasts: { long: 10_000, short: 1500 },
        reads: 'served',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: async () => limitFiles(server.now().pid, '0'),
        end: async () => limitFiles(server.now().pid, 'unlimited'),
      },
      {
        name: 'the file is read-only',
        lasts: { long: 10_000, short: 1500 },
        reads: 'served',
        writes: 'refused',
        boundMs: BOUND_MS,
        // An open file stays writable, so the server has to be restarted.
        begin: async () => {
          await server.now().stop();
          setWritable(false);
          await server.restart();
        },
        end: async () => setWritable(true),
      },
    ],
    remove: async () => {
      if (existsSync(path)) setWritable(true);
      if (ownDisk) succeeds('umount', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}
