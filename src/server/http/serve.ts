// Serves the operations of the contract: authorization, input validation, serialization, and blanking of what the
// principal may not see. Deny by default: startup fails for a route below /api without an operation that says what
// access it needs.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { amountFieldsIn, fromWire, toWire } from '../../contract/index.ts';
import { type Operation, type Output, type ParsedInput, withoutDefaults } from '../../contract/operation.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import { type AccessLevel, isNeeds } from '../../core/people/permission.ts';
import type { Action } from '../../core/journal.ts';
import { actorOf, type Principal } from '../auth/principal.ts';
import type { CurrentAccess } from '../auth/current-access.ts';
import { type Command, type CommandEnvironment, type ReadAhead, runCommand } from '../ledger/command.ts';
import { type AuthenticateOptions, registerAuthentication } from './authenticate.ts';
import { blankOf, namesActors } from './blank.ts';
import { bodyLimitOf } from './body-limit.ts';
import { type Encoded, setEncodingHeaders } from './compression.ts';
import { registerJsonBodies } from './json-body.ts';
import { keyHeaders, schemaOf } from './openapi.ts';
import { AppError } from '../base/errors.ts';
import { type CsvFile, streamOf } from '../shared/files/csv-file.ts';
import { remainingOf } from '../shared/joined-users.ts';
import type { NameOf } from '../shared/people.ts';
import { readNamesOfTypes } from '../shared/queries.ts';
import { todayAt } from '../base/clock.ts';
import type { Handle } from '../db/types.ts';
import type { Snapshot } from '../db/snapshot.ts';
import { createResponseCache, type RecordsSnapshot } from './response-cache.ts';
import { validatorCompiler } from './validation.ts';

