// Run after changing dependencies: `npm run complete-lock`.
//
// Packages with native code have one optional dependency per platform. Registries, mirrors above all, may lack some of
// them; npm then omits these from the lock file, and `npm ci` rejects it on every platform. This adds the missing
// entries, with the checksum where the registry in use has the package. Run it again with a registry that has more.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import { missingOptionals, withoutIntegrity } from './prepare/lock.mjs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingOptionals(lock);
Object.assign(lock.packages, missing);
let unknown = 0;
for (const { name, locked } of withoutIntegrity(lock)) {
  const view = ['view', `${name}@${locked.version}`, 'dist.integrity'];
  const { stdout } = spawnSync('npm', view, { encoding: 'utf8', shell: process.platform === 'win32' });
  const integrity = stdout?.trim();
  if (integrity?.startsWith('sha')) locked.integrity = integrity;
  else unknown += 1;
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} entries added to package-lock.json`);
console.log(`${unknown} entries have no checksum: this registry does not have their packages`);
