// Calls an operation of the contract on the server that served the page.
import type { ErrorAnswer, ErrorCode } from '../../contract/errors.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import { noteServerTime } from './clock.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';

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
  for (const [name, value] of Object.entries(input.query ?? {})) {
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
  const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };

  const ending = endingOf(options);
  const ask = async (): Promise<[Response, unknown]> => {
    const { signal } = ending;
    const request = { method: operation.method, credentials: 'same-origin', headers, ...body, signal } as const;
    const response = await (options.answer ?? fetch(address, request));
    noteServerTime(response);
    return [response, await response.json()];
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
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
