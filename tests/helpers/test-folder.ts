// Temporary folders of tests. Each bears the id of its process, so that the next run removes what a killed one has left.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** In memory if the system has a place there with enough room, because every commit waits for the disk. */
function place(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

export const newTestFolder = (): string => mkdtempSync(join(place(), `jurmana-test-${process.pid}-`));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the folders of processes that have ended. */
export function removeLeftFolders(): void {
  for (const parent of new Set([MEMORY, tmpdir()])) {
    let names: string[] = [];
    try {
      names = readdirSync(parent);
    } catch {
      // Not every system has the first.
    }
    for (const name of names) {
      const [, pid] = /^jurmana-test-(\d+)-/.exec(name) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}
