// A server that is asked to stop: what is under way is answered, and nothing that does nothing holds it up.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';

/** Far more than it takes, far less than a stop may take at the most. */
const SOON_MS = 5000;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that sends this; what comes back is collected. */
async function connection(app: TestApp, text: string): Promise<{ received(): string; ended: Promise<void> }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  if (text !== '') socket.write(text);
  return { received: () => received, ended };
}

const isReady = async (app: TestApp): Promise<void> => {
  expect((await app.nobody.fetch('/healthz')).status).toBe(200);
};
const stopped = (app: TestApp): Promise<string> =>
  Promise.race([app.stop().then(() => 'stopped'), pause(SOON_MS).then(() => 'still stopping')]);

test('a connection over which nothing has come does not hold it up', async () => {
  const app = await startApp();
  const silent = await connection(app, '');
  const halfway = await connection(app, 'GET /healthz HTTP/1.1\r\n');
  await isReady(app);
  expect(await stopped(app)).toBe('stopped');
  await Promise.all([silent.ended, halfway.ended]);
});

test('nor one that has had its answer and is kept for the next', async () => {
  const app = await startApp();
  const kept = await connection(app, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(kept.received).toContain('200 OK');
  expect(await stopped(app)).toBe('stopped');
  await kept.ended;
});

test('what is under way gets its answer first', async () => {
  const app = await startApp();
  const body = JSON.stringify({ email: ADMINISTRATOR.email, password: ADMINISTRATOR.password });
  const { host } = new URL(app.url);
  const head = ['POST /api/auth/sign-in HTTP/1.1', `Host: ${host}`, `Origin: ${app.url}`];
  const entity = ['Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
  const signingIn = await connection(app, [...head, ...entity].join('\r\n'));
  // The check of a password takes long enough to be under way when the request behind it has been answered.
  await isReady(app);
  expect(signingIn.received()).toBe('');
  expect(await stopped(app)).toBe('stopped');
  await signingIn.ended;
  expect(signingIn.received()).toMatch(/^HTTP\/1\.1 200 OK/);
});
