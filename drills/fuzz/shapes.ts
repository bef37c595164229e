// Bodies of exactly the size that an operation allows, in every shape that costs the server more than the sender:
// depth, values, keys, one long text, and whole files of rows.
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import type { BodyLimit, Operation } from '../../src/contract/operation.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '../../src/core/files/import-columns.ts';
import { MAX_IMPORT_ROWS } from '../../src/core/limits.ts';
import type { Schema } from './openapi.ts';

export interface Shaped {
  shape: string;
  body: Buffer;
  packed?: true;
}

type Rows = Record<string, string>[];

/** Letters that expand when they are folded, marks without a letter, and characters that are trimmed. */
const LETTERS = ['\ufdfa', '\u0344', ' '];
const HERE = '@here@';

export interface ShapesOptions {
  /** rows of a file without problems, if the operation imports one */
  rows: Rows | null;
  /** whether to use only one letter */
  short: boolean;
}

export function shapesOf({ body: schema }: Operation, limit: BodyLimit, { rows, short }: ShapesOptions): Shaped[] {
  const { bytes, values } = limit;
  const shaped =
    schema === undefined ? {} : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
  const list = Object.entries(shaped.properties ?? {}).find(([, { type }]) => type === 'array')?.[0] ?? 'rows';
  const many = (count: number, part: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => part(n)).join(',');
  const inList = (part: string) => filled(`{"${list}":[${part}`, `,${part}`, ']}', bytes);
  // As many as are just still parsed.
  const allowed = values - 10;
  const shapes: [string, string][] = [
    ['lists in lists', '['.repeat(bytes)],
    ['objects in objects', filled('', '{"a":', '', bytes)],
    ['lists in lists, not too deep', inList('['.repeat(25) + ']'.repeat(25))],
    ['empty objects', inList('{}')],
    ['empty texts', inList('""')],
    ['figures', inList('0')],
    ['one figure', filled(`{"${list}":1`, '1', '}', bytes)],
    ['white space', filled('{', ' ', '}', bytes)],
    ['keys', `{${many(Math.floor(bytes / 10), (n) => `"k${n}":0`)}`.slice(0, bytes - 1) + '}'],
    ['as many objects as are read', `{"${list}":[${many(allowed, () => '{}')}]}`],
    ['as many keys as are read', `{${many(allowed, (n) => `"k${n}":0`)}}`],
    ['as many keys of digits', `{${many(allowed, (n) => `"${n * 65_536}":0`)}}`],
    ['objects of one key each', `{"${list}":[${many(Math.floor(allowed / 2), (n) => `{"k${n}":0}`)}]}`],
    ...withText(shaped, rows === null ? null : (rows[0] ?? null)).flatMap((body) =>
      LETTERS.slice(0, short ? 1 : undefined).map((letter): [string, string] => {
        const [before = '', after = ''] = JSON.stringify(body).split(HERE);
        return ['one text', filled(before, letter, after, bytes)];
      }),
    ),
  ];
  if (rows !== null) {
    const columns = Object.keys(rows[0] ?? {});
    shapes.push(
      ['rows without cells', JSON.stringify({ rows: rows.map(() => ({})) })],
      ['rows of wrong cells', JSON.stringify({ rows: rows.map(() => Object.fromEntries(columns.map((c) => [c, 1]))) })],
      ['rows of letters that become many', JSON.stringify({ rows: rows.map(ofManyLetters) })],
      ['rows', JSON.stringify({ rows })],
    );
  }
  const plain = shapes.map(([shape, text]) => {
    const body = Buffer.from(text);
    if (body.length > bytes) throw new Error(`${shape}: larger than is allowed, so that it is not looked at.`);
    return { shape, body };
  });
  const packed = ['empty objects', 'rows'].flatMap((name) => plain.find(({ shape }) => shape === name) ?? []);
  return [
    ...plain,
    ...packed.map(({ shape, body }) => ({ shape: `${shape}, packed`, body: gzipSync(body), packed: true as const })),
  ];
}

function filled(before: string, part: string, after: string, bytes: number): string {
  const left = bytes - Buffer.byteLength(before) - Buffer.byteLength(after);
  return before + part.repeat(Math.floor(left / Buffer.byteLength(part))) + after;
}

/** Values of this schema, each with one text to be filled in. */
function withText(schema: Schema, row: Record<string, string> | null): unknown[] {
  if (schema.type === 'string' && schema.enum === undefined) return [HERE];
  if (schema.type === 'array') {
    const items =
      row === null ? withText(schema.items ?? {}, null) : Object.keys(row).map((c) => ({ ...row, [c]: HERE }));
    return items.map((item) => [item]);
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    withText(property, row).map((value) => ({ [name]: value })),
  );
}

/** Replaces the longest text in the row by letters that expand, so that the same number of rows fits. */
const ofManyLetters = (row: Record<string, string>, n: number) => {
  const [first = '', ...others] = Object.keys(row);
  const [longest = ''] = others.toSorted((a, b) => (row[b] ?? '').length - (row[a] ?? '').length);
  return { ...row, [longest]: '', [first]: `${'\ufdfa'.repeat(100)}${n}` };
};

/** In the short form. `npm test` imports a file of the largest size in tests/api/imports.test.ts. */
const SHORT_ROWS = MAX_IMPORT_ROWS / 10;

/** Rows without problems, for members with these e-mails. */
export function fineRowsOf(emails: readonly string[], short: boolean): Rows {
  return rowsOf(IMPORT_COLUMNS.fines, short, (n) => ({
    member: emails[n % emails.length] ?? '',
    fineType: `Type ${n % 300}`,
    amount: 'Rs. 1,500.50',
    date: `2026-${String((n % 10) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`,
    dueOn: '',
    ...ofEachText((name) => 'ہ'.repeat(name === 'description' ? 160 : 0)),
    status: 'Pending',
    paid: '0',
    paidOn: '',
    waived: '0',
    mistake: '',
    id: '',
  }));
}

export function userRowsOf(unique: string, short: boolean): Rows {
  return rowsOf(IMPORT_COLUMNS.users, short, (n) => ({
    userName: `عمر خان ${n}`,
    userEmail: `${n}.${unique}@${'long-name.'.repeat(4)}example.pk`,
    userRole: 'Clerk',
    group: '',
    phone: '0300 1234567',
    status: 'Active',
    id: '',
  }));
}

const rowsOf = <C extends ImportColumn>(
  _columns: readonly C[],
  short: boolean,
  row: (n: number) => Record<C, string>,
): Rows => Array.from({ length: short ? SHORT_ROWS : MAX_IMPORT_ROWS }, (_, n) => row(n));
