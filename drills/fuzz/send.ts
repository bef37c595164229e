// Sends a request of the fuzz drill and checks the response: in time, no 5xx, and errors in the documented shape.
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { errorAnswer } from '../../src/contract/errors.ts';
import type { FuzzRequest } from './requests.ts';
import type { Visitors } from './visitors.ts';

export interface FuzzAnswer {
  /** null if the connection ended without a response */
  status: number | null;
  /** parsed JSON, else null */
  body: unknown;
  /** what is wrong with the response, or null */
  fault: string | null;
}

/** Far above the slowest request on a busy machine. */
export const RESPONSE_TIMEOUT_MS = 20_000;
/** Internals that no response may reveal. */
const INTERNALS = /\bat [\w.<>]+ \(|node_modules|file:\/\/|SQLITE_|syntax error at or near|kysely/i;

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

export function createSender(url: string, visitors: Visitors, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    async send(made) {
      const cookie = visitors.cookieOf(made.role);
      const headers = {
        origin: url,
        ...(cookie === '' ? {} : { cookie }),
        ...(made.body === null ? {} : { 'content-length': String(Buffer.byteLength(made.body)) }),
        ...made.headers,
      };
      // A wrong length breaks the connection, so no response can be expected.
      const lies = made.headers['content-length'] !== undefined;
      const first = await exchange(url, made, headers, lies ? false : agent);
      const answer = first ?? (await exchange(url, made, headers, false)) ?? NO_ANSWER;
      if (lies && (answer.status ?? 400) < 500) return { ...answer, fault: null };
      if (answer.status === 401 && made.headers['cookie'] === undefined) await visitors.ended(made.role, cookie);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

const NO_ANSWER: FuzzAnswer = { status: null, body: null, fault: 'no answer' };

/** null if the server closed an idle keep-alive connection just as it was reused: then the request is sent again. */
function exchange(
  url: string,
  made: FuzzRequest,
  headers: Record<string, string>,
  agent: Agent | false,
): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ ...NO_ANSWER, fault: `no answer: ${error.message}` });
    const request = httpRequest(
      { hostname, port, agent, method: made.method, path: made.path, headers, timeout: RESPONSE_TIMEOUT_MS },
      (message) => void read(made, message).then(resolve, failed),
    );
    request.on('timeout', () => request.destroy(new Error(`none within ${RESPONSE_TIMEOUT_MS / 1000} s`)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(null);
      else failed(error);
    });
    request.end(made.body ?? undefined);
  });
}

async function read(made: FuzzRequest, message: IncomingMessage): Promise<FuzzAnswer> {
  const status = message.statusCode ?? 0;
  const type = message.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) {
    message.destroy();
    return { status, body: null, fault: null };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const encoded = message.headers['content-encoding'] !== undefined;
  const body = type.startsWith('application/json') && !encoded && text !== '' ? (JSON.parse(text) as unknown) : null;
  return { status, body, fault: faultOf(made, { status, text, body, encoded }) };
}

function faultOf(
  made: FuzzRequest,
  { status, text, body, encoded }: { status: number; text: string; body: unknown; encoded: boolean },
): string | null {
  if (status >= 500) return `answered with ${status}: ${text.slice(0, 200)}`;
  if (status < 400 || made.method === 'HEAD' || encoded) return null;
  if (INTERNALS.test(text)) return `tells of the server's insides: ${text.slice(0, 200)}`;
  // Node itself rejects what is not HTTP, without our error body.
  if (body === null && text === '') return null;
  const shape = errorAnswer.safeParse(body);
  return shape.success ? null : `refused with ${status}, but not as every refusal: ${text.slice(0, 200)}`;
}
