// Builds the web app and prints every feature it uses that the oldest browsers lack, unless browsers/allowed.ts says
// why that is acceptable. Fails if there is any, or if the build lacks a file that browsers get.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';
import { isAllowed, unusedAllowances } from './browsers/allowed.ts';
import { OLDEST_BROWSERS } from './browsers/oldest.ts';
import { lacksOfShipped, type Shipped } from './browsers/shipped.ts';

const root = join(import.meta.dirname, '..');
/** At the least: the page with its scripts, the service worker, and the workers. */
const EXPECTED = [
  /^index\.html$/,
  /^service-worker\.js$/,
  /live-worker-.*\.js$/,
  /file-worker-.*\.js$/,
  /workbook-worker-.*\.js$/,
];

// What the build returns is whole; while it runs, a plugin sees only what earlier plugins have added.
const built = await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { write: false } });
if (Array.isArray(built) || !('output' in built)) throw new Error('The web app must be one bundle.');
const copied = globSync('**/*', { cwd: join(root, 'src/web/public') })
  .filter((fileName) => /\.(?:m?js|css|html)$/.test(fileName))
  .map((fileName): Shipped => ({
    type: 'asset',
    fileName,
    source: readFileSync(join(root, 'src/web/public', fileName), 'utf8'),
  }));
const { looked, unused: needless, ...all } = lacksOfShipped([...built.output, ...copied]);
const found = all.found.map(({ where, lack }) => ({ where: where.replace(`${root}/`, ''), lack }));

const lacks = found.filter(({ where, lack }) => !isAllowed(where, lack));
for (const { where, lack } of lacks)
  console.log(`${where}: ${lack.feature} is not in ${lack.browsers.join(', ')}: ${lack.code}`);
const missing = EXPECTED.filter((name) => !looked.some((one) => name.test(one)));
for (const name of missing) console.log(`The build has no file ${String(name)}`);
const unused = [
  ...unusedAllowances(found).map((feature) => `scripts/browsers/allowed.ts: ${feature}`),
  ...needless.map((feature) => `src/web/older-browsers.ts: ${feature}`),
];
for (const one of unused) console.log(`${one} is not used any more`);
const names = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name} ${version}`);
console.log(`${looked.length} parts looked at for ${names.join(', ')}: ${lacks.length} things that one of them lacks`);
if (lacks.length + missing.length + unused.length > 0) process.exitCode = 1;
