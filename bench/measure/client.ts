// One connection to the server, one request after the other, each timed from sending to its last byte.
import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';

export interface Timed<T> {
  ms: number;
  /** Reads the answer: only where it is needed, since whatever this process does about answers it does while timing. */
  value(): T;
}

export interface MeasuringClient {
  /** Calls an operation as a browser does, compressed answers included. Throws on any answer that is no success. */
  call<O extends Operation>(operation: O, input: CallInput<O>): Promise<Timed<Output<O>>>;
  close(): void;
}

interface Answer {
  ms: number;
  message: IncomingMessage;
  body: Buffer;
}

/** Connects to a server at `url` (http) and signs in. */
export async function signedInClient(
  url: string,
  account: { email: string; password: string },
): Promise<MeasuringClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const sent = request(`${url}${path}`, { method, agent, headers }, (message) => {
        const chunks: Buffer[] = [];
        message.on('data', (chunk: Buffer) => chunks.push(chunk));
        message.on('error', reject);
        message.on('end', () => resolve({ ms: performance.now() - started, message, body: Buffer.concat(chunks) }));
      });
      sent.on('error', reject);
      sent.end(body);
    });

  const common = { origin: url, 'accept-encoding': 'gzip, deflate, br' };
  const json = { 'content-type': 'application/json' };
  const signIn = await send('POST', '/api/auth/sign-in', { ...common, ...json }, JSON.stringify(account));
  if (signIn.message.statusCode !== 200) throw new Error(`Sign-in failed: ${textOf(signIn)}`);
  const cookie = (signIn.message.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

  return {
    async call(operation, input) {
      const { params, query, body } = input as {
        params?: Record<string, string>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = await send(
        operation.method,
        `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
        {
          ...common,
          cookie,
          ...(body === undefined ? {} : json),
          ...(operation.writes ? { 'idempotency-key': randomUUID() } : {}),
        },
        body === undefined ? undefined : JSON.stringify(body),
      );
      const { statusCode } = answer.message;
      if (statusCode !== 200) throw new Error(`${operation.id}: ${statusCode} ${textOf(answer)}`);
      return { ms: answer.ms, value: () => JSON.parse(textOf(answer)) as Output<typeof operation> };
    },
    close: () => agent.destroy(),
  };
}

function textOf({ message, body }: Answer): string {
  const encoding = message.headers['content-encoding'];
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}
