// Serves the operations of the contract: who may call, which input, which answer. Deny by default: a route below /api
// that does not come from an operation with an audience stops the start.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../contract/errors.ts';
import type { Operation, Output, ParsedInput } from '../contract/operation.ts';
import { may } from '../core/permission.ts';
import type { Auth } from './auth/auth.ts';
import { isSameVisitor, type SeenVisitor, type Visitor } from './auth/visitor.ts';
import {
  type CommandBody,
  type CommandContext,
  type CommandEnvironment,
  type CommandRequest,
  type ReadThenDecide,
  runCommand,
} from './command.ts';
import { type Encoded, nameEncoding } from './compression.ts';
import { AppError } from './errors.ts';
import { createKeptAnswers, type Sight } from './kept-answers.ts';
import { checkOrigin } from './security.ts';
import type { Moment } from './shared/kept.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** who calls, null for nobody; set before any handler runs */
    visitor: Visitor | null;
    /** what the database says of `visitor`, where that is only presumed so far */
    confirmation: Promise<SeenVisitor | null> | null;
    /** how far the books were when the database said who `visitor` is; null for nobody, and where that is presumed */
    booksAt: Moment | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface Call<O extends Operation> {
  input: ParsedInput<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RecordsCall<O extends Operation> {
  input: ParsedInput<O>;
  visitor: Visitor;
}

/** The caller as the operation's audience guarantees it. */
type Caller<O extends Operation> = O['audience'] extends 'anyone' ? Visitor | null : Visitor;

export interface Server {
  /**
   * Serves an operation that changes no records. A GET for those who are signed in may begin for a presumed visitor, so its
   * handler does nothing but read.
   */
  read<O extends Operation & { writes: false }>(
    operation: O,
    handler: (call: Call<O>, caller: Caller<O>) => Promise<Output<O>>,
  ): void;
  /**
   * The same for an operation whose answer is made of records: it is kept until one of them changes, so the handler goes by
   * nothing but its input, who calls, and what `sight` shows.
   */
  readRecords<O extends Operation & { writes: false; method: 'GET'; audience: 'signed-in' | 'administrator' }>(
    operation: O,
    handler: (call: RecordsCall<O>, sight: Sight) => Promise<Output<O>>,
  ): void;
  /** Serves an operation that answers by itself, for as long as it likes. */
  stream<O extends Operation & { writes: false }>(
    operation: O,
    handler: (call: Call<O>, caller: Caller<O>) => Promise<undefined>,
  ): void;
  /** Serves an operation that changes records: it runs inside runCommand, under the request's Idempotency-Key. */
  write<O extends Operation & { writes: true }>(
    operation: O,
    handler: (context: CommandContext, input: ParsedInput<O>) => Promise<Output<O>>,
  ): void;
  /** The same for one that is sent often: see ReadThenDecide. */
  writeInTwoSteps<O extends Operation & { writes: true }, R>(
    operation: O,
    steps: (input: ParsedInput<O>) => ReadThenDecide<R, Output<O>>,
  ): void;
  /** The same for an operation whose answer is a secret: it is not kept, so a repeated request is carried out again. */
  writeSecret<O extends Operation & { writes: false; audience: 'administrator' }>(
    operation: O,
    handler: (context: CommandContext, input: ParsedInput<O>) => Promise<Output<O>>,
  ): void;
}

export interface ServeOptions {
  environment: CommandEnvironment;
  baseUrl: string | null;
  recognise: Auth['recognise'];
}

const IDEMPOTENCY_KEY = /^[A-Za-z0-9-]{8,100}$/;

/** Prepares the server for operations; everything below /api goes through here. */
export function serveOperations(app: FastifyInstance, options: ServeOptions): Server {
  app.setValidatorCompiler(validatorCompiler);
  // Fastify reads plain text as well; here a body is JSON or refused.
  app.removeContentTypeParser('text/plain');
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('visitor', null);
  app.decorateRequest('confirmation', null);
  app.decorateRequest('booksAt', null);
  /** Operations that may begin for a presumed visitor. */
  const eager = new Set<Operation>();
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation;
    if (route.url.startsWith('/api/') && !isAudience(operation?.audience)) {
      throw new Error(`The route ${route.url} does not say who may call it.`);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const operation = request.routeOptions.config.operation;
    if (operation === undefined) return;
    // Names and amounts are for who asked, and only as they are now.
    reply.header('cache-control', 'no-store');
    if (operation.method !== 'GET') checkOrigin(request, options.baseUrl);
    const { presumed, confirmed: confirmation } = options.recognise(request.headers.cookie);
    if (presumed !== null && eager.has(operation) && may(operation.audience, presumed.role)) {
      request.visitor = presumed;
      request.confirmation = confirmation;
      // The handler waits for it; until then a failure must not end the process.
      confirmation.catch(() => undefined);
      return;
    }
    const seen = await confirmation;
    request.visitor = seen;
    request.booksAt = seen?.booksAt ?? null;
    admit(operation, seen);
  });

  const route = (
    operation: Operation,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    extra: { compress?: false } = {},
  ) => {
    app.route({
      ...extra,
      method: operation.method,
      url: `/api${operation.path}`,
      // An operation is served under its own method and no other: a HEAD would run it, and on the live feed never end.
      exposeHeadRoute: false,
      config: { operation },
      schema: schemaOf(operation),
      // Whether the visitor may ask at all is said before what is wrong with the question.
      attachValidation: eager.has(operation),
      handler,
    });
  };
  const keptAnswers = createKeptAnswers(options.environment);
  const command = <R, T>(
    request: FastifyRequest,
    what: Omit<CommandRequest, 'actor'>,
    body: CommandBody<R, T>,
  ): Promise<T> => {
    if (request.visitor === null) throw new AppError('not-signed-in');
    return runCommand(options.environment, { actor: request.visitor.email, ...what }, body);
  };
  const routeWrite = <O extends Operation, R>(
    operation: O,
    bodyOf: (input: ParsedInput<O>) => CommandBody<R, Output<O>>,
  ) => {
    route(operation, (request) => {
      const input = inputOf<O>(request);
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new AppError('idempotency-key-missing');
      return command(request, { action: operation.id, idempotencyKey: key, input }, bodyOf(input));
    });
  };
  return {
    read(operation, handler) {
      if (operation.method === 'GET' && operation.audience !== 'anyone') eager.add(operation);
      route(operation, (request, reply) =>
        confirmed(operation, request, async (visitor) => {
          if (request.validationError !== undefined) throw request.validationError;
          const call = { input: inputOf<typeof operation>(request), request, reply };
          return handler(call, visitor as Caller<typeof operation>);
        }),
      );
    },
    readRecords(operation, handler) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const { visitor, booksAt } = request;
        if (visitor === null || booksAt === null) throw new AppError('not-signed-in');
        const found = await keptAnswers.find({ operation, request, visitor, booksAt }, (sight) =>
          handler({ input: inputOf<typeof operation>(request), visitor }, sight),
        );
        if ('kept' in found) return asJson(reply, found.kept);
        // The schema's serializer writes text; Fastify's own type allows for others.
        const text = reply.serialize(found.made) as string;
        return asJson(reply, keptAnswers.keep(request, found, text));
      };
      // It is compressed already, where that is worth it.
      route(operation, handle, { compress: false });
    },
    stream(operation, handler) {
      route(operation, (request, reply) => {
        const call = { input: inputOf<typeof operation>(request), request, reply };
        return handler(call, request.visitor as Caller<typeof operation>);
      });
    },
    write(operation, handler) {
      routeWrite(operation, (input) => (context) => handler(context, input));
    },
    writeInTwoSteps(operation, steps) {
      routeWrite(operation, steps);
    },
    writeSecret(operation, handler) {
      route(operation, (request) => {
        const input = inputOf<typeof operation>(request);
        return command(request, { action: operation.id, idempotencyKey: null, input }, (context) =>
          handler(context, input),
        );
      });
    },
  };
}

