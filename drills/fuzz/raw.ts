// Bytes that no client library would send: malformed headers and bodies, wrong lengths, garbage. After our end of the
// stream the server must respond or hang up within a time limit.
import { connect } from 'node:net';
import fc from 'fast-check';
import { RESPONSE_TIMEOUT_MS } from './send.ts';

const HOST = 'host: 127.0.0.1\r\n';
const POST = `POST /api/fines HTTP/1.1\r\n${HOST}origin: http://127.0.0.1\r\ncontent-type: application/json\r\n`;
const withBody = (body: string): string => `${POST}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const FIXED: readonly string[] = [
  '',
  '\r\n\r\n',
  'GET',
  'GET / HTTP/1.1\r\n\r\n',
  `GET /api/session\u0000 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/%zz HTTP/1.1\r\n${HOST}\r\n`,
  `GET //../../etc/passwd HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://elsewhere.example/api/totals HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/totals HTTP/9.9\r\n${HOST}\r\n`,
  `get /api/totals HTTP/1.1\r\n${HOST}\r\n`,
  `BREW /api/totals HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET /api/totals HTTP/1.1\r\n${HOST}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/totals HTTP/1.1\r\n${HOST}x: ${'y'.repeat(40_000)}\r\n\r\n`,
  `GET /api/totals HTTP/1.1\r\n${HOST}${'x: y\r\n'.repeat(3000)}\r\n`,
  `GET /${'a'.repeat(30_000)} HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/totals HTTP/1.1\r\n${HOST}cookie: \u00ff\u0001;=;;\r\n\r\n`,
  `GET /api/totals HTTP/1.1\r\n${HOST} folded: x\r\n\r\n`,
  `${POST}content-length: 10\r\n\r\n{}`,
  `${POST}content-length: 2\r\n\r\n{}trailing`,
  `${POST}content-length: -1\r\n\r\n{}`,
  `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${POST}content-length: 99999999999\r\n\r\n{}`,
  `${POST}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n`,
  `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`,
  `${POST}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${POST}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
  `${POST}expect: a-miracle\r\ncontent-length: 2\r\n\r\n{}`,
  `GET /healthz HTTP/1.1\r\n${HOST}\r\n`.repeat(50),
  withBody(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  withBody(`{"amount":1e400,"date":"2026-01-01","userIds":[1]}`),
  withBody('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  withBody('{"amount":1,"amount":2,"userIds":[],"userIds":["a"]}'),
  withBody('\ufeff{}'),
  withBody('{"fineType":"\\ud800","amount":1}'),
  withBody(`"${'x'.repeat(600_000)}"`),
];

/** One of the fixed texts as it is, truncated or with a few bytes changed; or random bytes. */
export const rawBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constantFrom(...FIXED).map((text) => Buffer.from(text, 'latin1')),
  fc
    .tuple(fc.constantFrom(...FIXED), fc.nat())
    .map(([text, at]) => Buffer.from(text.slice(0, at % (text.length + 1)), 'latin1')),
  fc
    .tuple(
      fc.constantFrom(...FIXED),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 }),
    )
    .map(([text, changes]) => {
      const bytes = Buffer.from(text, 'latin1');
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes;
    }),
  fc.uint8Array({ maxLength: 500 }),
);

/** Sends the bytes, half-closes the connection and waits for its end. Returns the statuses received, and any fault. */
export function sendRaw(url: string, bytes: Uint8Array): Promise<{ statuses: number[]; fault: string | null }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname);
    const end = (hung: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
      const bad = statuses.find((status) => status >= 500);
      const fault = hung ? 'neither an answer nor an end' : bad === undefined ? null : `answered with ${bad}`;
      resolve({ statuses, fault });
    };
    const timer = setTimeout(() => end(true), RESPONSE_TIMEOUT_MS);
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    // The server may hang up while we are still sending.
    socket.on('error', () => {});
    socket.on('close', () => end(false));
    socket.end(bytes);
  });
}
