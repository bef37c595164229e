// Prepares what a script needs, and runs it with the right Node: `npm run drill crash` is drills/crash.ts. It starts on
// a fresh clone, so like prepare.mjs it is plain JavaScript without packages, for Node 18 and later.
//
//   node scripts/run.mjs WISH FILE …    prepares what scripts/prepare.mjs does for this wish, and runs the file
//   node scripts/run.mjs FOLDER NAME …  runs a file of bench or drills; run.ts if there is no name
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findNode } from './prepare/node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Those of these folders that need nothing built. */
const WITHOUT_BUILD = ['bench/bundle.ts', 'bench/seed.ts', 'drills/pooler.ts', 'drills/spreadsheet.ts'];

const [first = '', ...words] = process.argv.slice(2);

if (first === 'bench' || first === 'drills') {
  const [name] = words;
  const file = `${first}/${name === undefined || name.startsWith('-') ? 'run' : words.shift()}.ts`;
  if (existsSync(join(root, file))) run(WITHOUT_BUILD.includes(file) ? 'install' : 'build', [file, ...words]);
  else {
    const names = readdirSync(join(root, first)).flatMap((entry) => /^(.*)\.ts$/.exec(entry)?.[1] ?? []);
    console.error(`There is no ${file}. There are: ${names.join(', ')}.`);
    process.exitCode = 1;
  }
} else run(first, words);

/**
 * @param {string} wish
 * @param {string[]} command a file and its arguments
 */
function run(wish, command) {
  const prepared = spawnSync(process.execPath, ['scripts/prepare.mjs', wish], { cwd: root, stdio: 'inherit' });
  if (prepared.status !== 0) {
    process.exitCode = prepared.status ?? 1;
    return;
  }
  const child = spawn(findNode(root), command, { cwd: root, stdio: 'inherit' });
  // A terminal sends its own Ctrl+C to both.
  process.on('SIGINT', () => undefined);
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 1;
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}
