// Invalid values in every field of every operation: each is refused with the right code and a message that names the
// field, and nothing is changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import { listFines } from '../../../src/contract/fines/fines.ts';
import { readUser } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { ONE_PIXEL } from '../../helpers/pictures.ts';
import { bodyLimitOf, expectRefusal, type Form, type Kind, validForms } from '../../helpers/refusals.ts';

const app = useApp();
const administrator = useAdministrator(app);
let forms: Form[];

beforeAll(async () => {
  forms = await validForms(administrator);
});
afterAll(() => expectBooksRight(app.db));

const send = (form: Form, body: string) =>
  administrator.fetch(form.path, {
    method: form.operation.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key-never-used' },
    body,
  });

const huge = 'x'.repeat(1500);
/** Nested JSON, just within the depth that is inspected. */
const deep = `${'['.repeat(25)}${']'.repeat(25)}`;

type Wrong = [json: string, sentence: RegExp];
const each = (values: readonly unknown[], sentence: RegExp): Wrong[] =>
  values.map((value) => [JSON.stringify(value), sentence]);

const notText: Wrong[] = [
  ...each([null, 5, true, [], {}, ['x'], { text: 'x' }], /must be text/),
  [deep, /must be text/],
];
const ugly: Wrong[] = each(['a\0b', '\ud800', 'x\udfffy'], /must be plain text/);
const empty: Wrong[] = each(['', ' ', ' \n\t '], /must not be empty/);
const tooLong: Wrong[] = each([huge], /must be at most \d+ characters/);
const anyIds: Wrong[] = [
  ...each([null, 'x', 5, {}, true], /must be a list/),
  ...each([['']], /must not be empty/),
  ...each([['a\0b'], ['\ud800']], /must not hold control characters/),
  ...each([['x'.repeat(129)]], /must be at most 128 characters/),
  ...each([[1], [null], [['x']], [{}]], /must be text/),
];
const someFineIds: Wrong[] = [
  ...each([null, 'x', 5, {}, true], /must be a list/),
  ...each([[null], [5], [[]]], /must be text/),
  ...each([['']], /must not be empty/),
  ...each([Array.from({ length: 101 }, (_, n) => `fine-${n}`)], /at most 100/),
];
const shownFines: Wrong[] = [
  ...each([null, 'x', 5, {}, true], /must be a list/),
  ...each([[null], [5], ['x'], [[]]], /fines\.0 (must be an object|is missing)/),
  ...each([[{ fineId: 'a' }]], /fines\.0\.outstanding must be a number/),
  ...each([[{ fineId: 'a', outstanding: -1 }]], /must not be negative/),
  ...each([[{ fineId: '', outstanding: 1 }]], /must not be empty/),
  ...each(
    [
      [
        { fineId: 'a', outstanding: 1 },
        { fineId: 'a', outstanding: 1 },
      ],
    ],
    /must not name a fine twice/,
  ),
];
const ids: Wrong[] = [
  ...anyIds,
  ...each([[]], /^Please select at least one user\.$/),
  ...each([['same', 'same']], /must not name a user twice/),
  ...each([Array.from({ length: 501 }, (_, n) => `user-${n}`)], /must be at most 500 users at once/),
];
const idsUpTo = (max: number): Wrong[] => [
  ...anyIds,
  ...each([[]], /must name at least one user/),
  ...each([['same', 'same']], /must not name a user twice/),
  ...each([Array.from({ length: max + 1 }, (_, n) => `user-${n}`)], new RegExp(`must be at most ${max} users at once`)),
];
const entry = { userName: 'A', userEmail: 'a@example.pk', userRole: 'Cook', phone: '1' };
const lists: Wrong[] = [
  ...each([null, 'x', 5, {}, true], /must be a list/),
  ...each([[]], /must name at least one user/),
  ...each([Array.from({ length: 501 }, (_, n) => ({ ...entry, userEmail: `${n}@example.pk` }))], /at most 500 users/),
  ...each([[null], [5], ['x'], [[]]], /users\.0 (must be an object|is missing)/),
  ...each([[{}], [{ ...entry, userName: undefined }]], /users\.0\.userName is missing/),
  ...each([[{ ...entry, userName: ' ' }], [{ ...entry, phone: '' }]], /users\.0\.\w+ must not be empty/),
  ...each([[entry, { ...entry, userEmail: 'nobody' }]], /users\.1\.userEmail must be an e-mail address/),
  ...each([[{ ...entry, userRole: 'x'.repeat(121) }]], /users\.0\.userRole must be at most 120 characters/),
  ...each([[{ ...entry, status: 'Gone' }]], /users\.0\.status must be one of: Active, Inactive/),
  ...each([[entry, { ...entry, userEmail: 'A@Example.PK' }]], /users\.1\.userEmail must not be in the list twice/),
];
const charge = { userId: 'x', amount: 1, doubled: false };
const amounts: Wrong[] = [
  ...each([null, '5', '', 'abc', '1,000', true, [], [5], {}], /must be a number of rupees/),
  ['1e400', /must be a number of rupees/],
  [deep, /must be a number of rupees/],
  ...each([-1, -0.01, -1e300], /must not be negative/),
  ...each([0.001, 1.005, 99.999, 1e-7, 999_999_999.989], /must have at most two decimals/),
  ...each([1e9, 999_999_999.999, 1e21, 1e300, Number.MAX_SAFE_INTEGER], /must not be more than 999,999,999\.99/),
];
const impossibleDays = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '2026-04-31',
  '2026-2-3',
  '20-11-2026',
  '20/11/2026',
  '2026/11/20',
  '2026-11-18T00:00:00Z',
  ' 2026-11-18',
  '2026-11-18 ',
  '',
  'yesterday',
  '0000-01-01',
  '1899-12-31',
  '2200-01-01',
  '9999-12-31',
  '-026-11-18',
  '٢٠٢٦-١١-١٨',
  '2026-11-1८',
  huge,
  'a\0b',
];

