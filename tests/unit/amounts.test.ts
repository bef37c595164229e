// Amounts are rupees in what is sent and stored, and paisa in the program. Both sides tell them by the names of fields.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DETAILS } from '../../src/contract/error-details.ts';
import { AMOUNT_FIELDS, amountFieldsIn, fromWire, OPERATIONS, toWire } from '../../src/contract/index.ts';
import { AMOUNTS, rupees, rupeesTotal } from '../../src/contract/shapes.ts';
import { COUNTS, MAX_AMOUNT, MAX_TOTAL, rupeesFromPaisa } from '../../src/core/money/money.ts';

/** Everything that is sent, by what it is. */
const SENT: readonly (readonly [of: string, schema: z.core.$ZodType])[] = [
  ...OPERATIONS.flatMap(({ id, params, query, body, output, row }) =>
    Object.entries({ params, query, body, output, row }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [[`${id} ${part}`, schema] as const],
    ),
  ),
  ...Object.entries(DETAILS),
];

interface Sample {
  paisa: unknown;
  wire: unknown;
}

/** A value of a schema in both forms, each of whose amounts is this one; `choice` chooses among the options of unions. */
function sample(schema: z.core.$ZodType, amount: number, choice: number): Sample {
  const same = (value: unknown): Sample => ({ paisa: value, wire: value });
  const of = (inner: z.core.$ZodType): Sample => sample(inner, amount, choice);
  if (AMOUNTS.get(schema) !== undefined) return { paisa: amount, wire: rupeesFromPaisa(amount) };
  if (schema instanceof z.ZodNumber) return same(7);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, of(field)] as const);
    return {
      paisa: Object.fromEntries(fields.map(([name, { paisa }]) => [name, paisa])),
      wire: Object.fromEntries(fields.map(([name, { wire }]) => [name, wire])),
    };
  }
  if (schema instanceof z.ZodArray) {
    const { paisa, wire } = of(schema.element);
    return { paisa: [paisa], wire: [wire] };
  }
  if (schema instanceof z.ZodUnion) {
    const option = schema.options[choice % schema.options.length];
    // What a form shows of a record is of any kind, and a number in the field of an amount is one.
    return option === undefined || option instanceof z.ZodNumber ? same('text') : of(option);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return of(schema.unwrap());
  return same('text');
}

/** The most options that a union in it has. */
function choicesIn(schema: z.core.$ZodType): number {
  if (schema instanceof z.ZodObject) return Math.max(1, ...Object.values(schema.shape).map(choicesIn));
  if (schema instanceof z.ZodArray) return choicesIn(schema.element);
  if (schema instanceof z.ZodUnion) return Math.max(schema.options.length, ...schema.options.map(choicesIn));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return choicesIn(schema.unwrap());
  return 1;
}

test.each([0, 1, 1250, MAX_AMOUNT, MAX_TOTAL, -1, -9950, -MAX_TOTAL])(
  'an amount of %i paisa in any field of any operation is sent as rupees, and arrives as it was [MONEY-7]',
  (amount) => {
    for (const [of, schema] of SENT) {
      for (let choice = 0; choice < choicesIn(schema); choice += 1) {
        const { paisa, wire } = sample(schema, amount, choice);
        expect(toWire(paisa), of).toEqual(wire);
        expect(fromWire(JSON.parse(JSON.stringify(toWire(paisa)))), of).toEqual(paisa);
      }
    }
  },
);

test('no field has the name of an amount but holds another number, unless it stands among the counts', () => {
  const found: string[] = [];
  const look = (of: string, schema: z.core.$ZodType, name: string): void => {
    if (AMOUNTS.get(schema) !== undefined) return;
    if (schema instanceof z.ZodNumber && AMOUNT_FIELDS.includes(name)) found.push(`${of}: ${name}`);
    if (schema instanceof z.ZodObject)
      for (const [field, shape] of Object.entries(schema.shape)) if (field !== COUNTS) look(of, shape, field);
    if (schema instanceof z.ZodArray) look(of, schema.element, '');
    // A union with a text is a field as a form showed it.
    if (schema instanceof z.ZodUnion && !schema.options.some((option) => option instanceof z.ZodString))
      for (const option of schema.options) look(of, option, name);
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
      look(of, schema.unwrap(), name);
  };
  for (const [of, schema] of SENT) look(of, schema, '');
  expect(found).toEqual([]);
  // A list of amounts has no name for each.
  expect(AMOUNT_FIELDS).not.toContain('');
});

test('an amount is found in any part of a schema, also as derived by a check', () => {
  const schema = z.object({
    sums: z.array(z.object({ paid: rupees.refine((amount) => amount > 0).optional() })).nullable(),
    count: z.number(),
    kind: z.union([z.object({ left: rupeesTotal.nullable() }), z.null()]),
  });
  expect(amountFieldsIn(schema)).toEqual(['paid', 'left']);
});

test('an amount with more than two decimals equals no other, and counts stay as they are', () => {
  expect(fromWire({ held: 0.005, counts: { overdue: 3 }, overdue: 3, note: '3' })).toEqual({
    held: Number.NaN,
    counts: { overdue: 3 },
    overdue: 300,
    note: '3',
  });
});
