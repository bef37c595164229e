// One request to a push service. It follows no redirects, has a time limit and reads only the beginning of the answer.
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';

export interface PushRequest {
  url: URL;
  headers: Record<string, string | number>;
  body: Buffer;
}

export interface PushAnswer {
  status: number;
  /** the Retry-After header */
  retryAfter: string | null;
  text: string;
}

/** There was no connection, so nothing was sent. */
export class NotReached extends Error {}

/** From connecting until the answer. */
const TIMEOUT_MS = 20_000;
const MAX_TEXT = 300;

/**
 * `begin` is called once connected, before anything is sent. If it returns false nothing is sent and the result is
 * null. Throws NotReached, whatever `begin` throws, or an Error if something was sent but no answer came. `signal`
 * aborts it.
 */
export function post(
  { url, headers, body }: PushRequest,
  begin: () => Promise<boolean>,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<PushAnswer | null> {
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    // A new connection each time: the other side may close a kept one just as the request is sent.
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false, signal };
    const request = isPlain ? requestPlain(url, options) : requestTls(url, options);
    let onTimeout = (): unknown => request.destroy(new Error('No answer in time'));
    const timer = setTimeout(() => onTimeout(), timeoutMs);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    const start = async (): Promise<void> => {
      const shouldSend = await begin();
      if (request.destroyed) return;
      if (!shouldSend) {
        settle(() => resolve(null));
        request.destroy();
        return;
      }
      hasLeft = true;
      request.end(body);
    };
    request.once('socket', (socket) =>
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        start().catch((error: unknown) => {
          settle(() => reject(error));
          request.destroy();
        });
      }),
    );
    request.once('error', (error) => settle(() => reject(hasLeft ? error : new NotReached(error.message))));
    request.once('response', (response) => {
      const { statusCode: status = 0 } = response;
      const { 'retry-after': retryAfter = null } = response.headers;
      let text = '';
      const done = (): void => {
        settle(() => resolve({ status, retryAfter, text: text.slice(0, MAX_TEXT) }));
        request.destroy();
      };
      // It does not matter how the text ends, since the status has already given the outcome.
      onTimeout = done;
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length >= MAX_TEXT) done();
      });
      response.once('error', done);
      response.once('close', done);
    });
  });
}
