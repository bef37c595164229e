// Graceful shutdown: requests in progress are completed, and idle connections do not delay it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { inWriteTransaction } from '../../../src/server/db/transaction.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { newFolder } from '../../helpers/backups.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { eventForm } from '../../helpers/ledger.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server without connection timeouts, so that only the stop closes connections. */
async function startAppWithoutTimeouts(): Promise<TestApp> {
  const app = await startApp();
  Object.assign(app.server.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
  return app;
}

/** Opens a connection, sends the text and collects what is received. */
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

test('a connection that has sent nothing does not delay it [OPS-9, V1.4.3]', async () => {
  const app = await startAppWithoutTimeouts();
  const silent = await connection(app, '');
  const halfway = await connection(app, 'GET /healthz HTTP/1.1\r\n');
  await isReady(app);
  await app.stop();
  await Promise.all([silent.ended, halfway.ended]);
  expect(halfway.received()).toBe('');
});

test('nor does one that has had its answer and is kept open', async () => {
  const app = await startAppWithoutTimeouts();
  const kept = await connection(app, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(kept.received).toContain('200 OK');
  await app.stop();
  await kept.ended;
});

test('requests in progress get their answers first [OPS-9]', async () => {
  const app = await startAppWithoutTimeouts();
  const { cookie } = await app.administrator();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding = Promise.resolve();
  await new Promise<void>((locked) => {
    holding = inWriteTransaction(app.db, async (tx) => {
      await sql`update books set last_sequence = last_sequence`.execute(tx);
      locked();
      await released;
    });
  });
  const body = JSON.stringify(eventForm());
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
  const stopping = app.stop();
  await pause(50);
  expect(adding.received()).toBe('');
  release();
  await stopping;
  await Promise.all([holding, adding.ended]);
  expect(adding.received()).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a server that a test starts ends with the tests, even if these are killed', async () => {
  const helper = new URL('../../helpers/server-process.ts', import.meta.url).href;
  const folder = newFolder();
  const options = { databaseUrl: `file:${join(folder.path, 'jurmana.db')}`, account: ADMINISTRATOR };
  const program = `const { startServerProcess } = await import(${JSON.stringify(helper)});
    console.log((await startServerProcess(${JSON.stringify(options)})).url); setInterval(() => {}, 1000);`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(tests.stdout, 'data')) as [Buffer];
  const answers = () =>
    fetch(`${url.toString().trim()}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  tests.kill('SIGKILL');
  await expect.poll(answers).toBe(false);
  folder.remove();
});
