// The one place where a failure becomes an answer: codes of the contract as they are, everything unknown as a plain
// 500 with the id of its log line. No stack trace and no text of a library ever leaves the server.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, ERRORS, type ErrorCode } from '../contract/errors.ts';
import { isUnavailable } from './db/engine.ts';
import { AppError } from './errors.ts';
import { NO_PAGE_POLICY } from './security.ts';
import { InputError } from './validation.ts';

/** Fastify's own refusals of a body it cannot read. */
const BODY_FAILURES: Record<string, { code: ErrorCode; message?: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'not-json' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body-too-large' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid-input', message: 'The request body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid-input', message: 'The request body is empty.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'invalid-input', message: 'The request body was cut short.' },
};

/**
 * The longest any request of the API goes without an answer. Each wait of the database is bounded by itself
 * (db/postgres.ts, db/sqlite.ts, the turn in shared-commit.ts); this holds where several of them add up.
 */
const ANSWER_WITHIN_MS = 30_000;

/** An answer names at most so many problems, however many a request was made to hold. */
const MAX_PROBLEMS = 20;

/** The answer for a failure; null for one that is unknown. */
function known(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof InputError) {
    const problems = error.problems(error.validationContext ?? 'request');
    return new AppError('invalid-input', {
      message: problems[0]?.sentence ?? ERRORS['invalid-input'].message,
      details: problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({ path, message })),
    });
  }
  const body = BODY_FAILURES[error.code];
  if (body !== undefined) return new AppError(body.code, body.message === undefined ? {} : { message: body.message });
  if (isUnavailable(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT') return new AppError('unavailable');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid-input');
  }
  return null;
}

/** To be called before the routes are there. */
export function registerFailures(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // Files are sent as fast as the browser takes them.
    if (route.url.startsWith('/api/') || route.url === '/healthz') route.handlerTimeout ??= ANSWER_WITHIN_MS;
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = known(error);
    if (expected === null) {
      request.log.error({ err: error, reference: request.id }, 'request failed');
      return answer(reply, 'internal', { message: ERRORS.internal.message, reference: request.id });
    }
    if (expected.code === 'too-many-attempts') reply.header('retry-after', secondsOf(expected.details));
    if (expected.code === 'unavailable') request.log.warn({ err: error }, 'database unavailable');
    return answer(reply, expected.code, {
      message: expected.message,
      ...(expected.details === undefined ? {} : { details: expected.details }),
    });
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply) =>
    answer(reply, 'not-found', { message: ERRORS['not-found'].message }),
  );
}

/** For addresses that cannot even be taken apart (`%zz`): Fastify would answer those itself, in words of its own. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  // No hook runs for these, so the headers of every other answer are set here.
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
