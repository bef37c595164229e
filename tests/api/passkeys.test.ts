// Passkeys through the API, with a software device (PASSKEY-1 to PASSKEY-6).
import { beforeEach, describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import {
  addPasskey,
  listOwnPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskeySignIn,
} from '../../src/contract/sign-in/passkeys.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { updateUser } from '../../src/contract/users.ts';
import { MAX_PASSKEYS } from '../../src/core/limits.ts';
import { createAdministratorLink } from '../../src/server/tools/admin-link.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { dump } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { signInWithLink } from '../helpers/invitations.ts';
import { userForm } from '../helpers/ledger.ts';
import { MEMBER_PASSWORD, signedInMember } from '../helpers/members.ts';
import { type Device, passkeysAt } from '../helpers/passkeys.ts';

const app = useApp();
const administrator = useAdministrator(app);
let member: Awaited<ReturnType<typeof signedInMember>>;
beforeEach(async () => {
  member = await signedInMember(app, administrator);
});

const { device, ask, askToAdd, add, signIn } = passkeysAt(app);

const passkeys = async (client: Client) => (await client.must(listOwnPasskeys, {})).items;
const codeOf = (answer: { ok: boolean; code?: string }): string | undefined => answer.code;
const nameOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.ok ? answer.value.principal?.userId : answer.code;

test('is added with the password, signs in, shows when it was used, and no longer works once removed [PASSKEY-2]', async () => {
  const own = device();
  const added = await add(member.client, own, { name: '  My phone ' });
  expect(added).toMatchObject({ id: own.id, name: 'My phone', lastUsedAt: null });
  expect(await passkeys(member.client)).toEqual([added]);
  expect(await passkeys(administrator)).toEqual([]);

  expect(nameOf(await signIn(own))).toBe(member.user.id);
  expect((await passkeys(member.client))[0]?.lastUsedAt).toBe(new Date(app.clock.now()).toISOString());
  expect(nameOf(await signIn(own))).toBe(member.user.id);

  const params = { passkeyId: own.id };
  expect(codeOf(await administrator.call(removePasskey, { params }))).toBe('passkey-not-found');
  expect(await member.client.must(removePasskey, { params })).toEqual({ id: own.id });
  expect(codeOf(await member.client.call(removePasskey, { params }))).toBe('passkey-not-found');
  expect(nameOf(await signIn(own))).toBe('passkey-refused');
});

test('opens a session like any other [PASSKEY-1]', async () => {
  const own = device();
  await add(member.client, own);
  const asked = await ask(app.nobody, startPasskeySignIn);
  const answer = await asked.client.fetch('/api/auth/passkey', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response: own.use(asked.options) }),
  });
  const lines = answer.headers.getSetCookie();
  expect(lines.filter((line) => line.includes('passkey'))).toEqual([expect.stringContaining('Max-Age=0')]);
  const session = lines.find((line) => line.includes('session_token'))?.split(';')[0] ?? '';
  const { principal } = await createClient(app.url, session).must(readSession, {});
  expect(principal).toMatchObject({ userId: member.user.id, access: 'member' });
});

describe('is not added', () => {
  test('without the right password [PASSKEY-2]', async () => {
    for (const password of [null, 'not-the-password']) {
      expect((await askToAdd(member.client, password)).code).toBe('password-wrong');
    }
    expect((await askToAdd(app.nobody)).code).toBe('not-signed-in');
  });

  test.each<[string, (own: Device) => Promise<unknown>]>([
    ['without a question', (own) => Promise.resolve(own.make({ challenge: 'AAAA' }))],
    ['with the answer to an older question', async (own) => own.make((await askToAdd(member.client)).options)],
    ['with the answer to a sign-in', async (own) => own.use((await askToAdd(member.client)).options)],
    ['with anything', () => Promise.resolve({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { a: 1 } })],
  ])('%s [PASSKEY-3]', async (_what, respond) => {
    const response = (await respond(device())) as { id: string };
    for (const client of [member.client, (await askToAdd(member.client)).client]) {
      const before = await dump(app.db);
      expect(codeOf(await client.call(addPasskey, { body: { name: 'x', response } }))).toBe('passkey-refused');
      expect(await dump(app.db)).toEqual(before);
    }
  });

  test.each([
    ['another site', { origin: 'http://elsewhere.example.pk' }],
    ['a device that does not check its owner', { verifiesOwner: false }],
  ])('with an answer that has %s [PASSKEY-3]', async (_what, over) => {
    const { client, options } = await askToAdd(member.client);
    const response = device(over).make(options);
    expect(codeOf(await client.call(addPasskey, { body: { name: 'x', response } }))).toBe('passkey-refused');
  });

  test('to another account, twice, after 5 minutes, or when there are 20 already [PASSKEY-3]', async () => {
    const own = device();
    const other = await signedInMember(app, administrator);
    const asked = await askToAdd(member.client);
    const response = own.make(asked.options);
    const cookie = asked.client.cookie.split('; ').at(-1) ?? '';
    const intruder = createClient(app.url, `${other.client.cookie}; ${cookie}`);
    expect(codeOf(await intruder.call(addPasskey, { body: { name: 'x', response } }))).toBe('passkey-refused');
    await asked.client.must(addPasskey, { body: { name: 'x', response } });
    expect(codeOf(await asked.client.call(addPasskey, { body: { name: 'x', response } }))).toBe('passkey-refused');

    const late = await askToAdd(member.client);
    app.clock.advance(5 * 60 * 1000);
    const body = { name: 'x', response: device().make(late.options) };
    expect(codeOf(await late.client.call(addPasskey, { body }))).toBe('passkey-refused');

    const last = await askToAdd(member.client);
    for (let count = 1; count < MAX_PASSKEYS; count++) await add(member.client, device());
    const more = { name: 'x', response: device().make(last.options) };
    expect(codeOf(await last.client.call(addPasskey, { body: more }))).toBe('too-many-passkeys');
    expect((await askToAdd(member.client)).code).toBe('too-many-passkeys');
    expect(await passkeys(member.client)).toHaveLength(MAX_PASSKEYS);
  });
});

