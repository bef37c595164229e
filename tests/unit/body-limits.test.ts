// What is checked before a body is parsed: its size, which follows from the operation's schema, its depth, and how many
// values it can have (json-body.ts, body-limit.ts).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkFineImport } from '../../src/contract/fines/imports.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import { IMPORT_COLUMNS } from '../../src/core/files/import-columns.ts';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../src/core/limits.ts';
import { bodyLimitOf } from '../../src/server/http/body-limit.ts';
import { scanJson } from '../../src/server/http/json-body.ts';

const scan = (text: string, maxValues: number) => scanJson(Buffer.from(text), maxValues);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('the size of a body', () => {
  const limits = new Map(OPERATIONS.filter(({ method }) => method !== 'GET').map((one) => [one.id, bodyLimitOf(one)]));
  const bytesOf = (id: string) => limits.get(id)?.bytes;

  test('is at most 512 KB, and for a file or pictures as much as they need [API-3]', () => {
    const files = ['users.checkImport', 'users.import', 'fines.checkImport', 'fines.import'];
    expect(MAX_IMPORT_SIZE).toBe(4 * 1024 * 1024);
    for (const id of files) {
      expect(bytesOf(id), id).toBeGreaterThan(4.5 * 1024 * 1024);
      expect(bytesOf(id), id).toBeLessThan(7 * 1024 * 1024);
    }
    // Three pictures.
    expect(bytesOf('fines.add')).toBeLessThan(2 * 1024 * 1024);
    for (const [id, { bytes, values }] of limits) {
      if (files.includes(id) || id === 'fines.add') continue;
      expect(bytes, id).toBeLessThanOrEqual(512 * 1024);
      expect(values, id).toBeLessThan(10_000);
    }
  });

  test('is a form’s for operations that only take a form', () => {
    expect(bytesOf('rules.switch')).toBeLessThan(2500);
    for (const id of ['users.add', 'events.add']) expect(bytesOf(id), id).toBeLessThan(32 * 1024);
    // Without a body.
    expect(bytesOf('fines.delete')).toBe(2048);
  });

  test('leaves room for the longest texts, in any script and however escaped', () => {
    const body = z.object({
      name: z.string().max(100),
      list: z.array(z.enum(['a', 'bc'])).max(3),
      on: z.boolean().nullable(),
    });
    const { bytes, values } = bodyLimitOf({ id: 'x', body });
    const largest = `{"name":"${'\\u0627'.repeat(100)}","list":["bc","bc","bc"],"on":false}`;
    expect(bytes).toBeGreaterThan(largest.length);
    expect(bytes).toBeLessThan(largest.length + 2100);
    expect(scan(largest, values)).toBeNull();
  });

  test('must be stated if the schema leaves it open', () => {
    for (const open of [z.string(), z.array(z.boolean()), z.unknown(), z.record(z.string(), z.string().max(1))]) {
      expect(() => bodyLimitOf({ id: 'an.operation', body: z.object({ a: open }) })).toThrow(
        /an\.operation\.a may be of any/,
      );
    }
  });
});

describe('the bytes of a body', () => {
  test('may be nested 32 deep [API-3]', () => {
    expect(scan(nested(32), 100)).toBeNull();
    expect(scan(nested(33), 100)).toBe('too-deep');
    expect(scan(`{"a":${nested(31)}}`, 100)).toBeNull();
    expect(scan(`{"a":${nested(32)}}`, 100)).toBe('too-deep');
    expect(scan('['.repeat(1000), 10)).toBe('too-many-values');
  });

  test('do not count as values or depth inside texts', () => {
    const text = JSON.stringify(`${'['.repeat(100)},,,"\\`);
    expect(scan(`{${text}:${text}}`, 3)).toBeNull();
    expect(scan(`[${text},[[${text}]]]`, 5)).toBeNull();
  });

  test('are accepted for 10,000 rows with twice the columns, but not for twice the rows', () => {
    const body = (rows: number) =>
      JSON.stringify({
        rows: Array.from({ length: rows }, () =>
          Object.fromEntries(
            IMPORT_COLUMNS.fines.flatMap((column) => [
              [column, 'a'],
              [`${column}2`, 5],
            ]),
          ),
        ),
      });
    const { values } = bodyLimitOf(checkFineImport);
    expect(scan(body(MAX_IMPORT_ROWS), values)).toBeNull();
    expect(scan(body(MAX_IMPORT_ROWS * 2), values)).toBe('too-many-values');
  });

  test('never count as fewer values than are parsed', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, one) => sum + count(one), 1)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const values = count(value);
        expect(scan(JSON.stringify(value, null, 1), 2 * values)).toBeNull();
        if (values > 1) expect(scan(JSON.stringify(value), values - 1)).toBe('too-many-values');
      }),
    );
  });

  test('need not be JSON', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void scanJson(bytes, 5)));
    expect(scan('"\\', 5)).toBeNull();
  });
});