/** Invalid values for each kind of field, with what the message must say. */
const WRONG: Record<Kind, Wrong[]> = {
  text: [...notText, ...ugly, ...empty, ...tooLong],
  'optional text': [...notText, ...ugly, ...tooLong],
  'text or empty': [...notText, ...ugly, ...tooLong],
  id: [
    ...each([null, 5, true, [], {}], /must be text/),
    ...each([''], /must not be empty/),
    ...each(['a\0b'], /control/),
  ],
  'optional amount': amounts,
  figure: each([null, '5', true, [], {}], /must be a number of rupees/),
  'optional id': [...each([5, true, [], {}], /must be text/), ...each(['a\0b'], /control/)],
  'id or none': [...each([5, true, [], {}], /must be text/), ...each(['a\0b'], /control/)],
  'shown total': [
    ...each([null, '5', true, [], {}], /must be a number of rupees/),
    ...each([-1], /must not be negative/),
  ],
  reason: [...notText, ...ugly, ...empty, ...tooLong, ...each(['ab', ' a  '], /must be at least 3 characters/)],
  'shown fines': [
    ...shownFines,
    ...each([Array.from({ length: 501 }, (_, n) => ({ fineId: `${n}`, outstanding: 1 }))], /at most 500/),
  ],
  'shown fines to pay': [
    ...shownFines,
    ...each([[]], /must name at least one fine/),
    ...each(
      [Array.from({ length: 101 }, (_, n) => ({ fineId: `fine-${n}`, outstanding: 1 }))],
      /must be at most 100 fines at once/,
    ),
  ],
  'shown fines to delete': [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[]], /must name at least one fine/),
    ...each([[{ fineId: 'a', amount: 1 }]], /fines\.0\.\w+ (is missing|must be)/),
    ...each([[{ fineId: 'a', amount: 1, paidAmount: -1, waivedAmount: 0 }]], /must not be negative/),
    ...each(
      [[1, 2].map(() => ({ fineId: 'a', amount: 1, paidAmount: 0, waivedAmount: 0 }))],
      /must not name a fine twice/,
    ),
    ...each(
      [Array.from({ length: 101 }, (_, n) => ({ fineId: `${n}`, amount: 1, paidAmount: 0, waivedAmount: 0 }))],
      /must be at most 100/,
    ),
  ],
  'fine ids': [...someFineIds, ...each([[]], /must name at least one fine/)],
  'optional fine ids': someFineIds,
  batch: each([null, '5', true, [], {}, 0, -1, 1.5, 2 ** 60], /must be|batch/),
  'shown figures': [
    ...each([null, 'x', 5, [], true], /shown (must be an object|is missing)/),
    ...each([{}, { amount: 1, paidAmount: 0 }], /shown\.\w+ (is missing|must be)/),
    ...each([{ amount: 1, paidAmount: -1, waivedAmount: 0 }], /must not be negative/),
  ],
  'fields as shown': [
    ...each([null, 'x', 5, [], true], /shown must be an object/),
    ...each([{ name: {}, userName: {}, title: {}, access: {} }], /shown\.\w+/),
  ],
  names: [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[]], /names must/),
    ...each([[null], [5], [[]]], /names\.0 must be text/),
    ...each([['Ali', ' ']], /names\.1 must not be empty/),
    ...each([['a\0b']], /names\.0 must be plain text/),
    ...each([['x'.repeat(255)]], /names\.0 must be at most 254 characters/),
    ...each([Array.from({ length: 501 }, () => 'Ali')], /at most 500/),
  ],
  'shown debtors': [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[]], /debtors must/),
    ...each([[null], [5], ['x'], [[]]], /debtors\.0 (must be an object|is missing)/),
    ...each([[{ userId: 'a' }]], /debtors\.0\.pendingFine must be a number/),
    ...each([[{ userId: 'a', pendingFine: -1 }]], /must not be negative/),
    ...each([[{ userId: '', pendingFine: 1 }]], /must not be empty/),
    ...each([[1, 2].map(() => ({ userId: 'a', pendingFine: 1 }))], /must not name a member twice/),
    ...each([Array.from({ length: 501 }, (_, n) => ({ userId: `${n}`, pendingFine: 1 }))], /at most 500/),
  ],
  'amount or none': amounts.filter(([json]) => json !== 'null'),
  limit: [...amounts.filter(([json]) => json !== 'null'), ...each([0], /must be more than 0/)],
  'shown fine': [
    ...each([null, 'x', 5, [], true], /shown (must be an object|is missing)/),
    ...each([{}, { fineType: 'Late' }], /shown\.\w+ (is missing|must be)/),
    ...each([{ fineType: 'Late', description: '', amount: -1, date: '2026-11-18' }], /shown\.amount must/),
    ...each([{ fineType: 'Late', description: '', amount: 1, date: '2026-02-30' }], /shown\.date must be a day/),
  ],
  'e-mail': [
    ...notText,
    ...ugly,
    ...tooLong,
    ...each(
      [
        '',
        'nobody',
        'a@b',
        'a b@example.pk',
        '@example.pk',
        'a@@example.pk',
        'a@example.',
        'a\u2800@example.pk',
        `${'x'.repeat(250)}@e.pk`,
      ],
      /must be (an e-mail address|at most 254 characters)/,
    ),
  ],
  amount: amounts,
  day: [...notText, ...each(impossibleDays, /must be a day that exists, written yyyy-mm-dd/)],
  'day or none': each(['', 5, true, [], {}, '2026-02-30', '1/2/2026'], /(until|day) must be/),
  choice: [
    ...each(
      [null, '', 'paid', 'PENDING', 'active', 5, true, [], {}, huge, 'Paid ', 'a\0'],
      /must be one of: \w[\w ]*(, \w[\w ]*)+$/,
    ),
    [deep, /must be one of/],
  ],
  'optional choice': each([null, '', 'active', 5, [], huge], /must be one of: \w+, [\w, ]+$/),
  switch: each([null, 'true', '', 0, 1, [], {}], /must be true or false/),
  'optional switch': each([null, 'true', '', 0, 1, [], {}], /must be true or false/),
  ids: ids,
  'ids for links': idsUpTo(100),
  'ids for a group': idsUpTo(500),
  users: lists,
  rows: [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[]], /must have at least one row/),
    ...each([Array.from({ length: 10_001 }, () => ({}))], /must be at most 10000 rows at once/),
    ...each([[null], [5], ['x'], [[]]], /rows\.0 (must be an object|is missing)/),
    ...each([[{ userName: 5, member: 5 }]], /rows\.0\.\w+ must be text/),
  ],
  confirmation: [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[null], [5], ['x'], [[]]], /confirmed\.0 (must be an object|is missing)/),
    ...each(
      [[{}], [{ ...charge, userId: undefined }], [{ userId: 'x', amount: 1 }]],
      /confirmed\.0\.\w+ (is missing|must be)/,
    ),
    ...each(
      [[{ ...charge, amount: '1' }], [{ ...charge, amount: -1 }], [{ ...charge, amount: 0.001 }]],
      /confirmed\.0\.amount must/,
    ),
    ...each([[charge, { ...charge, doubled: 'yes' }]], /confirmed\.1\.doubled must be true or false/),
    ...each([Array.from({ length: 501 }, () => charge)], /confirmed must be/),
  ],
  'new password': [
    ...notText,
    ...each(['', '1234567'], /must have at least 8 characters/),
    ...each(['x'.repeat(129), 'x'.repeat(10_000), huge], /must have at most 128 characters/),
  ],
  picture: each([5, true, [], {}, ['x'], 'no base64', 'abc', 'ab=c', 'جرمانہ', huge.slice(1)], /must be base64/),
  'optional picture': each([5, true, [], {}, ['x'], 'no base64', 'abc', 'ab=c'], /must be base64/),
  pictures: [
    ...each([null, 'x', 5, {}, true], /pictures must be a list/),
    ...each([[5], [null], [{}], ['no base64']], /pictures\.0 must be/),
    ...each([Array.from({ length: 4 }, () => ONE_PIXEL)], /pictures must be at most 3/),
  ],
  'shown appeal': [
    ...each(['x', 5, [], true], /fine must be an object/),
    ...each([{}, { outstanding: 1, paidAmount: 0 }], /fine\.\w+ (is missing|must be)/),
    ...each([{ outstanding: 1, paidAmount: -1, reduces: '' }], /must not be negative/),
  ],
  methods: [
    ...each([null, 'x', 5, {}, true], /must be a list/),
    ...each([[], ['Raast']], /must include Cash/),
    ...each(
      [
        ['Cash', 'Gold'],
        ['Cash', null],
        ['Cash', 'cash'],
      ],
      /must be one of/,
    ),
  ],
  structure: [...each([null, 5, true, 'x', []], /must be an object/), ...each([{ id: 5 }], /must be text/)],
  'device keys': [
    ...each([null, 5, true, 'x', []], /must be an object/),
    ...each(
      [{}, { id: 5 }, { p256dh: 'x', auth: 'y' }, { p256dh: 'ä'.repeat(87), auth: 5 }],
      /keys\.\w+ (is missing|is not valid|must)/,
    ),
  ],
  'due days': each(['5', true, [], {}, 0, -1, 1.5, 366, 1e300], /dueDays must be/),
  'whole number': each(['5', true, [], {}, -1, 1.5, 366, 1e300], /(Days|times|ercent) must be/),
  'left out': [
    ...each(['5', true, {}, 5], /leftOut must be a list/),
    ...each([[null], [5], [[]]], /leftOut\.0 must be text/),
    ...each([Array.from({ length: 201 }, (_, n) => `id${n}`)], /leftOut must be at most 200 members/),
  ],
  steps: [
    ...each(['5', true, {}, 5], /remindSteps must be a list/),
    ...each([[], [0, 0], [3, 1], Array.from({ length: 13 }, (_, n) => n)], /remindSteps must/),
    ...each([[-1], [1.5], [366], ['a'], [null], [[]]], /remindSteps\.0 must/),
  ],
  days: each([null, '5', true, [], {}, 0, -1, 1.5, 1096, 1e300], /days must be/),
  'own password': [...each([5, true, [], {}], /must be text/), ...each(['', huge], /must be/)],
  credential: [...notText, ...each([''], /must be/), ...each([huge], /must be/)],
};
const OPTIONAL = new Set<Kind>([
  'optional fine ids',
  'optional id',
  'fields as shown',
  'optional text',
  'optional choice',
  'optional switch',
  'optional amount',
  'limit',
  'confirmation',
  'optional picture',
  'pictures',
]);

