// Each field states who may see it. The server blanks it for everybody else wherever its schema is sent
// (src/server/http/blank.ts); `pick`, `extend` and the like preserve the restriction.
import { z } from 'zod';
import type { AccessLevel } from '../core/people/permission.ts';

export interface Restriction {
  /** the least access of those who may see it */
  readonly least: AccessLevel;
  /** the member it is about may see it too */
  readonly orOwn: boolean;
}

/** Restrictions by field. A field derived from a restricted one, e.g. by a check or as nullable, is restricted too. */
export const RESTRICTIONS = z.registry<Restriction>();

/**
 * Types with a blank value: an empty text, 0, false, an empty list, or null. Any other type must be made nullable
 * first.
 */
type Blankable = z.ZodString | z.ZodNumber | z.ZodBoolean | z.ZodArray | z.ZodNullable;

/** A field that is blank for callers with less access. */
export const onlyFor = <T extends Blankable>(least: AccessLevel, field: T): T =>
  restricted(field, { least, orOwn: false });

/**
 * Like {@link onlyFor}, but callers with less access see their own. The owner is the `userId` next to the field or
 * around it, otherwise the one in the request's path.
 */
export const onlyForOrOwn = <T extends Blankable>(least: AccessLevel, field: T): T =>
  restricted(field, { least, orOwn: true });

/** Clones the field, since many fields share a schema such as that of an amount. */
const restricted = <T extends Blankable>(field: T, restriction: Restriction): T =>
  field.clone().register(RESTRICTIONS, restriction) as T;

/**
 * The fields that name somebody who did something. Records keep the name of that time, usually an e-mail; answers have
 * the present name instead (src/server/http/blank.ts), by the id in the field `<name>Id` beside it if there is one.
 */
export const ACTOR_NAMES = z.registry();
export const actorName = z.string().register(ACTOR_NAMES).register(RESTRICTIONS, { least: 'viewer', orOwn: false });
export const actorNameOrNull = onlyFor('viewer', actorName.nullable());
