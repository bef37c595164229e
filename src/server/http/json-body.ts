// Reads the JSON bodies of requests. Bodies are scanned before they are parsed (json-scan.ts). Large ones are processed
// one at a time, and a caller's next one is not even received until then, so that memory does not grow with the number
// sent.
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { scanJson } from './json-scan.ts';

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
