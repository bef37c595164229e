// The largest body of an operation, derived from its schema, so that nothing larger is received, parsed or validated
// (docs/decisions/0018-when-the-database-is-away.md).
import { z } from 'zod';
import type { BodyLimit, Operation } from '../../contract/operation.ts';

/** Full lists of the longest texts would be larger, but nobody sends those: 500 users take less than this. */
const MAX_BYTES = 512 * 1024;
/** Allowed beyond the schema, for white space and ignored keys. */
const TO_SPARE: BodyLimit = { bytes: 2 * 1024, values: 100 };

/** The part of JSON Schema that bodies use. */
interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  maxLength?: number;
  maxItems?: number;
}

/** Throws if the schema does not limit the body; the operation itself must do so then. */
export function bodyLimitOf({ id, body, bodyLimit }: Pick<Operation, 'id' | 'body' | 'bodyLimit'>): BodyLimit {
  if (bodyLimit !== undefined) return bodyLimit;
  if (body === undefined) return TO_SPARE;
  const largest = largestOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape, id);
  return { bytes: Math.min(largest.bytes + TO_SPARE.bytes, MAX_BYTES), values: 2 * largest.values + TO_SPARE.values };
}

function largestOf(shape: Shape, at: string): BodyLimit {
  const { type, properties, items, maxItems, maxLength } = shape;
  const one = (bytes: number): BodyLimit => ({ bytes, values: 1 });
  const choices = shape.enum ?? ('const' in shape ? [shape.const] : null);
  if (choices !== null) return one(Math.max(...choices.map((choice) => JSON.stringify(choice).length)));
  const options = shape.anyOf ?? (Array.isArray(type) ? type.map((name) => ({ ...shape, type: name })) : null);
  if (options !== null) {
    const each = options.map((option) => largestOf(option, at));
    return {
      bytes: Math.max(...each.map(({ bytes }) => bytes)),
      values: Math.max(...each.map(({ values }) => values)),
    };
  }
  switch (type) {
    case 'object':
      if (properties === undefined || shape.additionalProperties instanceof Object) break;
      return Object.entries(properties)
        .map(([name, property]) => ({ name, ...largestOf(property, `${at}.${name}`) }))
        .reduce(
          // The name in quotes, a colon and a comma.
          (sum, { name, bytes, values }) => ({
            bytes: sum.bytes + name.length + 4 + bytes,
            values: sum.values + values,
          }),
          one(2),
        );
    case 'array': {
      if (items === undefined || maxItems === undefined) break;
      const item = largestOf(items, `${at}[]`);
      return { bytes: 2 + maxItems * (item.bytes + 1), values: 1 + maxItems * item.values };
    }
    case 'string':
      // A letter may be written as \u0627.
      if (maxLength !== undefined) return one(2 + 6 * maxLength);
      break;
    case 'number':
    case 'integer':
      return one(25);
    case 'boolean':
    case 'null':
      return one(5);
    default:
  }
  throw new Error(`The body of ${at} may be of any size: the operation must say bodyLimit.`);
}
