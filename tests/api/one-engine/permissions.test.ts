// Authorization: every operation, called by nobody and with each access level. Only operations are served, and the
// OpenAPI document describes them all.
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { ACCESS_LEVELS, GRANTED_LEVELS, type Needs } from '../../../src/core/people/permission.ts';
import { serveOperations } from '../../../src/server/http/serve.ts';
import { useApp } from '../../helpers/app.ts';
import { type Client } from '../../helpers/client.ts';
import { dump } from '../../helpers/books.ts';
import { clientWithKey } from '../../helpers/api-keys.ts';
import { signedInMember, signedInWithAccess } from '../../helpers/members.ts';

const app = useApp();
const CALLERS = ['nobody', ...ACCESS_LEVELS] as const;
const clients = new Map<string, Client>();
const keys = new Map<string, Client>();
let records: Awaited<ReturnType<typeof dump>>;

beforeAll(async () => {
  const administrator = await app.administrator();
  const { client: member } = await signedInMember(app, administrator);
  for (const [who, client] of Object.entries({ nobody: app.nobody, member, administrator })) clients.set(who, client);
  for (const access of GRANTED_LEVELS) {
    clients.set(access, (await signedInWithAccess(app, administrator, access)).client);
    keys.set(access, await clientWithKey(app, administrator, access));
  }
  records = await dump(app.db);
});

/** Calls an operation with empty input; returns the status and the error code. */
async function tryIt(client: Client | undefined, operation: Operation) {
  if (client === undefined) throw new Error('Nobody signed in.');
  const path = `/api${operation.path.replaceAll(/:\w+/g, 'NOBODY22')}`;
  const abort = new AbortController();
  const answer = await client.fetch(path, {
    method: operation.method,
    signal: abort.signal,
    headers: { 'idempotency-key': 'a-key-to-try', ...(operation.body && { 'content-type': 'application/json' }) },
    ...(operation.body && { body: '{}' }),
  });
  if (answer.ok) {
    // The live feed does not end by itself.
    abort.abort();
    return { status: answer.status, code: null };
  }
  const { error } = (await answer.json()) as { error: { code: string } };
  return { status: answer.status, code: error.code };
}

const expectNothingChanged = async () => expect(await dump(app.db)).toEqual(records);

/** In the order of the callers. */
const LEAST: readonly Needs[] = ['anyone', ...ACCESS_LEVELS];

// These end the caller's sessions, so they come last.
const LAST = ['account.signOutEverywhere', 'auth.signOut'];
const walked = OPERATIONS.toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id));

describe.each(CALLERS)('%s', (who) => {
  test.each(walked.map((operation) => [operation.id, operation.needs, operation] as const))(
    'calling %s, which needs %s [ACCESS-6, ACCESS-10, ACCESS-14, V3.5.3, V8.2.1, V8.3.1]',
    async (_id, needs, operation) => {
      const { status, code } = await tryIt(clients.get(who), operation);
      if (CALLERS.indexOf(who) >= LEAST.indexOf(needs)) {
        expect(code).not.toBe('not-signed-in');
        expect(code).not.toBe('not-allowed');
        // Empty input is invalid, finds nothing, or is enough for a list; and no mail server is configured.
        if (code !== 'mail-not-configured') expect([200, 400, 404]).toContain(status);
      } else {
        const refused =
          who === 'nobody' ? { status: 401, code: 'not-signed-in' } : { status: 403, code: 'not-allowed' };
        expect({ status, code }).toEqual(refused);
      }
    },
  );

  afterAll(expectNothingChanged);
});

describe.each(GRANTED_LEVELS)('an API key of a %s', (access) => {
  test.each(walked.map((operation) => [operation.id, operation.needs, operation] as const))(
    'calling %s, which needs %s [KEY-1, V3.5.3, V8.2.1, V8.3.1]',
    async (_id, needs, operation) => {
      const { status, code } = await tryIt(keys.get(access), operation);
      // Operations open to anyone ignore a key; those for every member concern their own account, which a key does not
      // have.
      const allowed = needs === 'anyone' || (needs !== 'member' && LEAST.indexOf(access) >= LEAST.indexOf(needs));
      if (allowed) expect(code).not.toBe('not-allowed');
      else expect({ status, code }).toEqual({ status: 403, code: 'not-allowed' });
    },
  );

  afterAll(expectNothingChanged);
});

