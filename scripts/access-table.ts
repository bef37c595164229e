// Writes the operations by the access they need into docs/security.md, from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OPERATIONS } from '../src/contract/index.ts';
import { ACCESS_LEVELS, type Needs } from '../src/core/people/permission.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/security.md');
const [BEGIN, END] = ['<!-- operations by access: npm run access-table -->', '<!-- end -->'];

/** The operations that need this, by area: `users` list, get. */
function operationsOf(level: Needs): string {
  const areas = new Map<string, string[]>();
  for (const { id, needs } of OPERATIONS) {
    const [area = '', name = ''] = id.split('.');
    if (needs === level) areas.set(area, [...(areas.get(area) ?? []), name]);
  }
  return [...areas].map(([area, names]) => `\`${area}\` ${names.join(', ')}`).join('; ');
}

/** One row for each level, with what it may do beyond those before it. */
function accessTable(): string {
  const levels: Needs[] = ['anyone', ...ACCESS_LEVELS];
  return ['| From | Operations |', '|---|---|', ...levels.map((level) => `| ${level} | ${operationsOf(level)} |`)].join(
    '\n',
  );
}

/** The document with the table as it is now; as it stands where the table is right. */
export function withTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('docs/security.md has no place for the table.');
  return `${before}${BEGIN}\n\n${accessTable()}\n\n${END}${after}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8')));
