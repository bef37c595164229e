// Calls an operation of the contract on the server that served the page.
import { FIELD_OF } from '../../contract/error-details.ts';
import type { ErrorAnswer, ErrorCode } from '../../contract/errors.ts';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import { noteServerTime } from './clock.ts';
import { fromWire, toJson, toWire } from './wire.ts';

/** A call without an answer after this many milliseconds has failed; even on a slow connection answers come sooner. */
export const TIME_LIMIT_MS = 45_000;
/** After this many milliseconds a form goes on without the answer to a question beside its write. */
export const BESIDE_LIMIT_MS = 5000;

export interface CallOptions {
  /** The idempotency key of a write; generated if left out. */
  key?: string;
  signal?: AbortSignal;
  /** milliseconds */
  timeLimit?: number;
  /** The answer to this call, if the page has already sent it. */
  answer?: Promise<Response> | undefined;
}

/** An idempotency key: whatever is sent under it is carried out only once. */
export function newKey(): string {
  // randomUUID is there only on https and localhost; an office network often has neither.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** The address of an operation: `/api`, the path with its parameters filled in, and the query without absent values. */
export function addressOf(operation: Operation, input: Parts): string {
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(toWire(input.query ?? {}))) {
    if (value !== undefined) query.set(name, String(value));
  }
  const asked = query.toString();
  return asked === '' ? `/api${path}` : `/api${path}?${asked}`;
}

interface Ending {
  signal: AbortSignal;
  /** Rejects when the signal aborts. */
  ended: Promise<never>;
  /** To be called when the call is over: nothing ends it any more. */
  settle: () => void;
}

/**
 * Ends a call when its caller's signal aborts or its time is up. The timer and the caller's signal keep the controller
 * alive, because WebKit collects signals of AbortSignal.any() and .timeout() that nothing refers to, and then the call
 * would never end.
 */
function endingOf({ signal, timeLimit = TIME_LIMIT_MS }: CallOptions): Ending {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeLimit);
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow);
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(controller.signal.reason as Error);
    if (controller.signal.aborted) end();
    controller.signal.addEventListener('abort', end);
  });
  const settle = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, ended, settle };
}

/**
 * Calls the operation and answers with its output.
 * @throws ApiError when the server answered with an error
 * @throws ConnectionError when no answer of the server came, TimeoutError when none came in time
 */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<Output<O>> {
  const parts = input as Parts;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (operation.writes) headers['idempotency-key'] = options.key ?? newKey();

  const address = addressOf(operation, parts);
  const body = parts.body === undefined ? {} : { body: toJson(parts.body) };

  const ending = endingOf(options);
  const ask = async (): Promise<[Response, unknown]> => {
    const { signal } = ending;
    const request = { method: operation.method, credentials: 'same-origin', headers, ...body, signal } as const;
    const response = await (options.answer ?? fetch(address, request));
    noteServerTime(response);
    return [response, fromWire<unknown>(await response.json())];
  };
  let answer: Response;
  let content: unknown;
  try {
    // Raced, because the call must end even if the browser, or an answer that the page has asked for, does not.
    [answer, content] = await Promise.race([ask(), ending.ended]);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    const details = { write: operation.writes, cause };
    if (ending.signal.aborted) throw new TimeoutError('The server did not answer in time.', details);
    throw new ConnectionError('No answer came from the server.', details);
  } finally {
    ending.settle();
  }
  if (answer.ok) return content as Output<O>;
  throw errorFrom(answer.status, content, operation.writes);
}

/** An error answer of our server names one of the contract's codes; anything else comes from a proxy. */
export function errorFrom(status: number, content: unknown, write = false): ApiError | ConnectionError {
  if (isErrorAnswer(content)) {
    const { code, message, details } = content.error;
    return new ApiError(code, status, message, details);
  }
  return new ConnectionError(`Something other than the server answered (status ${status}).`, { write });
}

function isErrorAnswer(content: unknown): content is ErrorAnswer {
  if (typeof content !== 'object' || content === null || !('error' in content)) return false;
  const { error } = content;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false;
  return isErrorCode(error.code) && typeof error.message === 'string';
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(FIELD_OF, code);
}

// The two ways a call can fail: the server answered with an error, or no answer came.

/** The server answered, and the answer is an error. `message` is a sentence for people, in English. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** the HTTP status */
  readonly status: number;
  /** depends on the code, see `errorAnswer` of the contract */
  readonly details: unknown;

  constructor(code: ErrorCode, status: number, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/**
 * The server did not answer: no network, the server is down, or a proxy answered in its place. Whether a write was
 * saved is unknown; sending the same request under the same key is safe and finds out.
 */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  /** the call was a write */
  readonly write: boolean;

  constructor(message: string, options: { write: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.write = options.write;
  }
}

/** No answer came within the time limit of a call. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Nothing was sent, since the server could not be reached just before. */
export class OfflineError extends ConnectionError {
  override readonly name = 'OfflineError';
}

export type CallError = ApiError | ConnectionError;

/** The ids of the users named by a write who no longer exist on the server. */
export function usersNotFound(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.code !== 'user-not-found') return [];
  // The contract defines these details for this code; an answer without the list counts as any other error.
  return ((error.details ?? {}) as { userIds?: readonly string[] }).userIds ?? [];
}

/** Refusals of a server that cannot answer now. */
const FOR_NOW: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['busy', 'unavailable']);

/** Nothing was refused, the request just did not get through. */
export function isTransient(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && FOR_NOW.has(error.code));
}

/** Whether to send the same request again unasked. Not after a timeout or offline: nobody should wait longer. */
export function isRetryable(error: unknown): boolean {
  return isTransient(error) && !(error instanceof TimeoutError) && !(error instanceof OfflineError);
}

/** The server decides these before it looks up the key, so they say nothing about an earlier request under it. */
const BEFORE_THE_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not-signed-in', 'not-allowed', 'origin-refused']);

/**
 * A refusal that says nothing about the key. This holds even for the first answer: after a broken connection browsers
 * resend a request by themselves, and the page hears only of the second one.
 */
export const isBeforeTheKey = (error: unknown): boolean => error instanceof ApiError && BEFORE_THE_KEY.has(error.code);

/**
 * Whether a write may have been carried out although it ended with this error; then its key is used again.
 * @param sentBefore it went out under the same key before, without an answer
 */
export function mayBeSaved(error: unknown, sentBefore: boolean): boolean {
  if (error instanceof OfflineError) return sentBefore;
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return error.status >= 500 || (sentBefore && isBeforeTheKey(error));
}
