// What the server blanks, as marked in the schema.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actorName, actorNameOrNull, onlyFor, onlyForOrOwn, RESTRICTIONS } from '../../src/contract/only-for.ts';
import { DETAILS } from '../../src/contract/error-details.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import { organisation } from '../../src/contract/settings/organisation.ts';
import { readInvitation, session } from '../../src/contract/sign-in/auth.ts';
import { blankOf, namesActors, type Reader } from '../../src/server/http/blank.ts';

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

describe('whoever acted', () => {
  const acted = z.object({ id: z.string(), madeBy: actorName, madeById: z.string(), by: actorNameOrNull });
  const ids: Record<string, string> = { 'user:SARA': 'Sara Khan' };
  const emails: Record<string, string> = { 'office@club.test': 'Sara Khan' };
  const nameOf = (recorded: string, id: string | null): string =>
    (id === null ? emails[recorded] : ids[id]) ?? recorded;
  const named = (value: z.output<typeof acted>, reader: Reader = VIEWER) => blankOf(acted)(value, reader, null, nameOf);

  test('is sent with their present name, by the id that the record has: somebody with their former e-mail is not taken for them [CASH-16, HISTORY-11]', () => {
    const made = { id: '1', madeBy: 'office@club.test', madeById: 'user:SARA', by: 'office@club.test' };
    expect(named(made)).toEqual({ ...made, madeBy: 'Sara Khan', by: 'Sara Khan' });
    expect(named({ ...made, madeById: 'user:ALI', by: null })).toEqual({ ...made, madeById: 'user:ALI', by: null });
    expect(named({ ...made, madeBy: 'former@club.test' })).toMatchObject({ madeBy: 'Sara Khan' });
    expect(named(made, MEMBER)).toEqual({ ...made, madeBy: '', by: null });
  });

  test('is known of a schema before anything is sent', () => {
    expect([acted, z.object({ items: z.array(acted) }), z.object({ id: z.string() })].map(namesActors)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

/** The reader's own, and the organisation's, which its receipts have. */
const FOR_EVERYBODY = new Set<z.core.$ZodType>([
  session.shape.principal.unwrap().shape.email,
  readInvitation.output.shape.email,
  organisation.shape.address,
  organisation.shape.phone,
  DETAILS['origin-refused'].shape.address,
]);

test('every e-mail and telephone number in an answer says who may see it [ACCESS-9]', () => {
  const open = new Set<string>();
  const look = (schema: z.core.$ZodType, path: string, restricted: boolean): void => {
    const isRestricted = restricted || RESTRICTIONS.has(schema);
    if (schema instanceof z.ZodObject) {
      for (const [name, field] of Object.entries(schema.shape)) look(field, `${path}.${name}`, isRestricted);
    } else if (schema instanceof z.ZodArray) look(schema.element, path, isRestricted);
    else if (schema instanceof z.ZodUnion) for (const option of schema.options) look(option, path, isRestricted);
    else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      look(schema.unwrap(), path, isRestricted);
    else if (
      schema instanceof z.ZodString &&
      /(?:mail|phone|address)$|^(?!.*statement).*\.number$/i.test(path) &&
      !isRestricted &&
      !FOR_EVERYBODY.has(schema)
    )
      open.add(path);
  };
  for (const { id, output, row } of OPERATIONS)
    for (const one of [output, row]) if (one !== undefined) look(one, id, false);
  for (const [code, schema] of Object.entries(DETAILS)) look(schema, code, false);
  expect([...open].toSorted()).toEqual([]);
});
