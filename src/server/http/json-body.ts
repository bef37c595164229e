// Reads the JSON bodies of requests. Bodies are scanned before they are parsed (json-scan.ts). Large ones are processed
// one at a time, and a caller's next one is not even received until then, so that memory does not grow with the number
// sent.
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** maximum number of values in a body */
    maxValues?: number;
  }
  interface FastifyRequest {
    largeBody: LargeBody | null;
  }
}

/** Larger bodies count as large. No form is, nor is a list of a few hundred rows. */
const LARGE_BODY = 64 * 1024;

const PROBLEMS = {
  'too-deep': 'The request body is nested too deeply.',
  'too-many-values': 'The request body has more values than any valid one.',
};

type JsonParser = (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void) => void;

export function registerJsonBodies(app: FastifyInstance): void {
  const takeTurn = createTurns();
  const parse = app.getDefaultJsonParser('error', 'error') as JsonParser;
  // Fastify also parses plain text; here a body must be JSON.
  app.removeAllContentTypeParsers();
  app.decorateRequest('largeBody', null);

  app.addHook('preParsing', async (request, reply, payload) => {
    if (!mayBeLarge(request)) return payload;
    request.largeBody = createLargeBody(takeTurn, reply);
    await request.largeBody.take(`of ${request.principal?.accountId ?? 'nobody'}`);
    return payload;
  });

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // What was sent to an unknown address is not read.
    if (request.is404) return undefined;
    const problem = scanJson(body, request.routeOptions.config.maxValues ?? 1);
    if (problem !== null) throw new AppError('invalid-input', { message: PROBLEMS[problem] });
    const large = body.length > LARGE_BODY ? request.largeBody : null;
    await large?.take('of all');
    const parsed = await new Promise((resolve, reject) => {
      parse(request, body.toString(), (error, value) => (error === null ? resolve(value) : reject(error)));
    });
    if (large !== null) await othersFirst();
    return parsed;
  });
}

/** The length is known before the body is received, unless it is compressed or comes in chunks. */
function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if ((routeOptions.bodyLimit ?? 0) <= LARGE_BODY) return false;
  return !(Number(headers['content-length']) <= LARGE_BODY && headers['content-encoding'] === undefined);
}

/** A large body of a request, which takes turns. */
interface LargeBody {
  take(turn: string): Promise<void>;
  /** Processing starts: from now on its turns end with the processing, not with the connection. */
  begin(): void;
  end(): void;
}

function createLargeBody(takeTurn: TakeTurn, { raw }: FastifyReply): LargeBody {
  const turns: (() => void)[] = [];
  const end = (): void => {
    for (const endTurn of turns.splice(0)) endTurn();
  };
  raw.once('close', end);
  return {
    async take(turn) {
      turns.push(await takeTurn(turn));
      if (!raw.closed) return;
      end();
      throw new AppError('invalid-input', { message: 'The request was abandoned.' });
    },
    begin: () => void raw.off('close', end),
    end,
  };
}

/** Waits for all earlier turns of this name to end; resolves to a function that ends this one. */
type TakeTurn = (name: string) => Promise<() => void>;

function createTurns(): TakeTurn {
  const newest = new Map<string, Promise<void>>();
  return async (name) => {
    const before = newest.get(name);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    newest.set(name, ended);
    await before;
    return () => {
      if (newest.get(name) === ended) newest.delete(name);
      resolve();
    };
  };
}

/** Deeper than any body of the contract, with some room for ignored keys. */
const MAX_DEPTH = 32;

// The bytes of a body are scanned before they are parsed: parsed, a byte of JSON can take seventy bytes of memory, so the
// parser must not be the one to find out.

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

/** The kind of each byte outside of texts; 0 for most. */
const [OPENING, CLOSING, COMMA, TEXT] = [1, 2, 3, 4];
const KIND = new Uint8Array(256);
for (const [kind, letters] of [
  [OPENING, '[{'],
  [CLOSING, ']}'],
  [COMMA, ','],
  [TEXT, '"'],
] as const) {
  for (const byte of Buffer.from(letters)) KIND[byte] = kind;
}

/** What is wrong with a body that may have at most this many values; null for nothing. It need not be valid JSON. */
export function scanJson(bytes: Uint8Array, maxValues: number): 'too-deep' | 'too-many-values' | null {
  let depth = 0;
  // Every value except the outermost follows an opening bracket or a comma.
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KIND[bytes[at] ?? 0];
    if (kind === 0) continue;
    if (kind === TEXT) {
      // No byte of a multi-byte letter equals a quote or a backslash.
      for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
      continue;
    }
    depth += kind === OPENING ? 1 : kind === CLOSING ? -1 : 0;
    if (depth > MAX_DEPTH) return 'too-deep';
    values += kind === CLOSING ? 0 : 1;
    if (values > maxValues) return 'too-many-values';
  }
  return null;
}
