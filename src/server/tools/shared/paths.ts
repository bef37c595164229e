// Paths that a person gave to a command.
import { resolve } from 'node:path';

/** npm runs scripts in the package's folder; a path is meant from where the person stood. `script` is its name there. */
export function callersPath(path: string, script: string): string {
  const from = process.env['npm_lifecycle_event'] === script ? process.env['INIT_CWD'] : undefined;
  return resolve(from ?? process.cwd(), path);
}