export interface Call<O extends Operation> {
  input: ParsedInput<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RecordsCall<O extends Operation> {
  input: ParsedInput<O>;
  principal: Principal;
}

interface DownloadCall<O extends Operation> extends RecordsCall<O> {
  /** when it was requested (ms), and the organisation's day at that time */
  now: number;
  today: CalendarDay;
}

/** Not null if the operation needs a signed-in caller. */
type Caller<O extends Operation> = O['needs'] extends 'anyone' ? Principal | null : Principal;

export interface Server {
  /** Serves a read. */
  query<O extends Operation & { writes: false }>(
    operation: O,
    handler: (call: Call<O>, caller: Caller<O>) => Promise<Output<O>>,
  ): void;
  /**
   * Serves a query that reads only records. Its response is cached until one of them changes, so the handler may depend
   * only on its input, the principal and the snapshot.
   */
  cachedQuery<O extends Operation & { writes: false; method: 'GET'; needs: AccessLevel }>(
    operation: O,
    handler: (call: RecordsCall<O>, snapshot: RecordsSnapshot) => Promise<Output<O>>,
  ): void;
  /** Serves an operation that changes no records, but e.g. sessions. It has no journal entry and no idempotency key. */
  action<O extends Operation & { writes: false }>(
    operation: O,
    handler: (call: Call<O>, caller: Caller<O>) => Promise<Output<O>>,
  ): void;
  /** Serves an operation that streams its response itself. */
  stream<O extends Operation & { writes: false }>(
    operation: O,
    handler: (call: Call<O>, caller: Caller<O>) => Promise<undefined>,
  ): void;
  /**
   * Serves a list as a CSV file, which is produced while it is sent. An error before its first lines is answered like
   * any other. A later one ends the connection, so that the browser reports a failed download.
   */
  download<O extends Operation & { writes: false; method: 'GET'; needs: AccessLevel; row: z.ZodType }>(
    operation: O,
    handler: (call: DownloadCall<O>) => CsvFile<z.output<O['row']>> | Promise<CsvFile<z.output<O['row']>>>,
  ): void;
  /**
   * Serves an operation that changes records. It runs inside runCommand, under the request's Idempotency-Key. An
   * operation without `writes`, because its answer is a secret, has no key, so a repeated request is executed again.
   * Frequent operations should read ahead.
   */
  command<O extends Operation & { needs: AccessLevel; id: Action }, R = undefined>(
    operation: O,
    handler: Command<O, R>,
    readAhead?: (input: ParsedInput<O>) => ReadAhead<R>,
  ): void;
  /** Drops the cached responses: the administrator has another name, which is no record. */
  forgetResponses(): void;
}

interface ServeOptions extends AuthenticateOptions {
  environment: CommandEnvironment;
  currentAccess: CurrentAccess;
  readNames: (db: Handle, once?: Snapshot['once']) => Promise<NameOf>;
}

/** For actions, which signed-out clients may send: several times the size of an e-mail and a password. */
const ACTION_BODY = 4 * 1024;
/** Replaces the time limit for answers, because a download may use a slow connection. */
const DOWNLOAD_TIMEOUT_MS = 60 * 60 * 1000;

/** Prepares the server for operations. All routes below /api are registered through the result. */
export function serveOperations(app: FastifyInstance, options: ServeOptions): Server {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(withAmounts);
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation;
    if (route.url.startsWith('/api/') && !isNeeds(operation?.needs)) {
      throw new Error(`The route ${route.url} does not say who may call it.`);
    }
  });
  registerAuthentication(app, options);
  registerJsonBodies(app);

  const route = (
    operation: Operation,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    { largestBody, answerWithin, ...extra }: { compress?: false; largestBody?: number; answerWithin?: number } = {},
  ) => {
    const { bytes, values } = bodyLimitOf(operation);
    app.route({
      bodyLimit: Math.min(bytes, largestBody ?? bytes),
      ...extra,
      method: operation.method,
      url: `/api${operation.path}`,
      // No HEAD routes: HEAD would run the operation, and on the live feed never end.
      exposeHeadRoute: false,
      config: { operation, maxValues: values, ...(answerWithin === undefined ? {} : { answerWithin }) },
      schema: schemaOf(operation),
      handler: inTurn(handler),
    });
  };
  /** A body may arrive long after the headers that identified its sender. Writes check again under their lock. */
  const checkAgain = async ({ body, needs }: Operation, request: FastifyRequest): Promise<void> => {
    const { principal } = request;
    if (body === undefined || needs === 'anyone' || principal === null) return;
    const access = await options.currentAccess.requiredAnew(options.environment.db.read, principal, needs);
    request.principal = { ...principal, access };
  };
  const responseCache = createResponseCache(options.environment);
  /** Undefined if the answers of an operation name nobody. */
  const namesFor = ({ output }: Operation) => (namesActors(output) ? options.readNames : undefined);
  /** downloads in progress */
  const downloads = new Set<Readable>();
  // A slow client would otherwise hold up the shutdown.
  app.addHook('preClose', async () => downloads.forEach((body) => body.destroy(new Error('The server stops.'))));
  return {
    query(operation, handler) {
      const seen = seenOf(operation.output);
      const inputOf = inputsOf(operation);
      const namesOf = namesFor(operation);
      route(operation, async (request, reply) => {
        await checkAgain(operation, request);
        const call = { input: await followJoin(inputOf(request), () => options.environment.db.read), request, reply };
        const found = await handler(call, request.principal as Caller<typeof operation>);
        return seen(found, request, await namesOf?.(options.environment.db.read));
      });
    },
    action(operation, handler) {
      const seen = seenOf(operation.output);
      const inputOf = inputsOf(operation);
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        await checkAgain(operation, request);
        const call = { input: inputOf(request), request, reply };
        return seen(await handler(call, request.principal as Caller<typeof operation>), request);
      };
      route(operation, handle, { largestBody: ACTION_BODY });
    },
    cachedQuery(operation, handler) {
      const seen = seenOf(operation.output);
      const inputOf = inputsOf(operation);
      const namesOf = namesFor(operation);
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const { principal } = request;
        if (principal === null) throw new AppError('not-signed-in');
        const found = await responseCache.find({ operation, request, principal }, async (snapshot) => {
          const input = await followJoin(inputOf(request), () => snapshot.tx);
          const [made, nameOf] = await Promise.all([
            handler({ input, principal }, snapshot),
            namesOf?.(snapshot.tx, snapshot.once),
          ]);
          return seen(made, request, nameOf);
        });
        if ('cached' in found) return asJson(reply, found.cached);
        // Cached for this principal alone. The schema's serializer returns text; Fastify's type also allows other
        // results.
        const text = reply.serialize(found.made) as string;
        return asJson(reply, responseCache.store(request, found, text));
      };
      // Already compressed if worthwhile.
      route(operation, handle, { compress: false });
    },
    stream(operation, handler) {
      const inputOf = inputsOf(operation);
      route(operation, (request, reply) => {
        const call = { input: inputOf(request), request, reply };
        return handler(call, request.principal as Caller<typeof operation>);
      });
    },
    download(operation, handler) {
      const { clock, timeZone } = options.environment;
      const seen = seenOf(operation.row);
      const inputOf = inputsOf(operation);
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const { principal } = request;
        if (principal === null) throw new AppError('not-signed-in');
        const now = clock.now();
        const today = todayAt(now, timeZone);
        const input = await followJoin(inputOf(request), () => options.environment.db.read);
        const file = await handler({ input, principal, now, today });
        const nameOfType = await readNamesOfTypes(options.environment.db.read);
        const body = await streamOf(
          file.pieces(
            (row) => seen(row, request),
            (fineType) => nameOfType(fineType, file.language),
          ),
        );
        downloads.add(body);
        body.once('close', () => downloads.delete(body));
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${file.name}-${today}.csv"`)
          .send(body);
      };
      // Compressing a million lines takes longer than producing them.
      route(operation, handle, { compress: false, answerWithin: DOWNLOAD_TIMEOUT_MS });
    },
    command(operation, handler, readAhead) {
      const blank = blankOf(operation.output);
      const inputOf = inputsOf(operation);
      const namesOf = namesFor(operation);
      route(operation, async (request, reply) => {
        const { principal } = request;
        if (principal === null) throw new AppError('not-signed-in');
        const input = inputOf(request);
        const { required, requiredAnew } = options.currentAccess;
        let { access } = principal;
        const answer = await runCommand(
          options.environment,
          {
            actor: actorOf(principal),
            userId: principal.isKey ? null : principal.userId,
            access: async (tx, anew) =>
              (access = await (anew ? requiredAnew : required)(tx, principal, operation.needs)),
            action: operation.id,
            idempotencyKey: operation.writes ? keyHeaders.parse(request.headers)['idempotency-key'] : null,
            input: {
              params: request.params,
              query: withoutDefaults(operation.query, request.query),
              body: withoutDefaults(operation.body, request.body),
            },
          },
          // Validated here, so that an invalid answer rolls back. A stored answer, which is in the form of the wire, may
          // be of an older version, so it is not validated.
          async (context, ahead) => z.encode(operation.output, toWire(await handler(context, input, ahead))),
          readAhead?.(input),
        );
        const seen = blank(
          answer,
          { ...principal, access },
          ofUser(request),
          await namesOf?.(options.environment.db.read),
        );
        return asJson(reply, { body: JSON.stringify(seen), encoding: null });
      });
    },
    forgetResponses: responseCache.clear,
  };
}

