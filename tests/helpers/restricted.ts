// Finds in answers what is for some readers only, by their schemas. It reads the schemas in a way of its own, not the server's.
import { z } from 'zod';
import { partsOf } from '../../scripts/access-table.ts';
import { type Restriction, RESTRICTIONS } from '../../src/contract/only-for.ts';

export interface RestrictedValue extends Restriction {
  field: z.core.$ZodType;
  value: unknown;
  /** whom it is about, null where that is not said */
  ofUser: string | null;
}

/** The values of restricted fields in an answer. Of a union all kinds are tried that the value fits. */
export function restrictedValues(schema: z.core.$ZodType, value: unknown, ofUser: string | null): RestrictedValue[] {
  if (value === undefined || value === null) return [];
  const own = RESTRICTIONS.get(schema);
  if (own !== undefined) return [{ ...own, field: schema, value, ofUser }];
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).flatMap((one) => restrictedValues(schema.element, one, ofUser));
  }
  if (schema instanceof z.ZodObject) {
    const record = value as Record<string, unknown>;
    const { userId = ofUser } = record;
    return partsOf(schema).flatMap(([name, part]) => restrictedValues(part, record[name], userId as string | null));
  }
  return partsOf(schema)
    .filter(([, part]) => !(schema instanceof z.ZodUnion) || z.safeParse(part, value).success)
    .flatMap(([, part]) => restrictedValues(part, value, ofUser));
}
