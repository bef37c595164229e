// An HTTP client for measurements: one connection, sequential requests, each timed until its last byte.
import { Agent, request, type IncomingMessage } from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { signIn } from '../../src/contract/sign-in/auth.ts';
import { type HttpRequest, httpRequest } from '../../tests/helpers/http-request.ts';

export interface Timed<T> {
  ms: number;
  /** Parses the response; lazily, because parsing would be timed. */
  value(): T;
}

export interface MeasuringClient {
  /** Calls an operation as a browser does, accepting compressed responses. Throws on any error response. */
  call<O extends Operation>(operation: O, input: CallInput<O>): Promise<Timed<Output<O>>>;
  close(): void;
}

interface TimedResponse {
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
  const send = ({ method, path, headers, body }: HttpRequest): Promise<TimedResponse> =>
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
  const entered = await send(httpRequest(signIn, { body: account }, { common }));
  if (entered.message.statusCode !== 200) throw new Error(`Sign-in failed: ${textOf(entered)}`);
  const cookie = (entered.message.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

  return {
    async call(operation, input) {
      const answer = await send(httpRequest(operation, input, { common: { ...common, cookie } }));
      const { statusCode } = answer.message;
      if (statusCode !== 200) throw new Error(`${operation.id}: ${statusCode} ${textOf(answer)}`);
      return { ms: answer.ms, value: () => JSON.parse(textOf(answer)) as Output<typeof operation> };
    },
    close: () => agent.destroy(),
  };
}

function textOf({ message, body }: TimedResponse): string {
  const encoding = message.headers['content-encoding'];
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}
