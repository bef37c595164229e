// Who may see a field stands on the field. The server blanks it for everybody else, wherever a schema that has it is sent
// (src/server/http/blank.ts); `pick`, `extend` and the like keep what is said here.
import { z } from 'zod';
import type { AccessLevel } from '../core/people/permission.ts';

export interface Restriction {
  /** the least access of those who may see it */
  readonly least: AccessLevel;
  /** whom it is about may see it too */
  readonly orOwn: boolean;
}

/** By field. A field that came of a restricted one, with another check or as nullable, is restricted alike. */
export const RESTRICTIONS = z.registry<Restriction>();

/** What can be blank: an empty text, 0, false, an empty list, or null. Anything else is made nullable first. */
type Blankable = z.ZodString | z.ZodNumber | z.ZodBoolean | z.ZodArray | z.ZodNullable;

/** A field that is blank for those with less access. */
export const onlyFor = <T extends Blankable>(least: AccessLevel, field: T): T =>
  restricted(field, { least, orOwn: false });

/**
 * The same, but those with less access see their own: whose it is says the `userId` beside it or around it, else that of the
 * request's path.
 */
export const onlyForOrOwn = <T extends Blankable>(least: AccessLevel, field: T): T =>
  restricted(field, { least, orOwn: true });

/** A field of its own, since many share a schema such as that of an amount. */
const restricted = <T extends Blankable>(field: T, restriction: Restriction): T =>
  field.clone().register(RESTRICTIONS, restriction) as T;
