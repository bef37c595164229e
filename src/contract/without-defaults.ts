// What is recognised when it comes again is recognised without the fields that have their default, so that a field which
// the contract gains later changes nothing: a repeated request (src/server/http/serve.ts), and a file that was imported
// before (src/server/shared/files/imports.ts).
import { z } from 'zod';

/** The value without the fields that have their default, at any depth. */
export function withoutDefaults(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema instanceof z.ZodObject && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
        const of = schema.shape[name];
        return isDefault(of, field) ? [] : [[name, withoutDefaults(of, field)]];
      }),
    );
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => withoutDefaults(schema.element, one));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return withoutDefaults(schema.unwrap(), value);
  }
  return schema instanceof z.ZodPipe ? withoutDefaults(schema.out, value) : value;
}

const isDefault = (schema: z.core.$ZodType | undefined, value: unknown): boolean =>
  (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) &&
  JSON.stringify(schema.def.defaultValue) === JSON.stringify(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
