// Writes the table of operations by access level into docs/security.md, from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OPERATIONS } from '../src/contract/index.ts';
import { ACCESS_LEVELS, isAllowed } from '../src/core/people/permission.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/security.md');
const [BEGIN, END] = ['<!-- operations by access: npm run access-table -->', '<!-- end -->'];

/** One row for each operation, one column for each level. */
export function accessTable(): string {
  const columns = [null, ...ACCESS_LEVELS];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['Operation', 'signed out', ...ACCESS_LEVELS]),
    row(['Operation', ...columns].map(() => '---')),
    ...OPERATIONS.map(({ id, needs }) =>
      row([`\`${id}\``, ...columns.map((access) => (isAllowed(needs, access) ? 'yes' : ''))]),
    ),
  ].join('\n');
}

/** The document with the table as it is now; as it stands where the table is right. */
export function withTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('docs/security.md has no place for the table.');
  return `${before}${BEGIN}\n\n${accessTable()}\n\n${END}${after}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8')));
