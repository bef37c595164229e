// Converts errors to responses: expected ones by their contract code, all others to a plain 500 with the id of the log
// line. Stack traces and library messages never leave the server.
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DETAILS } from '../../contract/error-details.ts';
import { toWire } from '../../contract/index.ts';
import { type ErrorAnswer, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { isBusy, isUnavailable } from '../db/errors.ts';
import { mayFailWith } from '../../contract/operation.ts';
import { MAX_USERS_PER_LIST } from '../../core/limits.ts';
import { AppError } from '../base/errors.ts';
import type { NameOf } from '../shared/people.ts';
import { type Blank, blankOf, namesActors, type Reader } from './blank.ts';
import { NO_PAGE_POLICY } from './security.ts';
import { InputError } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ms; replaces the time limit for answers */
    answerWithin?: number;
  }
}

/** Fastify's own refusals of a body it cannot read. */
const BODY_FAILURES: Record<string, { code: ErrorCode; message?: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'not-json' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body-too-large' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid-input', message: 'The request body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid-input', message: 'The request body is empty.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'invalid-input', message: 'The request body was cut short.' },
};

/**
 * Limit for answering an API request. Each wait for the database has a limit of its own (db/postgres/pool.ts,
 * db/sqlite/driver.ts, ledger/group-commit.ts); this one limits their sum.
 */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Maximum number of problems listed in a response: four for each line of the longest list of users. */
const MAX_PROBLEMS = 4 * MAX_USERS_PER_LIST;

/** The AppError for an expected error; null for any other. */
function expectedError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof InputError) {
    const problems = error.problems(error.validationContext ?? 'request', MAX_PROBLEMS);
    return new AppError('invalid-input', {
      message: problems[0]?.sentence ?? ERRORS['invalid-input'].message,
      details: problems.map(({ path, message }) => ({ path, message })),
    });
  }
  const body = BODY_FAILURES[error.code];
  if (body !== undefined) return new AppError(body.code, body.message === undefined ? {} : { message: body.message });
  if (isUnavailable(error)) return new AppError(isBusy(error) ? 'busy' : 'unavailable');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid-input');
  }
  return null;
}

/** Must be called before routes are registered. */
export function registerFailures(app: FastifyInstance, readNames: () => Promise<NameOf>): void {
  const blanks = new Map<string, Blank>(Object.entries(DETAILS).map(([code, schema]) => [code, blankOf(schema)]));
  const naming = new Set(Object.entries(DETAILS).flatMap(([code, schema]) => (namesActors(schema) ? [code] : [])));
  /** Errors without a schema for details have none. Amounts are in rupees, as they are sent. */
  const seen = async ({ code, details }: AppError, reader: Reader): Promise<unknown> => {
    const nameOf = naming.has(code) ? await readNames() : undefined;
    return toWire(blanks.get(code)?.(details, reader, undefined, nameOf));
  };
  limitTime(app);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const expected = expectedError(error);
    if (expected === null) {
      logFailure(request, error);
      return answer(reply, 'internal', { message: ERRORS.internal.message, reference: request.id });
    }
    const { operation } = request.routeOptions.config;
    if (operation !== undefined && !mayFailWith(operation, expected.code)) {
      request.log.error({ operation: operation.id, code: expected.code }, 'the operation does not declare this error');
    }
    if (expected.code === 'too-many-attempts') reply.header('retry-after', secondsOf(expected.details));
    if (expected.code === 'unavailable') request.log.warn({ err: error }, 'database unavailable');
    if (expected.code === 'busy') request.log.warn({ err: error }, 'not answered in time');
    return answer(reply, expected.code, {
      message: expected.message,
      ...(expected.details === undefined ? {} : { details: await seen(expected, request.principal) }),
    });
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply) =>
    answer(reply, 'not-found', { message: ERRORS['not-found'].message }),
  );
}

/**
 * Replaces Fastify's own limit, which ends once the body has been read, so it never applies to writes, and creates a
 * DOMException for each request. Files are exempt, because they take as long as the browser needs to read them. What
 * the handler still does after the limit is dropped here, whatever it is, since the request has its answer.
 */
function limitTime(app: FastifyInstance): void {
  const isLimited = (url: string): boolean => url.startsWith('/api/') || url === '/healthz';
  const answered = new WeakSet<FastifyReply>();
  app.addHook('onRequest', (request, reply, next) => {
    const { url = '', config } = request.routeOptions;
    if (isLimited(url)) {
      const timer = setTimeout(() => {
        if (reply.sent) return;
        if (reply.raw.headersSent) {
          reply.raw.destroy();
          return;
        }
        answered.add(reply);
        request.log.warn({ err: new AppError('busy') }, 'not answered in time');
        // Not thrown: a hook for errors may make its answer late as well, and late ones are dropped.
        void answer(reply, 'busy', { message: ERRORS.busy.message });
        reply.send = (late) => {
          if (late instanceof Readable) late.destroy();
          return reply;
        };
      }, config.answerWithin ?? RESPONSE_TIMEOUT_MS);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    next();
  });
  app.addHook('onRoute', (route) => {
    if (!isLimited(route.url)) return;
    const { handler } = route;
    route.handler = async function handle(request, reply) {
      try {
        return await handler.call(this, request, reply);
      } catch (error) {
        if (!answered.has(reply)) throw error;
        if (expectedError(error as FastifyError) === null) logFailure(request, error);
        return undefined;
      }
    };
  });
}

function logFailure(request: FastifyRequest, error: unknown): void {
  request.log.error({ err: error, reference: request.id }, 'request failed');
}

/** Handles URLs that cannot be parsed (`%zz`), which Fastify would otherwise answer itself. */
export function rejectMalformedUrl(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  // No hooks run for these requests, so the security headers are set here.
  reply.headers({
    'content-security-policy': NO_PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  void answer(reply, 'not-found', { message: ERRORS['not-found'].message });
}

function answer(reply: FastifyReply, code: ErrorCode, error: Omit<ErrorAnswer['error'], 'code'>): FastifyReply {
  const body: ErrorAnswer = { error: { code, ...error } };
  return reply
    .code(ERRORS[code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

const secondsOf = (details: unknown): number =>
  typeof details === 'object' && details !== null && 'seconds' in details && typeof details.seconds === 'number'
    ? details.seconds
    : 60;
