// Generates values from schemas: valid, invalid and absurd. Property names tell what a schema does not: that a text is
// a date or an existing id, or that a number is an amount with two decimals.
import fc from 'fast-check';
import type { Schema } from './openapi.ts';

/** Ids and other values learnt from responses, by parameter name. */
export class Known {
  readonly #values = new Map<string, string[]>();

  /** Keeps at most 100 per name, so that requests often refer to the same records. */
  add(name: string, value: string): void {
    const values = this.#values.get(name) ?? [];
    values.push(value);
    if (values.length > 100) values.splice(0, 50);
    this.#values.set(name, values);
  }

  pick(name: string, n: number): string {
    const values = this.#values.get(name) ?? [];
    return values[n % Math.max(1, values.length)] ?? `no-${name}-yet`;
  }
}

/** Parameters whose values come from Known. */
const KNOWN_NAMES = ['userId', 'fineId', 'eventId', 'ruleId', 'sessionId', 'token', 'email', 'password'];
const PASSWORDS = ['currentPassword', 'newPassword'];

const DAYS = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const ODD_DAYS = fc.constantFrom('2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2024-02-29', '20260101', '');
const ODD_AMOUNTS = fc.constantFrom(0.001, 1.005, -0.01, 999_999_999.995, 1e12, -0, 5e-324, 0.1 + 0.2, 1e21);

/** Text as a person might type it. */
const TEXT = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('عمر خان', "O'Neil; drop table fines;--", '%_\\', 'Ali\u200f', '0', '  x ') },
);
export const ODD_TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u0007',
    '__proto__',
    'null',
    '../../etc/passwd',
    '%00',
    '1e999',
    '{}',
    '\u2028',
  ),
  fc.nat({ max: 2000 }).map((length) => 'x'.repeat(length)),
);

/** A value that the operation should accept. */
export function validValue(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const kind = PASSWORDS.includes(name) ? 'password' : name === 'userIds' ? 'userId' : name;
  if (schema.type === 'string' && KNOWN_NAMES.includes(kind)) return fc.nat().map((n) => known.pick(kind, n));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (name === 'date') return DAYS;
  if (name === 'userEmail') return fc.nat({ max: 5000 }).map((n) => `fuzz${n}@example.pk`);
  if (name === 'page') return fc.integer({ min: 1, max: 5 });
  switch (schema.type) {
    case 'object':
      return validObject(schema, known);
    case 'array': {
      const items = validValue(schema.items ?? {}, name, known);
      return fc.uniqueArray(items, { minLength: schema.minItems ?? 0, maxLength: 5, comparator: 'SameValueZero' });
    }
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 });
    case 'number':
      // An amount in whole paisa.
      return fc.oneof(fc.nat({ max: 100_000 }), fc.nat({ max: 99_999_999_999 })).map((paisa) => paisa / 100);
    default:
      return TEXT.map((text) => text.slice(0, schema.maxLength ?? 40));
  }
}

function validObject(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  return fc.record(
    // What to confirm is only known from the response to the first attempt.
    Object.fromEntries(
      properties.flatMap(([name, of]) => (name === 'confirmed' ? [] : [[name, validValue(of, name, known)]])),
    ),
    { requiredKeys: (schema.required ?? []).filter((name) => name !== 'confirmed') },
  );
}

/** A value that is out of bounds, or of another type. */
export function invalidValue(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const beyond: unknown[] = [null, '', 0, -1, true, [], {}, [null], 'NaN', 2 ** 53, -(2 ** 63), 1.5];
  if (schema.maxLength !== undefined) beyond.push('x'.repeat(schema.maxLength + 1), 'ج'.repeat(schema.maxLength));
  if (schema.maximum !== undefined) beyond.push(schema.maximum + 1, schema.maximum);
  if (schema.minimum !== undefined) beyond.push(schema.minimum - 1);
  if (schema.maxItems !== undefined) {
    beyond.push(
      Array.from({ length: schema.maxItems + 1 }, (_, n) => String(n)),
      ['a', 'a'],
    );
  }
  return fc.oneof(
    fc.constantFrom(...beyond),
    ODD_TEXT,
    ...(name === 'date' ? [ODD_DAYS] : []),
    ...(schema.type === 'number' ? [ODD_AMOUNTS, fc.double()] : []),
  );
}

/** Any JSON value. */
export const ABSURD = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.dictionary(ODD_TEXT, fc.jsonValue({ maxDepth: 2 })),
  ODD_TEXT,
  fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 600 }),
);
