// The time limit for answering a request, including one with a body, for which Fastify's own limit ends once the body
// is read; and what still comes of the request after that.
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import Fastify, { type FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { AppError } from '../../src/server/base/errors.ts';
import { registerFailures } from '../../src/server/http/failures.ts';
import { patience } from '../helpers/patience.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets everything run that is due. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

/** Sends a request whose handler ends like this, only after the limit; returns the answer and what was logged. */
async function answerLate(method: 'GET' | 'POST', end: (reply: FastifyReply) => unknown) {
  const logged: { level: number; msg: string; err?: { code?: string; message: string } }[] = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(JSON.parse(line.toString()) as (typeof logged)[number]);
      done();
    },
  });
  const app = Fastify({ logger: { level: 'warn', stream } });
  registerFailures(app, async () => (recorded) => recorded);
  // As in the tests of the API. What it delays must not be taken for a late answer.
  app.addHook('onError', async () => {});
  const reached = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  app.route({
    method,
    url: '/api/slow',
    handler: async (_request, reply) => {
      reached.resolve();
      await late.promise;
      return end(reply);
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const headers = { 'content-type': 'application/json' };
    const sent = method === 'GET' ? {} : { method, headers, body: '{}' };
    const answering = fetch(`${url}/api/slow`, { ...sent, signal: AbortSignal.timeout(patience(30_000)) });
    await reached.promise;
    await turns();
    vi.advanceTimersByTime(29_000);
    vi.advanceTimersByTime(1_500);
    const answer = await answering;
    const body: unknown = await answer.json();
    late.resolve();
    await turns();
    return { status: answer.status, body, logged };
  } finally {
    await app.close();
  }
}

const BUSY = { status: 503, body: { error: { code: 'busy', message: ERRORS.busy.message } } };

test.each(['GET', 'POST'] as const)(
  'a %s that takes longer than 30 s is answered as busy; its late answer is dropped, with one line in the log [OPS-8]',
  async (method) => {
    for (const end of [
      () => ({ signedIn: true }),
      () => undefined,
      (reply: FastifyReply) => void reply.header('set-cookie', 'session=1').send('sent by itself'),
      (reply: FastifyReply) => reply.redirect('/#/', 303),
      () => Promise.reject(new AppError('sign-in-failed')),
      () => Promise.reject(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })),
    ]) {
      const { logged, ...answer } = await answerLate(method, end);
      expect(answer).toEqual(BUSY);
      expect(logged.map(({ msg }) => msg)).toEqual(['not answered in time']);
    }
  },
);

test('a late stream is ended, so that nothing holds what it reads from; a late failure that nobody expected is still logged', async () => {
  const stream = Readable.from(['a', 'b']);
  const closed = once(stream, 'close');
  expect(await answerLate('GET', () => stream)).toMatchObject(BUSY);
  await closed;
  const sent = Readable.from(['a', 'b']);
  expect(await answerLate('GET', (reply) => reply.send(sent))).toMatchObject(BUSY);
  expect(sent.destroyed).toBe(true);

  const { logged, ...answer } = await answerLate('POST', () => Promise.reject(new Error('a mistake')));
  expect(answer).toEqual(BUSY);
  expect(logged.map(({ msg, err }) => [msg, err?.message])).toEqual([
    ['not answered in time', ERRORS.busy.message],
    ['request failed', 'a mistake'],
  ]);
});
