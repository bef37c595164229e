// The two ways a call can fail: the server answered with an error, or no answer came.
import type { ErrorCode } from '../../contract/errors.ts';

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
