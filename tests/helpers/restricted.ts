// Finds values in answers that only some readers may see, by their schemas. It reads the schemas independently of the
// server.
import { z } from 'zod';
import { partsOf } from '../../scripts/access-table.ts';
import { type Restriction, RESTRICTIONS } from '../../src/contract/only-for.ts';

export interface RestrictedValue extends Restriction {
  field: z.core.$ZodType;
  value: unknown;
  /** the user it is about; null if unknown */
  ofUser: string | null;
}

/** The values of restricted fields in an answer. Tries every member of a union that the value matches. */
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
