// Validates requests against the contract and describes each problem in plain words. Messages of the contract take
// precedence; the ones here replace those of the schema library.
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../base/errors.ts';

export interface Problem {
  /** the part of the request and the field in it: `body.userName`, `querystring.page`, `body` */
  path: string;
  /** what is wrong with it: `must be text` */
  message: string;
  /** the message as a complete sentence */
  sentence: string;
}

/** The input does not fit the contract. */
export class InputError extends Error {
  /** Set by Fastify to the part of the request. */
  declare validationContext?: string;
  readonly #issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('The input does not fit the contract.');
    this.name = 'InputError';
    this.#issues = issues;
  }

  /** The first problems, up to `most`. */
  problems(context: string, most: number): Problem[] {
    return this.#issues.slice(0, most).map(({ path, message }) => {
      const name = path.map(String).join('.');
      const subject = name === '' ? 'The request body' : name;
      return {
        path: [context, ...path.map(String)].join('.'),
        message,
        // Messages that begin with a capital letter are already sentences.
        sentence: /^[a-z]/.test(message) ? `${subject} ${message}` : message,
      };
    });
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data, { error: inPlainWords });
    if (result.success) return { value: result.data };
    // This is the only header that the contract requires.
    if (httpPart === 'headers') return { error: new AppError('idempotency-key-missing') };
    return { error: new InputError(result.error.issues) };
  };
};

const TYPES: Partial<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

function inPlainWords(issue: z.core.$ZodRawIssue): string {
  // The body of a request without one is null, not undefined.
  const isWhole = (issue.path ?? []).length === 0;
  if (issue.input === undefined || (issue.input === null && isWhole)) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'is not valid';
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    default:
      return 'is not valid';
  }
}
