// Removes from node_modules the third of it that neither building nor running reads, so that a clone after `npm start`
// fits on a small disk. `npm test` installs everything again.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The images from which the icons were made, and the sources of SQLite, which is already compiled. */
const PARTS = ['categories', 'docs', 'icons', 'icons.json', 'tabler-nodes-filled.json', 'tabler-nodes-outline.json']
  .map((part) => `@tabler/icons/${part}`)
  .concat('better-sqlite3/deps');
const FILES = /\.map$|^(?!licen[cs]e).*\.md$/i;

/** @param {string} modules the folder node_modules */
export function dropUnused(modules) {
  for (const part of PARTS) rmSync(join(modules, part), { recursive: true, force: true });
  dropFiles(modules);
}

/** @param {string} folder */
function dropFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) dropFiles(path);
    else if (entry.isFile() && FILES.test(entry.name)) rmSync(path);
  }
}
