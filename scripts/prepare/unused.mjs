// Removes from node_modules what neither building nor running reads, which is a third of it: what npm start of a clone leaves is
// to fit on a small disk. `npm test` installs all of it again.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The pictures that the icons were made of, and the sources of SQLite, which is there built. */
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
