// Malformed requests to every operation: bodies that are not JSON, wrong or missing headers, invalid ids and queries.
// Each is refused with the right code and a message, and nothing is changed.
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import { listUsers } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { bodyLimitOf, expectRefusal, type Form, validForms } from '../../helpers/refusals.ts';

const app = useApp();
const administrator = useAdministrator(app);
let forms: Form[];
let before: Record<string, string[]>;

beforeAll(async () => {
  forms = await validForms(administrator);
  before = await dump(app.db);
});
// One comparison at the end is enough, because a difference names the record.
afterAll(async () => {
  expect(await dump(app.db)).toEqual(before);
  await expectBooksRight(app.db);
});

const KEY = 'a-key-never-used';
const formOf = (operationId: string): Form => {
  const form = forms.find(({ operation }) => operation.id === operationId);
  if (form === undefined) throw new Error(`${operationId} has no form`);
  return form;
};
/** A valid request with the given parts replaced; headers set to null are omitted. */
function request(
  form: Form,
  given: { headers?: Record<string, string | null>; body?: RequestInit['body']; path?: string } = {},
) {
  const valid = form.body === undefined ? undefined : JSON.stringify(form.body);
  const body = given.body === undefined ? valid : given.body;
  const headers: Record<string, string | null> = {
    origin: app.url,
    cookie: administrator.cookie,
    'idempotency-key': KEY,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...given.headers,
  };
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
  return fetch(`${app.url}${given.path ?? form.path}`, {
    method: form.operation.method,
    headers: sent,
    ...(body === undefined ? {} : { body }),
  });
}
const idsOf = (which: (operation: (typeof OPERATIONS)[number]) => boolean) =>
  OPERATIONS.filter(which).map(({ id }) => id);

/** Signed out, with the lowest limit for a body; one with an id, a body and a key; and the largest bodies of all. */
const THOROUGHLY = ['auth.signIn', 'fines.correct', 'fines.checkImport'];
/**
 * All cases for these three. One handler refuses the cases of a kind for every operation, so the first of each kind
 * shows of the others that it is theirs too.
 */
const casesFor = <C>(operationId: string, kinds: readonly (readonly C[])[]): readonly C[] =>
  THOROUGHLY.includes(operationId) ? kinds.flat() : kinds.flatMap((kind) => kind.slice(0, 1));

