// Finds in answers what is for some readers only, by their schemas. It reads the schemas in a way of its own, not the server's.
import { z } from 'zod';
import { type Restriction, RESTRICTIONS } from '../../src/contract/only-for.ts';

export interface RestrictedValue extends Restriction {
  /** the names on the way to it */
  path: string;
  value: unknown;
  /** whom it is about, null where that is not said */
  ofUser: string | null;
}

/** The schemas inside one, by name. */
function partsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape as Record<string, z.ZodType>);
  const { element, innerType, options } = schema._zod.def as unknown as Record<string, z.ZodType | z.ZodType[]>;
  return [element, innerType, options].flat().flatMap((part) => (part === undefined ? [] : [['', part]]));
}

/** The restricted fields of a schema, by the names on the way to them. */
export function restrictedFields(schema: z.core.$ZodType, path: readonly string[] = []): [string, Restriction][] {
  const own = RESTRICTIONS.get(schema);
  if (own !== undefined) return [[path.join('.'), own]];
  return partsOf(schema).flatMap(([name, part]) => restrictedFields(part, name === '' ? path : [...path, name]));
}

/** Their values in an answer. Of a union all kinds are tried that the value fits. */
export function restrictedValues(
  schema: z.core.$ZodType,
  value: unknown,
  ofUser: string | null,
  path: readonly string[] = [],
): RestrictedValue[] {
  if (value === undefined || value === null) return [];
  const own = RESTRICTIONS.get(schema);
  if (own !== undefined) return [{ ...own, path: path.join('.'), value, ofUser }];
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).flatMap((one) => restrictedValues(schema.element, one, ofUser, path));
  }
  if (schema instanceof z.ZodObject) {
    const record = value as Record<string, unknown>;
    const { userId = ofUser } = record;
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
      restrictedValues(part, record[name], userId as string | null, [...path, name]),
    );
  }
  return partsOf(schema)
    .filter(([, part]) => !(schema instanceof z.ZodUnion) || z.safeParse(part, value).success)
    .flatMap(([, part]) => restrictedValues(part, value, ofUser, path));
}
