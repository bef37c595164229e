#!/usr/bin/env node
// The command of the archive that `npm pack` makes: starts the built server or one of its tools, in a Node that is new enough. It is
// the first thing to run on somebody's machine, so it is plain JavaScript without packages, for Node 18 and later.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findNode } from '../scripts/prepare/node.mjs';
import { PrepareError } from '../scripts/prepare/npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const TOOLS = ['backup', 'restore', 'check-books', 'admin-link', 'import'];

/** How soon it is noticed that npx has ended. */
const PARENT_INTERVAL_MS = 500;

const HELP = `Jurmana ${version}

  jurmana                   starts the server; its data is in the folder data below the one you are in
  jurmana backup FOLDER     writes a backup of everything to a file in that folder
  jurmana restore FILE      restores a backup into an empty database
  jurmana check-books       checks that the books add up and reports what does not agree
  jurmana admin-link        prints a link for the administrator to choose a new password
  jurmana import FILE       imports the export of the application used before
  jurmana node              shows which Node it runs on, and fetches one if yours is too old
  jurmana --version

Settings are environment variables, such as PORT and DATABASE_URL: see README.md and docs/operating.md in ${root}`;

/** Those of `npm start`. */
const serverOptions = () => scripts.start.split('||')[0].match(/--\S+/g) ?? [];

/**
 * Runs in this process's place: signals go there, and its end is this one's.
 * @param {string[]} options
 */
function run(options) {
  const node = findNode(root);
  // Not from a clone: it would then pack an archive for this platform alone.
  if (node.startsWith(root) && !existsSync(join(root, 'src'))) dropOtherPlatforms();
  const child = spawn(node, options, { stdio: 'inherit', env: { ...process.env, JURMANA_COMMAND: 'true' } });
  /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']).forEach((signal) =>
    process.on(signal, () => child.kill(signal)),
  );
  endWithNpx(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`Jurmana cannot start. Node cannot be run (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
}

/** Makes room for the Node that was brought: SQLite's program is there for eight platforms. */
function dropOtherPlatforms() {
  const folder = join(root, 'dist/server/node_modules/better-sqlite3/prebuilds');
  const own = `${process.platform}-${process.arch}.node`;
  for (const file of readdirSync(folder)) {
    try {
      if (file !== own) rmSync(join(folder, file));
    } catch {
      // Somebody else's folder: they stay.
    }
  }
}

/**
 * npx runs this in a shell, and passes a signal on to the shell only, which ends without a word.
 * @param {() => void} stop
 */
function endWithNpx(stop) {
  if (process.env['npm_command'] !== 'exec') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_INTERVAL_MS).unref();
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const [command = 'start', ...rest] = process.argv.slice(2);
try {
  if (command === '--version' || command === '-v') console.log(version);
  else if (command === '--help' || command === '-h' || command === 'help') console.log(HELP);
  else if (command === 'node') console.log(findNode(root));
  else if (command === 'start' && rest.length === 0) run([...serverOptions(), join(root, 'dist/server/main.js')]);
  else if (TOOLS.includes(command)) run([join(root, `dist/server/tools/${command}.js`), ...rest]);
  else fail(`Jurmana has no command "${[command, ...rest].join(' ')}". See jurmana --help.`);
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  fail(error.message);
}
