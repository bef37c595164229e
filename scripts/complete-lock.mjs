// Run after changing dependencies: `npm run complete-lock`.
//
// Packages with native parts name one optional package for each platform. Registries (mirrors above all) do not always
// have every one of them, and npm then leaves the missing ones out of the lock file, after which `npm ci` refuses that
// very file everywhere. This adds them, so that each platform that has its package gets it and the others pass it by.
import { readFileSync, writeFileSync } from 'node:fs';

import { missingOptionals } from './prepare/lock.mjs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingOptionals(lock);
Object.assign(lock.packages, missing);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} entries added to package-lock.json`);
