// Builds the web app and prints every feature it uses that the oldest browsers lack, unless browsers/allowed.ts says
// why that is acceptable. Fails if there is any, or if nothing was checked.
import { join } from 'node:path';

import { build } from 'vite';
import { isAllowed, unusedAllowances } from './browsers/allowed.ts';
import { OLDEST_BROWSERS } from './browsers/oldest.ts';
import { lacksOfPage, lacksOfScript, lacksOfSyntax, type Lack } from './browsers/scripts.ts';
import { lacksOfStyles } from './browsers/styles.ts';

const root = join(import.meta.dirname, '..');
const found: { where: string; lack: Lack }[] = [];
let files = 0;

function look(where: string, lacks: Lack[]): void {
  files += 1;
  found.push(...lacks.map((lack) => ({ where: where.replace(`${root}/`, ''), lack })));
}

await build({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { write: false },
  plugins: [
    {
      name: 'look-for-what-browsers-lack',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') {
            look(file.fileName, lacksOfSyntax(file.code));
            // By modules, so that findings name their source.
            for (const [id, { code }] of Object.entries(file.modules)) if (code !== null) look(id, lacksOfScript(code));
          } else if (file.fileName.endsWith('.js')) {
            const code = String(file.source);
            look(file.fileName, [...lacksOfSyntax(code), ...lacksOfScript(code)]);
          } else if (file.fileName.endsWith('.css')) look(file.fileName, lacksOfStyles(String(file.source)));
          else if (file.fileName.endsWith('.html')) look(file.fileName, lacksOfPage(String(file.source)));
        }
      },
    },
  ],
});

const lacks = found.filter(({ where, lack }) => !isAllowed(where, lack));
for (const { where, lack } of lacks)
  console.log(`${where}: ${lack.feature} is not in ${lack.browsers.join(', ')}: ${lack.code}`);
const unused = unusedAllowances(found);
for (const feature of unused) console.log(`scripts/browsers/allowed.ts: ${feature} is not used any more`);
const names = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name} ${version}`);
console.log(`${files} parts looked at for ${names.join(', ')}: ${lacks.length} things that one of them lacks`);
if (files < 100 || lacks.length + unused.length > 0) process.exitCode = 1;
