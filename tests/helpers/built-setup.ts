// Vitest global setup for tests that start the server as a process: builds it if it is out of date.
import { fileURLToPath } from 'node:url';
import { build, isBuilt, server } from '../../scripts/prepare/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export default function setup(): void {
  if (!isBuilt(ROOT, server)) build(ROOT, process.execPath, server);
}
