// What the server blanks, as marked in the schema.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { onlyFor, onlyForOrOwn } from '../../src/contract/only-for.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import { blankOf } from '../../src/server/http/blank.ts';

const VIEWER = { access: 'viewer', userId: 'v' } as const;
const MEMBER = { access: 'member', userId: 'm' } as const;
const MANAGER = { access: 'manager', userId: null } as const;

const record = z.object({
  userId: z.string(),
  note: onlyFor('manager', z.string().max(5)),
  owed: onlyForOrOwn('viewer', z.number()),
  since: onlyFor('manager', z.string().nullable()),
  tags: onlyFor('collector', z.array(z.string())),
});
const full = { userId: 'm', note: 'x', owed: 5, since: '2026', tags: ['a'] };

test('each reader gets the fields meant for them, and the rest is blank', () => {
  const blank = blankOf(record);
  expect(blank(full, MANAGER)).toBe(full);
  expect(blank(full, VIEWER)).toEqual({ userId: 'm', note: '', owed: 5, since: null, tags: [] });
  expect(blank(full, MEMBER)).toEqual({ userId: 'm', note: '', owed: 5, since: null, tags: [] });
  expect(blank({ ...full, userId: 'other' }, MEMBER)).toMatchObject({ owed: 0 });
  expect(blank(full, null)).toEqual({ userId: 'm', note: '', owed: 0, since: null, tags: [] });
  expect(full.note).toBe('x');
});

test('the owner comes from the record itself or one around it, otherwise from the request; without any it belongs to nobody', () => {
  const owed = z.object({ owed: onlyForOrOwn('viewer', z.number()) });
  expect(blankOf(owed)({ owed: 5 }, MEMBER)).toEqual({ owed: 0 });
  expect(blankOf(owed)({ owed: 5 }, MEMBER, 'm')).toEqual({ owed: 5 });
  const around = z.object({ items: z.array(z.object({ userId: z.string(), sum: owed.nullable() })) });
  const items = [
    { userId: 'm', sum: { owed: 5 } },
    { userId: 'other', sum: { owed: 6 } },
    { userId: 'm', sum: null },
  ];
  expect(blankOf(around)({ items }, MEMBER, 'm').items.map(({ sum }) => sum?.owed)).toEqual([5, 0, undefined]);
  const key = { access: 'member', userId: null } as const;
  expect(blankOf(owed)({ owed: 5 }, key)).toEqual({ owed: 0 });
});

test('schemas derived from a restricted one are blanked too', () => {
  const { note } = record.shape;
  const made = {
    pick: record.pick({ note: true }),
    extend: record.extend({ more: z.string() }),
    partial: record.partial(),
    nullable: z.object({ note: note.nullable() }),
    'another check': z.object({ note: note.min(0) }),
    described: z.object({ note: note.describe('said') }),
    kinds: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), note }),
      z.object({ kind: z.enum(['b', 'c']), note: z.string() }),
    ]),
  };
  for (const [how, schema] of Object.entries(made)) {
    expect((blankOf(schema) as typeof blankOf.prototype)({ kind: 'a', note: 'x' }, VIEWER), how).toMatchObject({
      note: '',
    });
  }
  expect(blankOf(made.kinds)({ kind: 'c', note: 'x' }, VIEWER)).toEqual({ kind: 'c', note: 'x' });
});

test('an answer stored by an older version may lack fields', () => {
  expect(blankOf(record)({ userId: 'm' } as unknown as typeof full, VIEWER)).toEqual({ userId: 'm' });
});

test('a schema without restrictions costs nothing', () => {
  const blank = blankOf(z.object({ items: z.array(z.object({ id: z.string() })) }));
  const value = { items: [{ id: 'a' }] };
  expect(blank(value, MEMBER)).toBe(value);
  expect(blank).toBe(blankOf(z.string()));
});

test('if a restricted field could not be reached, or has no blank value, the server does not start', () => {
  const { note } = record.shape;
  expect(() => blankOf(z.record(z.string(), z.object({ note })))).toThrow('cannot be blanked inside');
  expect(() => blankOf(z.object({ pair: z.tuple([note]) }))).toThrow('cannot be blanked inside');
  expect(() => blankOf(z.union([z.object({ note }), z.string()]))).toThrow('cannot be blanked in a union');
  const choice = onlyFor('manager', z.enum(['a', 'b']) as never);
  expect(() => blankOf(z.object({ choice }))).toThrow('has no blank');
  for (const { output, row = output } of OPERATIONS) expect(() => [blankOf(output), blankOf(row)]).not.toThrow();
});
