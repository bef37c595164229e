// A client of the real API, as a program has it: calls operations of the contract, with a session or without.
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';

/** The answer of a call: the output, or the error. */
export type Answer<O extends Operation> =
  | { ok: true; status: number; value: Output<O> }
  | { ok: false; status: number; code: ErrorCode; message: string; details: unknown };

export interface Client {
  /** Calls an operation. Writes get a new Idempotency-Key unless one is given. */
  call<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Answer<O>>;
  /** The same, and throws where it fails. */
  must<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Output<O>>;
  /** Any request, as `fetch`, with this client's cookie and an origin of this server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
}

/** The Cookie header a browser would send after this answer, to addresses other than the sign-in's. */
export const cookieOf = (answer: Response): string => sentBack(answer.headers.getSetCookie());

const sentBack = (setCookies: readonly string[]): string =>
  setCookies
    .filter((cookie) => cookie.includes('; Path=/;'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A client that was given these cookies (Set-Cookie values). */
export const clientOf = (url: string, setCookies: readonly string[]): Client => createClient(url, sentBack(setCookies));

export function createClient(url: string, cookie: string): Client {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { origin: url, ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
  const call: Client['call'] = async (operation, input, options = {}) => {
    const parts = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(parts.params?.[name] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
      ),
    );
    const answer = await send(`/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method: operation.method,
      headers: {
        ...(operation.writes ? { 'idempotency-key': options.key ?? randomUUID() } : {}),
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    });
    const body = (await answer.json()) as never;
    if (answer.ok) return { ok: true, status: answer.status, value: body };
    const { error } = body as { error: { code: ErrorCode; message: string; details?: unknown } };
    return { ok: false, status: answer.status, code: error.code, message: error.message, details: error.details };
  };
  return {
    cookie,
    call,
    fetch: send,
    must: async (operation, input, options) => {
      const answer = await call(operation, input, options);
      if (!answer.ok) throw new Error(`${operation.id}: ${answer.status} ${answer.code}: ${answer.message}`);
      return answer.value;
    },
  };
}

/** A client signed in with this password. Throws where the server refuses it. */
export async function signInAt(url: string, account: { email: string; password: string }): Promise<Client> {
  const answer = await createClient(url, '').fetch('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
  return createClient(url, cookieOf(answer));
}
