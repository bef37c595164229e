// What is recognised when it comes again stays recognised when the contract gains a field that may be left out.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addFines } from '../../src/contract/fines/fines.ts';
import { importFines } from '../../src/contract/fines/imports.ts';
import { FINE_TEXT_NAMES, ofEachText } from '../../src/core/fines/fine-texts.ts';
import { optionalText } from '../../src/contract/shapes.ts';
import { withoutDefaults } from '../../src/contract/operation.ts';
import { fingerprintOf } from '../../src/server/shared/files/imports.ts';
import { rowKey } from '../../src/server/shared/files/row-key.ts';

const fingerprinted = <S extends z.ZodType>(schema: S, given: z.input<S>): string =>
  JSON.stringify(withoutDefaults(schema, schema.parse(given)));

test('a request says the same after a field was added, unless it fills it [WRITE-4, WRITE-5]', () => {
  const body = { fineType: 'Late', amount: 5, date: '2026-11-18', userIds: ['A'] };
  const confirmed = z.object({ userId: z.string(), amount: z.number(), doubled: z.boolean() });
  const later = addFines.body.extend({
    place: optionalText(60).default(''),
    urgent: z.boolean().default(false),
    witness: z.string().optional(),
    confirmed: z.array(confirmed.extend({ reason: z.string().nullable().default(null) })).optional(),
  });
  const before = fingerprinted(addFines.body, body);
  expect(fingerprinted(later, body)).toBe(before);
  expect(fingerprinted(later, { ...body, place: ' ', urgent: false, description: '' })).toBe(before);
  expect(fingerprinted(later, { ...body, place: 'Gate' })).not.toBe(before);
  const charges = { confirmed: [{ userId: 'A', amount: 5, doubled: false }] };
  expect(fingerprinted(later, { ...body, ...charges })).toBe(fingerprinted(addFines.body, { ...body, ...charges }));
});

test('a value that is no default counts, also an empty one', () => {
  const changes = z.object({ phone: z.string().optional(), due: z.number().nullable().optional() });
  expect(withoutDefaults(changes, { phone: '', due: null })).toEqual({ phone: '', due: null });
});

test('a file has the same fingerprint whether or not it has columns that are empty [FILE-6]', () => {
  const row = { member: 'ayesha@office.pk', fineType: 'Late', amount: '5', date: '2026-11-18' };
  const read = (given: object) => importFines.body.shape.rows.parse([given]);
  const before = fingerprintOf('fines', [row]);
  expect(fingerprintOf('fines', read(row))).toBe(before);
  expect(fingerprintOf('fines', read({ ...row, description: '', dueOn: '' }))).toBe(before);
  expect(fingerprintOf('fines', read({ ...row, description: 'At the gate' }))).not.toBe(before);
});

test('the key of an imported row never changes, whatever else may be said of a fine [FILE-6]', () => {
  const fine = { userId: 'A', fineType: 'Late', date: '2026-11-18', amount: 500, ...ofEachText(() => '') };
  expect(rowKey(fine)).toBe('n7dLE46EPwRdxzTvWjFi64aX5zSTM9a2iCeoyZ9PQx0');
  for (const name of FINE_TEXT_NAMES) expect(rowKey({ ...fine, [name]: 'Gate' })).not.toBe(rowKey(fine));
});
