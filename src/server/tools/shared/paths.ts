// Paths given on the command line.
import { resolve } from 'node:path';

/** Resolves against the folder that npm was called from, not the one it runs `script` in. */
export function resolveFromCaller(path: string, script: string): string {
  const from = process.env['npm_lifecycle_event'] === script ? process.env['INIT_CWD'] : undefined;
  return resolve(from ?? process.cwd(), path);
}
