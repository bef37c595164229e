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
 * No answer of the server came: no network, the server is down, or something between answered in its place. Whether
 * a write was saved is unknown; sending it again with the same key is safe and finds out.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

export type CallError = ApiError | ConnectionError;

/** Whether sending the same request again may help: nothing was refused, it just did not get through. */
export function mayPass(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.code === 'unavailable');
}

/** Decided before the server looks whether the key is known: it says nothing of an earlier sending. */
const BEFORE_THE_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not-signed-in', 'not-allowed', 'origin-refused']);

/**
 * Whether a write may have been carried out although it ended with this error; then it keeps its key.
 * @param sentBefore whether it went out under the same key before, without an answer
 */
export function mayBeSaved(error: unknown, sentBefore: boolean): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return error.status >= 500 || (sentBefore && BEFORE_THE_KEY.has(error.code));
}
