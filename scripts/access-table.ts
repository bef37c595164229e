// Writes into docs/security.md, from the contract, the operations by the access they need and who may see which field.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';
import { OPERATIONS } from '../src/contract/index.ts';
import { RESTRICTIONS } from '../src/contract/only-for.ts';
import { ACCESS_LEVELS, isAllowed, type Needs } from '../src/core/people/permission.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/security.md');
const [BEGIN, END] = ['<!-- operations by access: npm run access-table -->', '<!-- end -->'];

/** The operations that need this access, by area: `users` list, get. */
function operationsOf(level: Needs): string {
  const areas = new Map<string, string[]>();
  for (const { id, needs } of OPERATIONS) {
    const [area = '', name = ''] = id.split('.');
    if (needs === level) areas.set(area, [...(areas.get(area) ?? []), name]);
  }
  return [...areas].map(([area, names]) => `\`${area}\` ${names.join(', ')}`).join('; ');
}

/** One row for each level, with what it may do beyond the lower ones. */
function accessTable(): string {
  const levels: Needs[] = ['anyone', ...ACCESS_LEVELS];
  return ['| From | Operations |', '|---|---|', ...levels.map((level) => `| ${level} | ${operationsOf(level)} |`)].join(
    '\n',
  );
}

/** The schemas inside a schema, by field name; '' if it has none. */
export function partsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape);
  const { element, innerType, options } = (schema as z.ZodType).def as unknown as Record<
    string,
    z.ZodType | z.ZodType[]
  >;
  return [element, innerType, options].flat().flatMap((part) => (part === undefined ? [] : [['', part]]));
}

/** The restricted fields of a schema with their names. */
export function restrictedFields(schema: z.core.$ZodType, name = ''): [name: string, field: z.core.$ZodType][] {
  if (RESTRICTIONS.has(schema)) return [[name, schema]];
  return partsOf(schema).flatMap(([inner, part]) => restrictedFields(part, inner === '' ? name : inner));
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One row for each name of a field, with the operations whose callers do not all see it. */
function fieldTable(): string {
  const fields = new Map<string, Set<string>>();
  for (const { id, needs, output, row: ofFile = output } of OPERATIONS) {
    for (const [name, field] of [output, ofFile].flatMap((schema) => restrictedFields(schema))) {
      const { least, orOwn } = RESTRICTIONS.get(field) ?? { least: 'administrator', orOwn: false };
      const line = `\`${name}\` | ${least}${orOwn ? ', or whom it is about' : ''}`;
      const operations = fields.get(line) ?? new Set();
      if (needs === 'anyone' || !isAllowed(least, needs)) operations.add(`\`${id}\``);
      fields.set(line, operations);
    }
  }
  return [
    row(['Field', 'Seen from', 'Blank for others in']),
    '|---|---|---|',
    ...Array.from(fields, ([line, operations]) => row([line, [...operations].join(', ')])),
  ].join('\n');
}

/** The document with current tables; unchanged if they already were. */
export function withTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('docs/security.md has no place for the table.');
  return `${before}${BEGIN}\n\n${accessTable()}\n\n${fieldTable()}\n\n${END}${after}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8')));