/** Tries all cases in one test; the message of a failure begins with the case. */
async function eachOf<C>(cases: readonly C[], nameOf: (one: C) => string, tried: (one: C) => Promise<unknown>) {
  for (const one of cases) {
    await tried(one).catch((error: unknown) => {
      throw new Error(`${nameOf(one)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  }
}

describe.each(idsOf(({ body }) => body !== undefined))('the body of %s', (operationId) => {
  const malformed: [string, string, RegExp][][] = [
    [
      ['words', 'no json at all', /^The request body is not valid JSON\.$/],
      ['half of one', '{"a":', /not valid JSON/],
      ['two of them', '{}{}', /not valid JSON/],
      ['single quotes', "{'a':1}", /not valid JSON/],
      ['NaN', '{"amount":NaN}', /not valid JSON/],
      ['a prototype', '{"__proto__":{"amount":5}}', /not valid JSON/],
      ['raw control characters', '{"a":"\u0000"}', /not valid JSON/],
    ],
    [['nothing', '', /^The request body is empty\.$/]],
    [['null', 'null', /^The request body is missing$/]],
    [
      ['a list', '[]', /^The request body must be an object$/],
      ['a text', '"text"', /must be an object/],
      ['a number', '5', /must be an object/],
    ],
  ];
  test('is refused when it is malformed', () =>
    eachOf(
      casesFor(operationId, malformed),
      ([what]) => what,
      async ([, body, sentence]) => {
        const answer = await request(formOf(operationId), { body });
        await expectRefusal(answer, 'invalid-input', sentence);
      },
    ));

  // Parsed, each of these bytes would take many bytes of memory.
  test('is refused before parsing if it has the largest allowed size and consists only of nesting or values [API-3, V1.4.3]', () => {
    const limit = bodyLimitOf(operationId);
    const filled = (head: string, part: string, end: string) =>
      head + part.repeat(Math.floor((limit - head.length - end.length) / part.length)) + end;
    const values = Math.floor(limit / 16);
    const cases: [string, () => string, RegExp][][] = [
      [
        ['lists in lists', () => '['.repeat(limit), /nested too deeply/],
        ['as many, closed', () => '['.repeat(limit / 2) + ']'.repeat(limit / 2), /nested too deeply/],
        ['objects in objects', () => filled('', '{"a":', ''), /nested too deeply/],
        ['behind a text', () => filled('{"a":"\\"}]", "b":', '[', ''), /nested too deeply/],
      ],
      [
        ['figures', () => filled('[0', ',0', ']'), /more values/],
        ['empty objects', () => filled('{"rows":[{}', ',{}', ']}'), /more values/],
        [
          'keys',
          () => `{${Array.from({ length: values }, (_, n) => `"k${n}":0`).join(',')}}`.slice(0, limit - 1) + '}',
          /more values/,
        ],
      ],
    ];
    return eachOf(
      casesFor(operationId, cases),
      ([what]) => what,
      async ([, body, sentence]) =>
        expectRefusal(await request(formOf(operationId), { body: body() }), 'invalid-input', sentence),
    );
  });

  test('is refused if it is far too long', async () => {
    const answer = await request(formOf(operationId), { body: `"${'x'.repeat(bodyLimitOf(operationId))}"` });
    await expectRefusal(answer, 'body-too-large', /larger than this server accepts/);
  });

  test('is refused with a short answer if it is a list of very many wrong values', async () => {
    const form = formOf(operationId);
    const many = Array.from({ length: bodyLimitOf(operationId) / 2 - 300 }, () => 1);
    const body = Object.fromEntries(Object.keys(form.fields).map((field, index) => [field, index === 0 ? many : 1]));
    const userIds = 'userIds' in form.fields ? { amount: 1, userIds: many } : {};
    await expectRefusal(await request(form, { body: JSON.stringify({ ...body, ...userIds }) }), 'invalid-input');
  });

  const otherTypes = [
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'nonsense',
  ];
  test('is refused if its type is anything but JSON [API-3]', () =>
    eachOf(
      casesFor(operationId, [otherTypes]),
      (type) => type,
      async (type) => {
        const answer = await request(formOf(operationId), { headers: { 'content-type': type } });
        await expectRefusal(answer, 'not-json', /must be JSON/);
      },
    ));

  test('is refused if its type is missing, or if there is no body', async () => {
    const form = formOf(operationId);
    const bytes = new TextEncoder().encode(JSON.stringify(form.body));
    await expectRefusal(await request(form, { body: bytes, headers: { 'content-type': null } }), 'not-json');
    await expectRefusal(
      await request({ ...form, body: undefined } as unknown as Form),
      'invalid-input',
      /^The request body is missing$/,
    );
  });

  test('is refused if its compression is invalid, or if it grows beyond the limit [API-3, V1.1.1]', async () => {
    const form = formOf(operationId);
    const headers = { 'content-encoding': 'gzip' };
    await expectRefusal(await request(form, { headers, body: 'no gzip' }), 'invalid-input');
    const bomb = gzipSync(`"${'x'.repeat(bodyLimitOf(operationId))}"`);
    await expectRefusal(await request(form, { headers, body: bomb }), 'body-too-large');
  });
});

const BAD_KEYS: (string | null)[][] = [
  [null],
  [
    'two words here',
    '',
    '1234567',
    'x'.repeat(101),
    'semi;colon',
    'under_score',
    'né-en-1999',
    'a'.repeat(5000),
    '../../../etc',
  ],
];
test.each(idsOf(({ writes }) => writes))(
  'the Idempotency-Key of %s is refused if it is invalid [WRITE-3]',
  (operationId) =>
    eachOf(casesFor(operationId, BAD_KEYS), String, async (key) => {
      const answer = await request(formOf(operationId), { headers: { 'idempotency-key': key } });
      await expectRefusal(answer, 'idempotency-key-missing', /8 to 100 letters, digits or dashes/);
    }),
);

const BAD_ORIGINS: (string | null)[][] = [
  [null],
  [
    'http://evil.example',
    'null',
    '',
    'http://127.0.0.1:1',
    'https://127.0.0.1',
    'nonsense',
    'file://',
    'http://127.0.0.1.evil.example',
  ],
];
test.each(idsOf(({ method }) => method !== 'GET'))(
  'requests to %s from another origin are refused [ACCESS-11]',
  (operationId) =>
    eachOf(casesFor(operationId, BAD_ORIGINS), String, async (origin) => {
      const answer = await request(formOf(operationId), { headers: { origin } });
      await expectRefusal(answer, 'origin-refused', /did not come from a page of this server/);
    }),
);

describe('ids in addresses', () => {
  const strange = [
    ['NOBODY22'],
    ["' or '1'='1", '"; drop table fines; --'],
    ['🙂', 'a/b', '100%', 'a b', '...', '٣', 'محمد', 'null', '0', '-1', '\\', '?x=1', '#x', 'x'.repeat(128)],
  ];
  test.each(idsOf(({ path }) => path.includes(':')))(
    'of %s that do not exist are refused [V1.1.1]',
    async (operationId) => {
      const form = formOf(operationId);
      if (form.unknown === null) throw new Error(`${operationId} does not say how it refuses an unknown id`);
      const at = (text: string) => ({ path: `/api${form.operation.path.replace(/:\w+/, text)}` });
      for (const text of casesFor(operationId, strange)) {
        await expectRefusal(await request(form, at(encodeURIComponent(text))), form.unknown, /not found$/);
      }
      for (const text of casesFor(operationId, [['%00', 'a%0Ab', '%C2%85', '%7F']])) {
        await expectRefusal(await request(form, at(text)), 'invalid-input', /must not hold control characters/);
      }
      await expectRefusal(await request(form, at('x'.repeat(129))), 'invalid-input', /must be at most 128 characters/);
      for (const text of casesFor(operationId, [['%zz', '%', '%E0%A4%A', '%C3%28', '%ED%A0%80', 'x'.repeat(2000)]])) {
        await expectRefusal(await request(form, at(text)), 'not-found');
      }
    },
  );
});

describe('queries', () => {
  const wrong: Record<string, string[]> = {
    page: [
      '0',
      '-1',
      '1.5',
      'x',
      '',
      '10000001',
      '1e99',
      'NaN',
      'Infinity',
      '1&page=2',
      '%00',
      '9'.repeat(5000),
      '0x',
      '1,5',
      '١',
    ],
    pageSize: ['0', '-1', '101', '2.5', 'x', '', 'NaN', '1e9', '10&pageSize=20'],
    from: ['2026-02-30', 'x', ''],
    to: ['2026-02-30', 'x', ''],
    before: ['-1', '2.5', 'x', 'NaN', '1e99', '%00', '9'.repeat(5000), '1&before=2', '١'],
    after: ['-1', '2.5', 'x', 'NaN', '1e99', '%00', '9'.repeat(5000), '1&after=2', '١'],
    month: ['x', '', '2026-13', '2026-1', '2026-11-01', '٢٠٢٦-١١', '2026-11&month=2026-10'],
    fineId: ['', '%00', 'x'.repeat(129), 'a&fineId=b'],
    actor: ['', ' ', 'x'.repeat(255), '%00'],
    kind: ['x', '', 'Fines', 'fines&kind=users'],
    band: ['x', '', '0-31', 'constructor'],
    method: ['x', '', 'cash'],
    reference: ['', ' ', 'x'.repeat(121), '%00'],
    receivedBy: ['', ' ', 'x'.repeat(255), '%00'],
    givenBy: ['', ' ', 'x'.repeat(255), '%00'],
    madeBy: ['', ' ', 'x'.repeat(255), '%00'],
    language: ['x', '', 'EN', 'en&language=ur'],
    fines: ['-1', '6', '1.5', 'x'],
    group: ['x'.repeat(129), '%00'],
    unpaidFor: ['x', '-30', '31', '30.5', 'NaN', '30&unpaidFor=60'],
    show: ['x', '', 'Open', 'open&show=all'],
    notRemindedFor: ['-1', '366', '1.5', 'x', 'NaN', '7&notRemindedFor=1'],
    search: ['x'.repeat(101), '%00', 'a&search=b'],
    sort: ['x', '', 'NAME', 'total desc', 'name&sort=total'],
    order: ['x', '', 'asc', '1; drop table users'],
    status: ['x', '', 'ALL', 'pending'],
    state: ['x', '', 'Open', 'open&state=refused'],
    period: ['x', '', '7', 'year'],
    userId: ['', '%00', 'x'.repeat(129), 'a&userId=b'],
    with: ['', '%00', 'x'.repeat(129), 'a&with=b'],
    reduces: ['%00', 'x'.repeat(129), 'a&reduces=b'],
    ...Object.fromEntries(
      ['amount', 'paidAmount', 'waivedAmount'].map((key) => [
        key,
        ['x', '', '-1', '1.005', '1e3', 'NaN', '0x1', '1000000000', '%00', '١', `1&${key}=2`],
      ]),
    ),
  };
  const lists = OPERATIONS.filter(({ query }) => query !== undefined);

  test('each of their keys is tried [API-5, V2.2.1]', () => {
    expect(Object.keys(wrong).toSorted()).toEqual(
      [...new Set(lists.flatMap(({ query }) => Object.keys(query?.shape ?? {})))].toSorted(),
    );
  });

  test.each(lists.map((operation) => [operation.id, operation] as const))(
    'of %s',
    async (_id, { method, path, query }) => {
      const address = `/api${path.replace(/:\w+/, 'NOBODY22')}`;
      const headers = { 'idempotency-key': 'a-key-never-used' };
      for (const key of Object.keys(query?.shape ?? {})) {
        for (const value of wrong[key] ?? []) {
          const message = await expectRefusal(
            await administrator.fetch(`${address}?${key}=${value}`, { method, headers }),
            'invalid-input',
          );
          expect(message.startsWith(`${key} must`), `${key}=${value}: ${message}`).toBe(true);
        }
      }
    },
  );

  test('unknown keys are ignored', async () => {
    const plain = await administrator.must(listUsers, { query: {} });
    const answer = await administrator.fetch('/api/users?limit=1&Page=7&__proto__=x&search[]=x&toString=1&');
    expect(await answer.json()).toEqual(plain);
  });
});

test.each([
  ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
  ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['chunks that are not last', ['Transfer-Encoding: chunked, gzip']],
])('a message with %s is refused, and nothing after it is read [V4.2.1]', async (_case, lengths) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/auth/sign-out HTTP/1.1', `Host: ${hostname}:${port}`, `Origin: ${app.url}`, ...lengths];
  socket.end(`${head.join('\r\n')}\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

// Checks only the settings: Node enforces them, checking for late requests at the interval.
test('time limits for receiving a request, and the limit on connections, are set [V1.4.3, V6.1.1]', () => {
  expect(app.server.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5000,
    maxConnections: 10_000,
  });
});

test('addresses and methods that do not exist are refused [API-4, V13.4.1, V13.4.3]', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/users/x/y',
    '/API/users',
    '/api/fines/x/status/y',
    '/api/fine',
    '/.git/HEAD',
    '/assets/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ]) {
    await expectRefusal(await administrator.fetch(path, { headers: { accept: 'application/json' } }), 'not-found');
  }
  for (const method of ['PATCH', 'OPTIONS', 'DELETE', 'PUT', 'PROPFIND']) {
    await expectRefusal(await administrator.fetch('/api/users', { method }), 'not-found');
  }
  // Whatever the body, the refusal is about the address.
  for (const body of ['{"name":"x"}', '[1,2]', '{', '']) {
    const headers = { 'content-type': 'application/json' };
    await expectRefusal(await administrator.fetch('/api/fine', { method: 'POST', headers, body }), 'not-found');
  }
  expect((await administrator.fetch('/api/live', { method: 'HEAD' })).status).toBe(404);
});
