// The time limit for answering a request, including one with a body, for which Fastify's own limit ends once the body
// is read.
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerFailures } from '../../src/server/http/failures.ts';
import { patience } from '../helpers/patience.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test.each(['GET', 'POST'] as const)('a %s that takes longer than 30 s is answered as unavailable', async (method) => {
  const app = Fastify();
  registerFailures(app);
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  app.route({
    method,
    url: '/api/slow',
    handler: () => {
      reach();
      return new Promise(() => {});
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const headers = { 'content-type': 'application/json' };
    const sent = method === 'GET' ? {} : { method, headers, body: '{}' };
    const answer = fetch(`${url}/api/slow`, { ...sent, signal: AbortSignal.timeout(patience(30_000)) });
    await reached;
    // Lets everything run that follows reading the body.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    vi.advanceTimersByTime(29_000);
    vi.advanceTimersByTime(1_500);
    expect((await answer).status).toBe(503);
  } finally {
    await app.close();
  }
});