test('every operation with a body, and each of its fields, is tried [V2.1.3]', () => {
  const tried = forms.filter(({ body }) => body !== undefined);
  const described = (entries: [string, string[]][]) =>
    entries.map(([id, fields]) => `${id}: ${fields.toSorted().join()}`).toSorted();
  expect(described(tried.map(({ operation, fields }) => [operation.id, Object.keys(fields)]))).toEqual(
    described(OPERATIONS.filter(({ body }) => body).map(({ id, body }) => [id, Object.keys(body?.shape ?? {})])),
  );
  const changing = OPERATIONS.filter(({ writes }) => writes).map(({ id }) => id);
  expect(forms.map(({ operation }) => operation.id)).toEqual(expect.arrayContaining(changing));
});

const withBody = OPERATIONS.filter(({ body }) => body !== undefined).map(({ id }) => id);

describe.each(withBody)('%s [API-2]', (operationId) => {
  const formOf = () => {
    const form = forms.find(({ operation }) => operation.id === operationId);
    if (form?.body === undefined) throw new Error(`${operationId} has no form`);
    return { form, body: form.body };
  };

  test('refuses wrong values in each field and changes nothing [MONEY-2, V1.3.3, V2.2.1, V2.3.2, V6.2.1]', async () => {
    const { form, body } = formOf();
    const before = await dump(app.db);
    for (const [field, kind] of Object.entries(form.fields)) {
      for (const [json, sentence] of WRONG[kind]) {
        const { [field]: _, ...others } = body;
        const rest = JSON.stringify(others).slice(1, -1);
        const sent = `{${rest}${rest === '' ? '' : ','}${JSON.stringify(field)}:${json}}`;
        const answer = await send(form, sent);
        if (Buffer.byteLength(sent) > bodyLimitOf(operationId)) {
          await expectRefusal(answer, 'body-too-large');
          continue;
        }
        const message = await expectRefusal(answer, 'invalid-input', sentence).catch((error: unknown) => {
          throw new Error(`${field}: ${json.slice(0, 60)}`, { cause: error });
        });
        if (!message.startsWith('Please')) expect(message.startsWith(field), `${field}: ${message}`).toBe(true);
      }
    }
    expect(await dump(app.db)).toEqual(before);
  });

  test('refuses a body that lacks a field [V2.2.2]', async () => {
    const { form, body } = formOf();
    const before = await dump(app.db);
    for (const [field, kind] of Object.entries(form.fields)) {
      // An update may omit any field.
      if (OPTIONAL.has(kind) || form.operation.method === 'PATCH') continue;
      const { [field]: _, ...rest } = body;
      const sentence = new RegExp(`^${field} (is missing|must be a number of rupees)$`);
      await expectRefusal(await send(form, JSON.stringify(rest)), 'invalid-input', sentence);
    }
    await expectRefusal(await send(form, '{}'), 'invalid-input');
    expect(await dump(app.db)).toEqual(before);
  });

  test('reports what is wrong with each of several wrong fields', async () => {
    const { form } = formOf();
    const wrong = Object.fromEntries(Object.keys(form.fields).map((field) => [field, { nested: [null] }]));
    const answer = await send(form, JSON.stringify(wrong));
    const { error } = (await answer.json()) as { error: { details: { path: string }[] } };
    expect([...new Set(error.details.map(({ path }) => path.split('.', 2).join('.')))].toSorted()).toEqual(
      Object.keys(form.fields)
        .map((field) => `body.${field}`)
        .toSorted(),
    );
  });
});