describe('signs nobody in [PASSKEY-4]', () => {
  test('if it is unknown, from another site or without user verification, or the answer is copied or late', async () => {
    const own = device();
    await add(member.client, own);
    expect(nameOf(await signIn(device()))).toBe('passkey-refused');

    const asked = await ask(app.nobody, startPasskeySignIn);
    const response = own.use(asked.options);
    const without = await app.nobody.call(signInWithPasskey, { body: { response } });
    expect(codeOf(without)).toBe('passkey-refused');
    expect((await asked.client.call(signInWithPasskey, { body: { response } })).ok).toBe(true);
    expect(codeOf(await asked.client.call(signInWithPasskey, { body: { response } }))).toBe('passkey-refused');

    const late = await ask(app.nobody, startPasskeySignIn);
    app.clock.advance(5 * 60 * 1000);
    const answer = await late.client.call(signInWithPasskey, { body: { response: own.use(late.options) } });
    expect(codeOf(answer)).toBe('passkey-refused');
  });

  test.each([[{ id: 'AAAA' }], [{ id: 'AAAA', response: null }]])('with %o', async (response) => {
    const { client } = await ask(app.nobody, startPasskeySignIn);
    expect(codeOf(await client.call(signInWithPasskey, { body: { response } }))).toBe('passkey-refused');
  });

  test('if its user is inactive, or has had another e-mail since', async () => {
    const own = device();
    await add(member.client, own);
    const params = { userId: member.user.id };
    await administrator.must(updateUser, { params, body: { status: 'Inactive' } });
    expect(nameOf(await signIn(own))).toBe('passkey-refused');
    await administrator.must(updateUser, { params, body: { status: 'Active' } });
    expect(nameOf(await signIn(own))).toBe('passkey-refused');
    const other = device();
    await add(await app.signIn(member.user.userEmail ?? '', MEMBER_PASSWORD), other);
    expect(nameOf(await signIn(other))).toBe(member.user.id);
    await administrator.must(updateUser, { params, body: { userEmail: userForm().userEmail ?? '' } });
    expect(nameOf(await signIn(other))).toBe('passkey-refused');
  });

  test('after too many refused answers from this address', async () => {
    const client = createClient(app.url, '');
    const guess = async () => codeOf(await client.call(signInWithPasskey, { body: { response: { id: 'AAAA' } } }));
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 60; n++) codes.add(await guess());
    expect([...codes]).toEqual(['passkey-refused', 'too-many-attempts']);
    app.clock.advance(16 * 60 * 1000);
  });
});

test('with the rule "Whoever handles money needs a passkey" the password alone is not enough, and a sign-in link is the way back [PASSKEY-5, PASSKEY-6, V6.3.3, V6.4.4]', async () => {
  const rule = (allowDisallow: boolean) => ({ params: { ruleId: 'money-needs-passkey' }, body: { allowDisallow } });
  const before = await dump(app.db);
  expect(codeOf(await administrator.call(switchRule, rule(true)))).toBe('passkey-first');
  expect(await dump(app.db)).toEqual(before);

  const own = device();
  const password = ADMINISTRATOR.password;
  await add(administrator, own, { password });
  await administrator.must(switchRule, rule(true));
  await expect(app.signIn(ADMINISTRATOR.email, password)).rejects.toThrow(/passkey-needed/);
  await expect(app.signIn(ADMINISTRATOR.email, 'not-the-password')).rejects.toThrow(/sign-in-failed/);
  expect((await signIn(own)).ok).toBe(true);
  // Members still sign in as before.
  expect((await app.signIn(member.user.userEmail ?? '', MEMBER_PASSWORD)).cookie).not.toBe('');

  // The last passkey cannot be removed, but it can once there is another.
  const params = { passkeyId: own.id };
  const refused = await administrator.call(removePasskey, { params });
  expect(refused).toMatchObject({ ok: false, code: 'passkey-needed' });
  const other = device();
  await add(administrator, other, { password });
  await administrator.must(removePasskey, { params });

  // As if the device were lost.
  const config = { administratorEmail: ADMINISTRATOR.email, baseUrl: null, port: 0 };
  const { address } = await createAdministratorLink(app.db, app.clock, config);
  const token = address.split('invite=')[1] ?? '';
  const back = await signInWithLink(app, token, 'a new password of mine');
  // A repeat after a lost answer gets the answer again.
  const again = await signInWithLink(app, token, 'a new password of mine');
  expect((await again.must(readSession, {})).principal?.access).toBe('administrator');
  await back.must(switchRule, rule(false));
  expect((await app.signIn(ADMINISTRATOR.email, 'a new password of mine')).cookie).not.toBe('');
});
