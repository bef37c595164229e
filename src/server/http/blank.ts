// Blanks what the principal may not see in everything that is sent: answers, lines of files, details of errors; and
// gives whoever acted their present name. The schema alone says who may see a field (src/contract/only-for.ts).
import { z } from 'zod';
import { ACTOR_NAMES, type Restriction, RESTRICTIONS } from '../../contract/only-for.ts';
import { ACCESS_LEVELS, isAllowed } from '../../core/people/permission.ts';
import type { Principal } from '../auth/principal.ts';
import type { NameOf } from '../shared/people.ts';

/** The recipient; null: signed out. */
export type Reader = Pick<Principal, 'access' | 'userId'> | null;

/**
 * A copy in which everything the reader may not see is blank, or the value itself if there is nothing to blank. Values
 * may lack fields, like stored answers of older versions. `ofUser`: the user it is about, if it does not say so itself.
 */
export type Blank = <T>(value: T, reader: Reader, ofUser?: string | null, nameOf?: NameOf) => T;

type Step = (value: unknown, reader: Reader, ofUser: string | null, nameOf: NameOf) => unknown;

const unchanged: Blank = (value) => value;
const asRecorded: NameOf = (recorded) => recorded;

/** Whether values of this schema name people who acted. */
export function namesActors(schema: z.ZodType): boolean {
  const found: Found = { restrictions: [], namesActors: false };
  stepOf(schema, found);
  return found.namesActors;
}

interface Found {
  restrictions: Restriction[];
  namesActors: boolean;
}

/**
 * Works out, once at startup, how values of a schema are blanked; costs nothing for a schema without restricted fields.
 * Throws if a restricted field could not be blanked.
 */
export function blankOf(schema: z.ZodType): Blank {
  const found: Found = { restrictions: [], namesActors: false };
  const step = stepOf(schema, found);
  if (step === null) return unchanged;
  const most = ACCESS_LEVELS.findLast((level) => found.restrictions.some(({ least }) => least === level));
  return <T>(value: T, reader: Reader, ofUser: string | null = null, nameOf = asRecorded): T =>
    nameOf === asRecorded && reader !== null && most !== undefined && isAllowed(most, reader.access)
      ? value
      : // Blanks and names are values of the same schema.
        (step(value, reader, ofUser, nameOf) as T);
}

/** Null if nothing in it is restricted. */
function stepOf(schema: z.core.$ZodType, found: Found): Step | null {
  const restriction = RESTRICTIONS.get(schema);
  if (restriction === undefined) return innerStep(schema, found);
  found.restrictions.push(restriction);
  const blank = blankValue(schema);
  const inner = innerStep(schema, found);
  return (value, reader, ofUser, nameOf) => {
    if (value === undefined) return value;
    if (!maySee(restriction, reader, ofUser)) return blank;
    return inner === null ? value : inner(value, reader, ofUser, nameOf);
  };
}

function maySee({ least, orOwn }: Restriction, reader: Reader, ofUser: string | null): boolean {
  if (reader === null) return false;
  return isAllowed(least, reader.access) || (orOwn && ofUser !== null && reader.userId === ofUser);
}

function innerStep(schema: z.core.$ZodType, found: Found): Step | null {
  if (schema instanceof z.ZodObject) return objectStep(schema, found);
  if (schema instanceof z.ZodArray) {
    const step = stepOf(schema.element, found);
    return step && ((value, ...of) => (Array.isArray(value) ? value.map((one) => step(one, ...of)) : value));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const step = stepOf(schema.unwrap(), found);
    return step && ((value, ...of) => (value === null || value === undefined ? value : step(value, ...of)));
  }
  if (schema instanceof z.ZodUnion) return unionStep(schema, found);
  for (const part of Object.values(defOf(schema)).flat()) {
    if (part instanceof z.ZodType && stepOf(part, { restrictions: [], namesActors: false }) !== null) {
      throw new Error(`A restricted field cannot be blanked inside a schema of the kind ${defOf(schema).type}.`);
    }
  }
  return null;
}

function objectStep(schema: z.ZodObject, found: Found): Step | null {
  const steps = Object.entries(schema.shape).flatMap(([name, field]) => {
    const step = stepOf(field, found);
    return step === null ? [] : [[name, step] as const];
  });
  if (steps.length === 0) return null;
  const actors = Object.keys(schema.shape).filter((name) => isActorName(schema.shape[name]));
  found.namesActors ||= actors.length > 0;
  return (value, reader, ofUser, nameOf) => {
    if (!isRecord(value)) return value;
    const owner = typeof value['userId'] === 'string' ? value['userId'] : ofUser;
    const copy = { ...value };
    for (const [name, step] of steps) if (name in value) copy[name] = step(value[name], reader, owner, nameOf);
    for (const name of actors) {
      const { [name]: recorded, [`${name}Id`]: id } = value;
      if (copy[name] === recorded && typeof recorded === 'string')
        copy[name] = nameOf(recorded, typeof id === 'string' ? id : null);
    }
    return copy;
  };
}

/** The discriminator tells which option a value belongs to. */
function unionStep(schema: z.ZodUnion, found: Found): Step | null {
  const steps = schema.options.map((option) => [option, stepOf(option, found)] as const);
  if (steps.every(([, step]) => step === null)) return null;
  const { discriminator } = schema.def as { discriminator?: string };
  if (discriminator === undefined) {
    throw new Error('A restricted field cannot be blanked in a union without a field that tells its kinds apart.');
  }
  const byKind = new Map(
    steps.flatMap(([option, step]) => kindsOf(option, discriminator).map((kind) => [kind, step] as const)),
  );
  return (value, ...of) => {
    if (!isRecord(value)) return value;
    const step = byKind.get(value[discriminator]);
    // A value of unknown kind is not sent.
    if (step === undefined) return null;
    return step === null ? value : step(value, ...of);
  };
}

function isActorName(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return isActorName(schema.unwrap());
  return schema !== undefined && ACTOR_NAMES.has(schema);
}

function kindsOf(option: z.core.$ZodType, discriminator: string): unknown[] {
  const kind: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : null;
  if (kind instanceof z.ZodLiteral) return [...kind.values];
  if (kind instanceof z.ZodEnum) return kind.options;
  throw new Error('The kinds of a union with a restricted field cannot be told apart.');
}

/** All our schemas are of the library's full form. */
const defOf = (schema: z.core.$ZodType): z.core.$ZodTypeDef => (schema as z.ZodType).def;

function blankValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodString) return '';
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodArray) return [];
  throw new Error(`A restricted field of the kind ${defOf(schema).type} has no blank.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
