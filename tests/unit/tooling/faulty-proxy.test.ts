// The faulty proxy of the browser tests: what it drops and holds does not depend on how requests and responses are
// split into packets.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type FaultyProxy, startFaultyProxy } from '../../e2e/support/faulty-proxy.ts';

let server: Server;
let proxy: FaultyProxy;
/** requests that reached the server, as "POST /path body" */
let arrived: string[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  arrived = [];
  answer = (response) => response.end('done');
  server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      arrived.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultyProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const HEAD = 'POST /fines HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';

/** Sends the headers and the body of a request in separate packets. */
async function post(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (piece: Buffer) => (received += piece.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  const before = proxy.chunks;
  socket.write(HEAD);
  await expect.poll(() => proxy.chunks).toBeGreaterThan(before);
  socket.write('body');
  return { socket, received: () => received };
}

test('a response is dropped even if the body of its request arrived separately', async () => {
  proxy.dropResponses('POST /fines ', 1);
  const { socket, received } = await post();
  await once(socket, 'close');
  expect(received()).toBe('');
  expect(arrived).toEqual(['POST /fines body']);
  expect(proxy.dropped).toBe(1);
});

test('a response in many pieces is dropped once', async () => {
  answer = (response) => {
    response.write('a'.repeat(100_000));
    setImmediate(() => response.end('b'.repeat(100_000)));
  };
  proxy.dropResponses('POST /fines ');
  const { socket } = await post();
  await once(socket, 'close');
  expect(proxy.dropped).toBe(1);
});

test('a held request waits as a whole, and arrives in order', async () => {
  proxy.holdRequests('POST /fines ');
  const { received } = await post();
  await expect.poll(() => proxy.chunks).toBe(2);
  expect(arrived).toEqual([]);
  proxy.restore();
  await expect.poll(received).toContain('done');
  expect(arrived).toEqual(['POST /fines body']);
});

test('a response is held until it is released', async () => {
  proxy.holdResponses('POST /fines ');
  const { received } = await post();
  await expect.poll(() => arrived).toEqual(['POST /fines body']);
  expect(received()).toBe('');
  proxy.restore();
  await expect.poll(received).toContain('done');
});
