// The description of an operation of the API. Server and browser both work from it, so nothing is defined twice.
import { z } from 'zod';
import type { Needs } from '../core/people/permission.ts';
import type { ErrorCode } from './errors.ts';

const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid-input',
  'not-signed-in',
  'not-allowed',
  'api-key-refused',
  'too-many-requests',
  'busy',
  'unavailable',
  'internal',
];
/** Of every operation except GET. */
const NON_GET_ERRORS: readonly ErrorCode[] = ['not-json', 'body-too-large', 'origin-refused'];
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = ['idempotency-key-missing', 'idempotency-key-reused'];

/** How large a request's body may be. A larger one is refused before it is parsed. */
export interface BodyLimit {
  readonly bytes: number;
  /** values of any kind, at any depth */
  readonly values: number;
}

export interface Operation {
  /** Dotted name, unique: `fines.add`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api`, with `:name` for each key of `params`. */
  readonly path: `/${string}`;
  /** The least access a caller needs. There is no default: an operation without it is not served. */
  readonly needs: Needs;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The largest body, where the schema does not imply it. */
  readonly bodyLimit?: BodyLimit;
  readonly output: z.ZodType;
  /** For a list as a file: the schema of its lines, whose fields are blanked as in other answers. */
  readonly row?: z.ZodType;
  /** Codes in addition to those that mayFailWith() allows for every operation of its kind. */
  readonly errors: readonly ErrorCode[];
  /**
   * True if the operation changes records: it then needs the Idempotency-Key header, runs in one transaction and leaves
   * a journal entry. Operations that concern only signing in change no record of the organisation. An answer that
   * contains a secret must not be stored for a retry, so such operations are no `writes` either.
   */
  readonly writes: boolean;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives: parsed, with defaults filled in. */
export interface ParsedInput<O extends Operation> {
  params: Parsed<O['params']>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
}

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as T[K] extends undefined ? never : object extends T[K] ? K : never]?: T[K] | undefined;
};

/** What a caller passes: only the parts that the operation has. Optional and defaulted fields may be omitted. */
export type CallInput<O extends Operation> = Present<{
  params: Given<O['params']>;
  query: Given<O['query']>;
  body: Given<O['body']>;
}>;

/** The answer of an operation. */
export type Output<O extends Operation> = z.output<O['output']>;

/** Whether an operation can end with this error: one that it declares, or one common to its kind. */
export function mayFailWith({ errors, method, writes }: Operation, code: ErrorCode): boolean {
  const general = [
    ...COMMON_ERRORS,
    ...(method === 'GET' ? [] : NON_GET_ERRORS),
    ...(writes ? IDEMPOTENCY_ERRORS : []),
  ];
  return general.includes(code) || errors.includes(code);
}

/** A description: without `errors` it has none of its own, and a GET changes no records. */
type Described = Omit<Operation, 'errors' | 'writes' | 'method'> & { readonly errors?: readonly ErrorCode[] } & (
    | { readonly method: 'GET'; readonly writes?: false }
    | { readonly method: Exclude<Operation['method'], 'GET'>; readonly writes: boolean }
  );
interface Completed<D extends Described> {
  readonly errors: D extends { readonly errors: infer E extends readonly ErrorCode[] } ? E : readonly [];
  readonly writes: D extends { readonly writes: infer W extends boolean } ? W : false;
}

/** Checks a description while keeping its exact type. */
export function operation<const D extends Described>(description: D): D & Completed<D> {
  // TypeScript does not see that what the description has stays.
  return { errors: [], writes: false, ...description } as unknown as D & Completed<D>;
}

// What is recognised when it comes again is recognised without the fields that have their default, so that a field which
// the contract gains later changes nothing: a repeated request (src/server/http/serve.ts), and a file that was imported
// before (src/server/shared/files/imports.ts).

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
