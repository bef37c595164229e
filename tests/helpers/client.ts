// An API client: calls operations of the contract over HTTP, with or without a session.
import { Agent, request } from 'node:http';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { type HttpRequest, httpRequest } from './http-request.ts';

/** The output, or the error. */
export type Answer<O extends Operation> =
  | { ok: true; status: number; value: Output<O> }
  | { ok: false; status: number; code: ErrorCode; message: string; details: unknown };

export interface Client {
  /** Calls an operation. Writes get a new Idempotency-Key unless one is given. */
  call<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Answer<O>>;
  /** Like call(), but returns the output and throws on errors. */
  must<O extends Operation>(operation: O, input: CallInput<O>, options?: { key?: string }): Promise<Output<O>>;
  /** Sends any request, with this client's cookie and the server's origin, and reads the whole answer. */
  send(path: string, request?: Partial<Omit<HttpRequest, 'path'>>): Promise<Received>;
  /** The same for a body or an answer that is a stream or not a text; takes several times as much of the processor. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
  /** the API key it signs with in place of a session */
  key?: string;
}

/** A whole answer. */
export interface Received {
  status: number;
  statusText: string;
  /** one line each, as they came */
  headers: string[];
  text: string;
}

const agent = new Agent({ keepAlive: true });

function exchange(url: string, { method, path, headers, body }: HttpRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    // Test reports show only the message, which by itself does not say of which request.
    const fail = (cause: Error): void => reject(new Error(`${method} ${path}: ${cause.message}`, { cause }));
    // Node adds the length by itself only for methods that usually have a body.
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => void (text += piece));
      answer.on('end', () => {
        const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
        resolve({ status, statusText, headers: linesOf(answer.rawHeaders), text });
      });
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** `raw`: names and values in turn. */
const linesOf = (raw: readonly string[]): string[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1] ?? ''}`] : []));

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
  const common: Record<string, string> = {
    ...(key === undefined ? { origin: url } : { authorization: `Bearer ${key}` }),
    ...(cookie === '' ? {} : { cookie }),
  };
  const fetchFrom = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...common, ...(init.headers as Record<string, string>) };
    try {
      return await fetch(`${url}${path}`, { ...init, headers });
    } catch (error) {
      // As in exchange().
      if (error instanceof TypeError) error.message += ` (${init.method ?? 'GET'} ${path}: ${String(error.cause)})`;
      throw error;
    }
  };
  const call: Client['call'] = async (operation, input, options = {}) => {
    const { status, text } = await exchange(url, httpRequest(operation, input, { common, ...options }));
    const body = JSON.parse(text) as never;
    if (status >= 200 && status < 300) return { ok: true, status, value: body };
    const { error } = body as { error: { code: ErrorCode; message: string; details?: unknown } };
    return { ok: false, status, code: error.code, message: error.message, details: error.details };
  };
  return {
    cookie,
    ...(key !== undefined && { key }),
    call,
    send: (path, { method = 'GET', headers = {}, body = '' } = {}) =>
      exchange(url, { method, path, headers: { ...common, ...headers }, body }),
    fetch: fetchFrom,
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
