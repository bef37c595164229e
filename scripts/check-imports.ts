// Prints every import in src/ that breaks the layering, every import cycle, every folder that is too full, and every class
// of a style sheet without a user. Fails if there are any, or if no files were found.
import { join } from 'node:path';

import { checkImports } from './imports.ts';
import { checkStyles } from './styles.ts';

const root = join(import.meta.dirname, '..');
const { files, violations } = checkImports(root);
violations.push(...checkStyles(root));
for (const violation of violations) console.log(violation);
console.log(`${files} files read, ${violations.length} violations`);
if (files === 0 || violations.length > 0) process.exitCode = 1;