test('only callers who may ask are told what is wrong with their query', async () => {
  const asked = async (client: Client) => (await client.fetch('/api/users?page=many')).status;
  const administrator = await app.administrator();
  expect(await asked(administrator)).toBe(400);
  expect(await asked((await signedInMember(app, administrator)).client)).toBe(403);
  expect(await asked(app.nobody)).toBe(401);
});

test('every operation states the access it needs, and has its own id and address [API-1, EXPORT-1, V8.1.1]', () => {
  expect(OPERATIONS.length).toBeGreaterThan(20);
  for (const { needs } of OPERATIONS) expect(LEAST).toContain(needs);
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
});

test('nobody and members may read, sign in and out, manage their own account and send requests, and nothing else [ACCESS-10, V7.5.1, V8.2.1]', () => {
  const open = OPERATIONS.filter(({ method }) => method !== 'GET');
  const idsFor = (wanted: Needs) => open.filter(({ needs }) => needs === wanted).map(({ id }) => id);
  expect(idsFor('anyone')).toEqual([
    'auth.signIn',
    'auth.signOut',
    'auth.startOidc',
    'auth.invitation',
    'auth.acceptInvitation',
    'auth.startPasskey',
    'auth.passkey',
  ]);
  expect(idsFor('member')).toEqual([
    'account.changePassword',
    'account.setLanguage',
    'account.endSession',
    'account.signOutEverywhere',
    'account.startPasskey',
    'account.addPasskey',
    'account.removePasskey',
    'account.setMails',
    'account.setNews',
    'account.subscribe',
    'account.unsubscribe',
    'account.setPushAmounts',
    'requests.claim',
    'requests.appeal',
    'requests.withdraw',
  ]);
  // A viewer can only read.
  expect(idsFor('viewer')).toEqual([]);
  expect(idsFor('administrator')).toEqual([
    'account.setName',
    'users.setAccess',
    'users.endSignIns',
    'rules.switch',
    'surcharges.update',
    'surcharges.undo',
    'organisation.update',
    'apiKeys.add',
    'apiKeys.revoke',
  ]);
});

test('the routes below /api are exactly the operations [API-1]', () => {
  expect(servedRoutes().toSorted()).toEqual(OPERATIONS.map(({ method, path }) => `${method} /api${path}`).toSorted());
});

/** `METHOD /path` of every route below /api, parsed from Fastify's own listing. */
function servedRoutes(): string[] {
  const parents: string[] = [];
  return app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const branch = /^([│ ]*)[├└]── (\S+) \(([^)]+)\)$/u.exec(line);
      if (branch === null) {
        if (line.trim() !== '') throw new Error(`A line of the router's tree is not understood: ${line}`);
        return [];
      }
      const [, indent = '', part = '', methods = ''] = branch;
      const depth = indent.length / 4;
      const path = `${parents[depth - 1] ?? ''}${part}`;
      parents[depth] = path;
      return path.startsWith('/api') ? methods.split(', ').map((method) => `${method} ${path}`) : [];
    });
}