/** The turn of a large body lasts until the request has been answered. */
function inTurn(handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { largeBody } = request;
    if (largeBody === null) return handler(request, reply);
    largeBody.begin();
    try {
      return await handler(request, reply);
    } finally {
      // After the answer's serialization, which follows at once.
      setImmediate(() => largeBody.end());
    }
  };
}

/** The part of a value that the sender of a request may see. */
function seenOf<S extends z.ZodType>(
  schema: S,
): <T extends z.output<S>>(value: T, request: FastifyRequest, nameOf?: NameOf) => T {
  const blank = blankOf(schema);
  return (value, request, nameOf) => blank(value, request.entering ?? request.principal, ofUser(request), nameOf);
}

/** The user that a request is about, according to its path. */
function ofUser({ params }: FastifyRequest): string | null {
  return (params as { userId?: string }).userId ?? null;
}

/** Sends JSON that is already serialized. */
function asJson(reply: FastifyReply, { body, encoding }: Encoded): string | Buffer {
  reply.type('application/json; charset=utf-8');
  if (encoding !== null) setEncodingHeaders(reply, encoding);
  return body;
}

/** Fastify's untyped request parts, which the operation's own schemas have parsed, with amounts in paisa. */
function inputsOf<O extends Operation>({ query, body }: O): (request: FastifyRequest) => ParsedInput<O> {
  const hasAmounts = [query, body].some((schema) => amountFieldsIn(schema).length > 0);
  return (request) => {
    const { params } = request;
    const input = { query: request.query, body: request.body };
    return { params, ...(hasAmounts ? fromWire(input) : input) } as ParsedInput<O>;
  };
}

/** What a read asks for; a record that was joined with another is replaced by the one that remained (JOIN-5). */
async function followJoin<I extends { params: unknown; query: unknown }>(input: I, db: () => Handle): Promise<I> {
  const idIn = (part: unknown) => (part as { userId?: string } | undefined)?.userId;
  const asked = [input.params, input.query].flatMap((part) => idIn(part) ?? []);
  if (asked.length === 0) return input;
  const remains = await remainingOf(db(), asked);
  const lead = <P>(part: P): P => {
    const userId = idIn(part);
    return userId === undefined ? part : { ...part, userId: remains(userId) };
  };
  return { ...input, params: lead(input.params), query: lead(input.query) };
}

/** Serializes answers by their schemas, with amounts in rupees. */
const withAmounts: FastifySerializerCompiler<z.ZodType> = (route) => {
  const serialize = serializerCompiler(route);
  return amountFieldsIn(route.schema).length === 0 ? serialize : (answer) => serialize(toWire(answer));
};
