// The organisation's details, through the API (RULE-8, RULE-10).
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { CallInput } from '../../src/contract/operation.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { readOrganisation, updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { MAX_LOGO_SIZE } from '../../src/core/limits.ts';
import { PAYMENT_METHODS } from '../../src/core/money/payment.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';
import { ONE_PIXEL, pngOfSize } from '../helpers/pictures.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';

const app = useApp();
const administrator = useAdministrator(app);

type Changes = CallInput<typeof updateOrganisation>['body'];

const NOTHING = {
  name: '',
  address: '',
  phone: '',
  receiptFoot: '',
  logoVersion: null,
  methods: [...PAYMENT_METHODS],
  dueDays: null,
  language: 'en',
  reminderEn: '',
  reminderUr: '',
  howToPayEn: '',
  howToPayUr: '',
  payPictureVersion: null,
  remindSteps: null,
  remindMinimum: 0,
  remindersPaused: false,
};
/** The beginning of a JPEG. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex').toString('base64');

const change = (body: Changes) => administrator.must(updateOrganisation, { body });
const name = (to: string) => change({ name: to });
const hashOf = (base64: string) => createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
const entries = () => app.db.read.selectFrom('journal').selectAll().orderBy('sequence').execute();

test('it has no name at first; a new name is saved and journalled, and an empty one removes it [RULE-8]', async () => {
  expect(await administrator.must(readOrganisation, {})).toEqual(NOTHING);
  expect(await name('  Jinnah Welfare Trust ')).toEqual({ ...NOTHING, name: 'Jinnah Welfare Trust' });
  expect(await administrator.must(readOrganisation, {})).toEqual({ ...NOTHING, name: 'Jinnah Welfare Trust' });
  await name('   ');
  expect(await administrator.must(readOrganisation, {})).toEqual(NOTHING);
  const names = (text: string | null) => (JSON.parse(text ?? '') as { name: string }).name;
  expect(
    (await entries()).map(({ action, actor, before, after }) => [action, actor, names(before), names(after)]),
  ).toEqual([
    ['organisation.update', 'admin@jurmana.test', '', 'Jinnah Welfare Trust'],
    ['organisation.update', 'admin@jurmana.test', 'Jinnah Welfare Trust', ''],
  ]);
  await expectBooksRight(app.db);
});

test('setting the current name changes no record [RULE-8]', async () => {
  await name('ادارہ فلاح');
  const records = async () => ({
    organisation: await app.db.read.selectFrom('organisation').selectAll().execute(),
    journal: await app.db.read.selectFrom('journal').selectAll().execute(),
  });
  const before = await records();
  await name('ادارہ فلاح');
  expect(await records()).toEqual(before);
});

test('address, phone and the foot of receipts are saved separately, and an empty one is removed [RULE-8]', async () => {
  await name('Jinnah Welfare Trust');
  const address = 'House 4, Street 12\nG-9/1\nIslamabad';
  await change({ address: ` ${address}\n`, phone: '+92 51 1234567' });
  const said = { ...NOTHING, name: 'Jinnah Welfare Trust', address, phone: '+92 51 1234567' };
  expect(await change({ receiptFoot: 'شکریہ' })).toEqual({ ...said, receiptFoot: 'شکریہ' });
  expect(await change({ receiptFoot: '', phone: '  ' })).toEqual({ ...said, phone: '' });
  expect(await administrator.must(readOrganisation, {})).toEqual({ ...said, phone: '' });
  expect(await change({ name: '', address: '' })).toEqual(NOTHING);
  await expectBooksRight(app.db);
});

test('the payment methods are saved in their order; payments by other methods keep theirs [RULE-13]', async () => {
  const since = (await entries()).length;
  expect(await change({ methods: ['Raast', 'Cash', 'Raast'] })).toEqual({ ...NOTHING, methods: ['Cash', 'Raast'] });
  await change({ methods: ['Cash', 'Raast'] });
  expect(await change({ phone: '1' })).toMatchObject({ methods: ['Cash', 'Raast'] });
  const { id: userId } = await addUser(administrator);
  const body = { userId, fines: [], amount: 5, method: 'Cheque' as const, receivedOn: '2026-11-18' };
  expect((await administrator.must(takePayment, { body })).payment).toMatchObject({ method: 'Cheque' });
  await expectBooksRight(app.db);
  expect(await change({ methods: [...PAYMENT_METHODS], phone: '' })).toEqual(NOTHING);
  const own = (await entries()).slice(since).filter(({ action }) => action === 'organisation.update');
  expect(own).toHaveLength(3);
  expect(JSON.parse(own[0]?.after ?? '')).toMatchObject({
    methods_withheld: JSON.stringify(PAYMENT_METHODS.filter((method) => !['Cash', 'Raast'].includes(method))),
  });
  await expectBooksRight(app.db);
});

test('the logo is saved, replaced and removed; the journal has its hash and size, not the picture [RULE-10]', async () => {
  const since = (await entries()).length;
  expect(await change({ logo: ONE_PIXEL })).toEqual({ ...NOTHING, logoVersion: hashOf(ONE_PIXEL) });
  // The same logo again is not a change.
  await change({ logo: ONE_PIXEL });
  expect(await change({ logo: JPEG, phone: '1' })).toMatchObject({ logoVersion: hashOf(JPEG) });
  await expectBooksRight(app.db);
  expect(await change({ logo: null, phone: '' })).toEqual(NOTHING);
  await expectBooksRight(app.db);
  const written = (await entries()).slice(since);
  expect(written.map(({ after }) => JSON.parse(after ?? '') as object)).toMatchObject([
    { logo_hash: hashOf(ONE_PIXEL), logo_size: 70 },
    { logo_hash: hashOf(JPEG), logo_size: 22, phone: '1' },
    { logo_hash: null, logo_size: null },
  ]);
  for (const picture of [ONE_PIXEL, JPEG]) expect(JSON.stringify(written)).not.toContain(picture);
});

test('everybody who is signed in may read the logo, only under its version, and cache it [RULE-12]', async () => {
  const { client: member } = await signedInMember(app, administrator);
  const address = (version: string) => `/api/organisation/logo/${version}`;
  await change({ logo: ONE_PIXEL });
  for (const [logo, type] of [
    [ONE_PIXEL, 'image/png'],
    [JPEG, 'image/jpeg'],
  ] as const) {
    const { logoVersion } = await change({ logo });
    for (const client of [administrator, member]) {
      const answer = await client.fetch(address(logoVersion ?? ''));
      expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(logo);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    }
    expect((await app.nobody.fetch(address(logoVersion ?? ''))).status).toBe(401);
  }
  const former = await administrator.fetch(address(hashOf(ONE_PIXEL)));
  expect([former.status, former.headers.get('cache-control')]).toEqual([404, 'no-store']);
  await change({ logo: null });
  expect((await administrator.fetch(address(hashOf(JPEG)))).status).toBe(404);
});

test('a logo of 200 kB is accepted [RULE-10]', async () => {
  expect((await change({ logo: pngOfSize(MAX_LOGO_SIZE) })).logoVersion).not.toBeNull();
  await change({ logo: null });
});

const GIF = Buffer.from('GIF89a, named logo.png').toString('base64');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
const long = 'x'.repeat(10_000);
test.each<[string, Changes, ErrorCode, RegExp]>([
  ['a logo of another kind', { logo: GIF }, 'logo-kind', /^The logo must be a PNG or JPEG picture\.$/],
  ['a drawing', { logo: SVG }, 'logo-kind', /PNG or JPEG/],
  ['half a signature', { logo: Buffer.from([0x89, 0x50, 0x4e]).toString('base64') }, 'logo-kind', /PNG or JPEG/],
  ['an empty logo', { logo: '' }, 'logo-kind', /PNG or JPEG/],
  ['a logo of 200 kB and a byte', { logo: pngOfSize(MAX_LOGO_SIZE + 1) }, 'logo-too-large', /at most 200 kB/],
  ['a logo that is no base64', { logo: 'data:image/png;base64,AAAA' }, 'invalid-input', /^logo must be base64$/],
  ['a long name', { name: long }, 'invalid-input', /^name must be at most 120 characters$/],
  ['a long address', { address: 'x'.repeat(301) }, 'invalid-input', /^address must be at most 300 characters$/],
  ['an endless address', { address: long }, 'invalid-input', /^address must be at most 300 characters$/],
  ['a long phone', { phone: long }, 'invalid-input', /^phone must be at most 40 characters$/],
  ['a long foot', { receiptFoot: long }, 'invalid-input', /^receiptFoot must be at most 200 characters$/],
  ['methods without Cash', { methods: ['Raast'] }, 'invalid-input', /^methods must include Cash$/],
  ['no methods', { methods: [] }, 'invalid-input', /^methods must include Cash$/],
  ['an unknown method', { methods: ['Cash', 'Gold'] as never }, 'invalid-input', /^methods/],
  ['nothing to change', {}, 'invalid-input', /must have a field to change/],
])('%s is refused with a sentence, and nothing is saved [RULE-10, RULE-13]', async (_what, wrong, code, sentence) => {
  const before = await dump(app.db);
  const also = Object.keys(wrong ?? {}).length === 0 || 'phone' in (wrong ?? {}) ? {} : { phone: '042 111' };
  const answer = await administrator.call(updateOrganisation, { body: { ...wrong, ...also } });
  expect(answer).toMatchObject({ ok: false, code });
  expect(answer.ok ? '' : answer.message).toMatch(sentence);
  expect(await dump(app.db)).toEqual(before);
});

test('a repeated change of the logo is carried out once', async () => {
  const key = 'the-logo-once-only';
  const first = await administrator.must(updateOrganisation, { body: { logo: ONE_PIXEL } }, { key });
  await change({ logo: null });
  const before = await dump(app.db);
  expect(await administrator.must(updateOrganisation, { body: { logo: ONE_PIXEL } }, { key })).toEqual(first);
  expect(await dump(app.db)).toEqual(before);
});

test('check-books finds a name or a logo that is not in the journal [RULE-10]', async () => {
  const own = await startApp();
  const problems = async () => (await checkBooks(own.db)).problems;
  const rename = (to: string) => own.db.write.updateTable('organisation').set({ name: to }).execute();
  await rename('Somebody else');
  expect(await problems()).toEqual(['The organisation was changed without a journal entry.']);
  await rename('');
  await (await own.administrator()).must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust' } });
  expect(await problems()).toEqual([]);
  await rename('Somebody else');
  expect(await problems()).toEqual(['The organisation 1 differs from the journal: name.']);
  await rename('Jinnah Welfare Trust');
  await own.db.write.updateTable('organisation').set({ logo: JPEG }).execute();
  expect(await problems()).toEqual(["The organisation's logo does not match its hash."]);
  await own.stop();
});

test('its name is told to whoever is signed in, for what they print [LOOK-11]', async () => {
  const { name: before } = await administrator.must(readOrganisation, {});
  await administrator.must(updateOrganisation, { body: { name: 'Baadban Club' } });
  const { client } = await signedInMember(app, administrator);
  for (const somebody of [administrator, client]) {
    expect((await somebody.must(readSession, {})).organisation.name).toBe('Baadban Club');
  }
  expect((await app.nobody.must(readSession, {})).organisation.name).toBe('');
  await administrator.must(updateOrganisation, { body: { name: before } });
});
