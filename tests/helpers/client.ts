// An API client: calls operations of the contract over HTTP, with or without a session.
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { httpRequest } from './http-request.ts';

/** The output, or the error. */
export type Answer<O extends Operation> =
  | { ok: true; status: number; value: Output<O> }
  | { ok: false; status: number; code: ErrorCode; message: string; details: unknown };

export interface Client {
  /** Calls an operation. Writes get a new Idempotency-Key unless one is given. */
  call<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Answer<O>>;
  /** Like call(), but returns the output and throws on errors. */
  must<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Output<O>>;
  /** Sends any request, with this client's cookie and the server's origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
  /** the API key it signs with in place of a session */
  key?: string;
}

/** The Cookie header a browser would send after this response, without cookies limited to the sign-in path. */
export const cookieOf = (answer: Response): string => sentBack(answer.headers.getSetCookie());

const sentBack = (setCookies: readonly string[]): string =>
  setCookies
    .filter((cookie) => cookie.includes('; Path=/;'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A client with the cookies of these Set-Cookie values. */
export const clientOf = (url: string, setCookies: readonly string[]): Client => createClient(url, sentBack(setCookies));

/** `key`: an API key, sent instead of cookie and origin. */
export function createClient(url: string, cookie: string, key?: string): Client {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = {
      ...(key === undefined ? { origin: url } : { authorization: `Bearer ${key}` }),
      ...(cookie === '' ? {} : { cookie }),
      ...(init.headers as Record<string, string>),
    };
    try {
      return await fetch(`${url}${path}`, { ...init, headers });
    } catch (error) {
      // Test reports show only the message, which by itself says no more than that it failed.
      if (error instanceof TypeError) error.message += ` (${init.method ?? 'GET'} ${path}: ${String(error.cause)})`;
      throw error;
    }
  };
  const call: Client['call'] = async (operation, input, options = {}) => {
    const { path, body: sent, ...request } = httpRequest(operation, input, options);
    const answer = await send(path, { ...request, ...(sent === '' ? {} : { body: sent }) });
    const body = (await answer.json()) as never;
    if (answer.ok) return { ok: true, status: answer.status, value: body };
    const { error } = body as { error: { code: ErrorCode; message: string; details?: unknown } };
    return { ok: false, status: answer.status, code: error.code, message: error.message, details: error.details };
  };
  return {
    cookie,
    ...(key !== undefined && { key }),
    call,
    fetch: send,
    must: async (operation, input, options) => {
      const answer = await call(operation, input, options);
      if (!answer.ok) throw new Error(`${operation.id}: ${answer.status} ${answer.code}: ${answer.message}`);
      return answer.value;
    },
  };
}

/** Signs in with e-mail and password; throws if the server refuses. */
export async function signInAt(url: string, account: { email: string; password: string }): Promise<Client> {
  const answer = await createClient(url, '').fetch('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
  return createClient(url, cookieOf(answer));
}
