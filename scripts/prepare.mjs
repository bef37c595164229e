// Makes the clone ready for the command that follows: dependencies installed, web app built. Does nothing when nothing
// changed. It is the first thing to run on a fresh clone, so it is plain JavaScript without packages, for Node 18 on.
//
//   node scripts/prepare.mjs            before starting the app: dependencies and built web app
//   node scripts/prepare.mjs install    before development and tests: all dependencies
//   node scripts/prepare.mjs tools      before the server's command-line tools: what the server itself needs
//   node scripts/prepare.mjs build      before browser tests: the web app
import { fileURLToPath } from 'node:url';

import { installLocked, isInstalled } from './prepare/install.mjs';
import { findNode, PrepareError } from './prepare/node.mjs';
import { buildWeb, isWebBuilt } from './prepare/web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const wish = process.argv[2] ?? 'start';

try {
  const build = (wish === 'start' || wish === 'build') && !isWebBuilt(root);
  // A production install (`npm ci --omit=dev`) beside a built web app needs no development packages.
  const development = wish === 'install' || build;
  if (!isInstalled(root, { development })) installLocked(root, { development });
  const node = findNode(root);
  if (build) buildWeb(root, node);
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
