// A server that is asked to stop: what is under way is answered, and nothing that does nothing holds it up.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { writing } from '../../src/server/db/engine.ts';
import { startApp, type TestApp } from '../helpers/app.ts';

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
  const { cookie } = await app.administrator();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding = Promise.resolve();
  await new Promise<void>((locked) => {
    holding = writing(app.db, async (tx) => {
      await sql`update books set last_sequence = last_sequence`.execute(tx);
      locked();
      await released;
    });
  });
  const body = JSON.stringify({
    title: 'Tea',
    description: 'For all',
    date: '2026-11-20',
    location: 'Roof',
    amount: 5,
  });
  const headers = {
    host: new URL(app.url).host,
    origin: app.url,
    cookie,
    'idempotency-key': 'sent-before-the-stop',
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const lines = ['POST /api/events HTTP/1.1', ...Object.entries(headers).map((header) => header.join(': ')), '', body];
  const adding = await connection(app, lines.join('\r\n'));
  await once(app.server.server, 'request');
  const stopping = stopped(app);
  await pause(50);
  expect(adding.received()).toBe('');
  release();
  expect(await stopping).toBe('stopped');
  await Promise.all([holding, adding.ended]);
  expect(adding.received()).toMatch(/^HTTP\/1\.1 200 OK/);
});
