// Prints every import below src/ that points the wrong way, and fails if there is one, or if there was nothing to read.
import { join } from 'node:path';

import { checkImports } from './imports.ts';

const { files, violations } = checkImports(join(import.meta.dirname, '..'));
for (const violation of violations) console.log(violation);
console.log(`${files} files read, ${violations.length} imports that point the wrong way`);
if (files === 0 || violations.length > 0) process.exitCode = 1;
