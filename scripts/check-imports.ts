// Prints every import in src/ that breaks the layering, every import cycle, and every folder that is too full. Fails if
// there are any, or if no files were found.
import { join } from 'node:path';

import { checkImports } from './imports.ts';

const { files, violations } = checkImports(join(import.meta.dirname, '..'));
for (const violation of violations) console.log(violation);
console.log(`${files} files read, ${violations.length} violations`);
if (files === 0 || violations.length > 0) process.exitCode = 1;
