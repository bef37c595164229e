// Installs dependencies and builds web app and server, each only if something changed. It is the first thing to run on
// a fresh clone, so it is plain JavaScript without packages, for Node 18 and later.
//
//   node scripts/prepare.mjs            for the app, and the archive of it: web app and server
//   node scripts/prepare.mjs tools      for the server's command-line tools: the server
//   node scripts/prepare.mjs install    for development and checks: all dependencies
//   node scripts/prepare.mjs build      for tests and measurements: all dependencies, web app and server
import { fileURLToPath } from 'node:url';

import { build, isBuilt, server, webApp } from './prepare/build.mjs';
import { installLocked, isInstalled } from './prepare/install.mjs';
import { findNode, linkNode } from './prepare/node.mjs';
import { PrepareError } from './prepare/npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const wish = process.argv[2] ?? 'start';

/** @type {Record<string, import('./prepare/build.mjs').Target[]>} */
const needed = { install: [], tools: [server], start: [server, webApp], build: [server, webApp] };

try {
  const missing = (needed[wish] ?? []).filter((target) => !isBuilt(root, target));
  const forTests = wish === 'install' || wish === 'build';
  // What is already built needs no packages.
  if ((forTests || missing.length > 0) && !isInstalled(root, { forTests })) installLocked(root, { forTests });
  const node = findNode(root);
  linkNode(root, node);
  for (const target of missing) build(root, node, target);
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
