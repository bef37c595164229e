// A read may begin for a presumed visitor while the database is asked who it is; what it found out is given to nobody else.
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../src/contract/operation.ts';
import type { SeenVisitor } from '../../src/server/auth/visitor.ts';
import { AppError } from '../../src/server/errors.ts';
import { registerFailures } from '../../src/server/failures.ts';
import { serveOperations } from '../../src/server/serve.ts';

const member: SeenVisitor = {
  sessionId: 'session',
  authUserId: 'account',
  email: 'ayesha@example.pk',
  name: 'Ayesha Khan',
  role: 'member',
  userId: 'ayesha',
  expiresAt: 0,
  booksAt: { last_sequence: 0, updated_at: 0 },
};
const administrator: SeenVisitor = { ...member, role: 'administrator', userId: null };

const operation = {
  id: 'test.read',
  method: 'GET',
  path: '/test',
  audience: 'signed-in',
  summary: 'For this test.',
  query: z.object({ size: z.coerce.number().optional() }),
  output: z.object({ of: z.string().nullable() }),
  errors: [],
  writes: false,
} satisfies Operation;

let close = async (): Promise<void> => {};
afterEach(() => close());

/** Asks once, of a server that presumes one visitor and finds another. */
async function ask({
  presumed,
  found,
  audience = 'signed-in',
  query = '',
}: {
  presumed: SeenVisitor | null;
  found: () => Promise<SeenVisitor | null>;
  audience?: 'signed-in' | 'administrator';
  query?: string;
}) {
  const app = Fastify();
  close = () => app.close();
  registerFailures(app);
  const askedFor: (string | null)[] = [];
  const server = serveOperations(app, {
    environment: {} as never,
    baseUrl: null,
    recognise: () => ({ presumed, confirmed: found() }),
  });
  server.read({ ...operation, audience } as typeof operation, async (_, { userId }) => {
    askedFor.push(userId);
    return { of: userId };
  });
  const answer = await app.inject(`/api/test${query}`);
  return { status: answer.statusCode, body: answer.json<{ of?: string; error?: { code: string } }>(), askedFor };
}

test('who is still there gets what was begun for them', async () => {
  const { status, body, askedFor } = await ask({ presumed: member, found: async () => ({ ...member, expiresAt: 5 }) });
  expect({ status, body, askedFor }).toEqual({ status: 200, body: { of: 'ayesha' }, askedFor: ['ayesha'] });
});

test('a session that is over gets nothing of it', async () => {
  const { status, body } = await ask({ presumed: member, found: async () => null });
  expect({ status, code: body.error?.code, of: body.of }).toEqual({ status: 401, code: 'not-signed-in' });
});

test.each([
  ['another user', { ...member, userId: 'bilal' }, 'bilal'],
  ['another session', { ...member, sessionId: 'later' }, 'ayesha'],
  ['another role', administrator, null],
])('%s gets an answer of their own', async (_, found, of) => {
  const { status, body, askedFor } = await ask({ presumed: member, found: async () => found });
  expect({ status, body }).toEqual({ status: 200, body: { of } });
  expect(askedFor).toEqual(['ayesha', of]);
});

test('who is no longer the administrator is refused', async () => {
  const { status, body } = await ask({ presumed: administrator, found: async () => member, audience: 'administrator' });
  expect({ status, code: body.error?.code }).toEqual({ status: 403, code: 'not-allowed' });
});

test('who has become the administrator is let in', async () => {
  const { status, askedFor } = await ask({
    presumed: member,
    found: async () => administrator,
    audience: 'administrator',
  });
  expect({ status, askedFor }).toEqual({ status: 200, askedFor: [null] });
});

test('while the database is away nobody is believed', async () => {
  const { status, body } = await ask({
    presumed: member,
    found: () => Promise.reject(new AppError('unavailable')),
  });
  expect({ status, of: body.of }).toEqual({ status: 503 });
});

test('what is wrong with the question is told only to who may ask', async () => {
  const wrong = '?size=many';
  expect((await ask({ presumed: member, found: async () => null, query: wrong })).status).toBe(401);
  await close();
  const { status, askedFor } = await ask({ presumed: member, found: async () => member, query: wrong });
  expect({ status, askedFor }).toEqual({ status: 400, askedFor: [] });
});