/** JSON that is written out already. */
function asJson(reply: FastifyReply, { body, encoding }: Encoded): string | Buffer {
  reply.type('application/json; charset=utf-8');
  if (encoding !== null) nameEncoding(reply, encoding);
  return body;
}

/** Refuses whoever the operation is not for. */
function admit({ audience }: Operation, visitor: Visitor | null): void {
  if (may(audience, visitor?.role ?? null)) return;
  throw new AppError(visitor === null ? 'not-signed-in' : 'not-allowed');
}

/**
 * The answer for the request's visitor. Where that one is presumed, the answer is made while the database is asked, and is
 * given only if it says the same: a session that is over is refused as ever, without a round trip before each read.
 */
async function confirmed<T>(
  operation: Operation,
  request: FastifyRequest,
  answer: (visitor: Visitor | null) => Promise<T>,
): Promise<T> {
  const { visitor: presumed, confirmation } = request;
  if (presumed === null || confirmation === null) return answer(presumed);
  const [begun, found] = await Promise.allSettled([answer(presumed), confirmation]);
  if (found.status === 'rejected') throw found.reason;
  admit(operation, found.value);
  request.visitor = found.value;
  if (found.value === null || !isSameVisitor(presumed, found.value)) return answer(found.value);
  if (begun.status === 'rejected') throw begun.reason;
  return begun.value;
}

/** Fastify's untyped request parts, which the operation's own schemas have parsed. */
function inputOf<O extends Operation>(request: FastifyRequest): ParsedInput<O> {
  return { params: request.params, query: request.query, body: request.body } as ParsedInput<O>;
}

const isAudience = (audience: unknown): boolean =>
  audience === 'anyone' || audience === 'signed-in' || audience === 'administrator';

function schemaOf(operation: Operation) {
  const { params, query, body } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0] ?? operation.id],
    description: `Audience: ${operation.audience}. Errors: ${operation.errors.join(', ') || 'only the general ones'}.`,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(operation.writes ? { headers: z.object({ 'idempotency-key': z.string().optional() }).loose() } : {}),
    response: { 200: operation.output, default: errorAnswer },
  };
}