test('ignores unknown fields in a body [API-3, V1.5.2]', async () => {
  const extra = {
    id: 'MY-OWN-ID',
    total: 5,
    paidOn: '2026-01-01',
    createdAt: 'x',
    deleted_at: 1,
    constructor: 'x',
    toString: 'y',
  };
  const byId = (id: string) => forms.find(({ operation }) => operation.id === id);
  const [user, fine] = [byId('users.add'), byId('fines.add')];
  if (user === undefined || fine === undefined) throw new Error('two forms are expected');
  const added = async (form: Form, key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await administrator.fetch(form.path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...extra, status: 'Active', ...form.body }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { id: string; fineIds: string[] };
  };
  const person = await added(user, 'extra-keys-user');
  expect(person.id).not.toBe('MY-OWN-ID');
  expect((await administrator.must(readUser, { params: { userId: person.id } })).summary.totalFine).toBe(0);
  const { fineIds } = await added(fine, 'extra-keys-fine');
  expect(fineIds).not.toContain('MY-OWN-ID');
  const listed = (await administrator.must(listFines, { query: { pageSize: 100 } })).items;
  expect(listed.find(({ id }) => id === fineIds[0])).toMatchObject({ status: 'Pending', paidOn: null });
  expect((await administrator.must(listFines, { query: {} })).totals.paidCount).toBe(0);
});