describe('a server', () => {
  const options = {
    environment: () => {
      throw new Error('no write is expected');
    },
  };
  const prepared = () => {
    const server = Fastify();
    const operations = serveOperations(server, {
      apiKeys: { authenticate: async () => Promise.reject(new Error('no key is expected')) },
      environment: options.environment as never,
      currentAccess: options.environment as never,
      readNames: async () => (recorded) => recorded,
      baseUrl: null,
      version: () => ({ sequence: 0, at: 0, day: '2026-11-18' }),
      idFor: () => '',
      authenticate: async () => null,
    });
    return { server, operations };
  };
  const described: Operation & { writes: false } = {
    id: 'test.read',
    method: 'GET',
    path: '/test',
    needs: 'anyone',
    summary: 'For this test.',
    output: z.object({}),
    errors: [],
    writes: false,
  };

  test('starts with an operation that states the access it needs', async () => {
    const { server, operations } = prepared();
    operations.query(described, async () => ({}));
    await server.ready();
    expect((await server.inject('/api/test')).statusCode).toBe(200);
  });

  test('does not start with a route below /api that is not an operation [ACCESS-6]', () => {
    const { server } = prepared();
    expect(() => server.get('/api/secret', async () => 'everything')).toThrow('does not say who may call it');
  });

  test('does not start with such a route in a plugin either', async () => {
    const { server } = prepared();
    void server.register(
      async (plugin) => {
        plugin.get('/secret', async () => 'everything');
      },
      { prefix: '/api' },
    );
    await expect(server.ready()).rejects.toThrow('does not say who may call it');
  });

  test.each([undefined, null, '', 'everyone', 'Anyone'])(
    'does not start with an operation that needs %j [V8.2.1]',
    (needs) => {
      const { operations } = prepared();
      expect(() => operations.query({ ...described, needs: needs as never }, async () => ({}))).toThrow(
        'does not say who may call it',
      );
    },
  );
});

test('the OpenAPI document describes every operation [API-1, V2.1.1, V13.4.5]', async () => {
  const answer = await app.nobody.fetch('/api/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const document = openApi.parse(await answer.json());
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const expected = OPERATIONS.map(
    ({ id, method, path }) => `${id} ${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.toSorted()).toEqual(expected.toSorted());
  for (const operation of OPERATIONS) {
    const { parameters, requestBody, responses, security } =
      document.paths[`/api${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[operation.method.toLowerCase()] ?? {};
    const named = (place: string) =>
      (parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
    expect(named('path').toSorted()).toEqual(Object.keys(operation.params?.shape ?? {}).toSorted());
    expect(named('query').toSorted()).toEqual(Object.keys(operation.query?.shape ?? {}).toSorted());
    // A header is required exactly where the operation is refused without it.
    const headers = (parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headers).toEqual(
      operation.writes ? [expect.objectContaining({ name: 'idempotency-key', required: true })] : [],
    );
    // A key has neither the administrator's access nor an account.
    const byKey = ['viewer', 'collector', 'manager'].includes(operation.needs) ? [{ apiKey: [] }] : [];
    expect(security).toEqual(operation.needs === 'anyone' ? [] : [{ session: [] }, ...byKey]);
    expect(requestBody !== undefined).toBe(operation.body !== undefined);
    expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['200', 'default']));
  }
  expect(unresolved(document)).toEqual([]);
  const { session, apiKey } = document.components.securitySchemes;
  const { cookie } = await app.administrator();
  expect(cookie.split('; ').map((part) => part.split('=')[0])).toContain(session.name);
  expect([session, apiKey]).toMatchObject([
    { type: 'apiKey', in: 'cookie' },
    { type: 'http', scheme: 'bearer' },
  ]);
});

/** The parts of OpenAPI 3 that this document uses. */
const described = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().optional(),
        schema: z.object({}).loose(),
      }),
    )
    .optional(),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.object({}).loose() }) }) })
    .optional(),
  responses: z.record(z.string(), z.object({ description: z.string() }).loose()),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
});
const scheme = z.looseObject({ type: z.string() });
const openApi = z.looseObject({
  openapi: z.string().regex(/^3\.[01]\.\d+$/),
  info: z.object({ title: z.string(), version: z.string() }).loose(),
  components: z.looseObject({
    securitySchemes: z.strictObject({ session: scheme.extend({ name: z.string() }), apiKey: scheme }),
  }),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']).or(z.string().max(0)), described),
  ),
});

/** Dangling references. */
function unresolved(document: unknown): string[] {
  const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? []);
  return [...references].filter((reference) => {
    let place: unknown = document;
    for (const key of reference.replace(/^#\//, '').split('/'))
      place = (place as Record<string, unknown> | undefined)?.[key];
    return place === undefined;
  });
}
