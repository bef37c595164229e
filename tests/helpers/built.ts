// Locates the built server and its tools.
import { fileURLToPath } from 'node:url';

/** The path of a file of the built server, such as `main` or `tools/backup`. */
export const builtServer = (name: string): string =>
  fileURLToPath(new URL(`../../dist/server/${name}.js`, import.meta.url));
