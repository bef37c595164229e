// What a sender may do is decided when the write is carried out: between the head of a request and its body the session
// may have ended, the key been revoked, or the access lowered (ACCESS-19).
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { changePassword, setLanguage, signOutEverywhere } from '../../../src/contract/sign-in/account.ts';
import { addApiKey, listApiKeys, revokeApiKey } from '../../../src/contract/sign-in/api-keys.ts';
import { findDebtors } from '../../../src/contract/money/debtors.ts';
import { addFines } from '../../../src/contract/fines/fines.ts';
import type { CallInput, Operation } from '../../../src/contract/operation.ts';
import { addPasskey, removePasskey, startPasskey } from '../../../src/contract/sign-in/passkeys.ts';
import {
  addUser as add,
  createSignInLink,
  deleteUser,
  endSignIns,
  setUserAccess,
  updateUser,
} from '../../../src/contract/users.ts';
import { hashOfKey } from '../../../src/server/auth/api-keys.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { clientWithKey } from '../../helpers/api-keys.ts';
import { dump } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { httpRequest } from '../../helpers/http-request.ts';
import { addUser, userForm } from '../../helpers/ledger.ts';
import { MEMBER_PASSWORD, signedInWithAccess } from '../../helpers/members.ts';
import { passkeysAt } from '../../helpers/passkeys.ts';

const app = useApp();
const administrator = useAdministrator(app);
const { device, add: addTo, askToAdd } = passkeysAt(app);

/**
 * Sends the head of a request, waits until the server has checked the sender, runs `meanwhile`, and sends the body.
 * Returns status and code of the answer.
 */
async function withLateBody<O extends Operation>(
  headers: Record<string, string>,
  operation: O,
  input: CallInput<O>,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const { method, path, headers: own, body } = httpRequest(operation, input);
  // The server waits for whatever follows the head.
  const sent = body === '' ? '{}' : body;
  const head = {
    host: `${hostname}:${port}`,
    origin: app.url,
    connection: 'close',
    'content-type': 'application/json',
    ...headers,
    ...own,
    'content-length': String(Buffer.byteLength(sent)),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const known = app.senderKnown();
  const socket = connect(Number(port), hostname);
  let answer = '';
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await known;
  await meanwhile();
  socket.write(sent);
  await ended;
  const code = /"code":"([a-z-]+)"/.exec(answer)?.[1] ?? '';
  return `${answer.split(' ')[1]} ${code}`.trim();
}

const DAY = '2026-11-18';
const fines = (userId: string) => ({
  body: {
    fineType: 'Late',
    amount: 10,
    date: DAY,
    userIds: [userId],
    confirmed: [{ userId, amount: 10, doubled: false }],
  },
});
/** An operation with its input. */
const sending = <O extends Operation>(operation: O, input: CallInput<O>, by?: Client) =>
  [operation, input, by] as const;
const withSession = ({ cookie }: Client) => ({ cookie });
const access = (userId: string, to: 'viewer' | 'member') =>
  administrator.must(setUserAccess, { params: { userId }, body: { access: to } });
const inactive = (userId: string) =>
  administrator.must(updateUser, { params: { userId }, body: { status: 'Inactive' } });

/** Expects a refusal, and that nothing changes beyond what `meanwhile` does. */
async function expectRefused<O extends Operation>(
  headers: Record<string, string>,
  [operation, input]: readonly [O, CallInput<O>, Client | undefined],
  meanwhile: () => Promise<unknown>,
  expected: string,
): Promise<void> {
  let before: unknown;
  const answer = await withLateBody(headers, operation, input, async () => {
    await meanwhile();
    before = await dump(app.db);
  });
  expect(answer).toBe(expected);
  expect(await dump(app.db)).toEqual(before);
}

test('a body that arrives in time is processed', async () => {
  const { user, client } = await signedInWithAccess(app, administrator, 'collector');
  expect(await withLateBody(withSession(client), addFines, fines(user.id), async () => {})).toBe('200');
});

test.each([
  ['the person made inactive', inactive],
  ['the access lowered', (userId: string) => access(userId, 'viewer')],
  ['the access taken', (userId: string) => access(userId, 'member')],
  ['all sign-ins ended', (userId: string) => administrator.must(endSignIns, { params: { userId } })],
  ['the user deleted', (userId: string) => administrator.must(deleteUser, { params: { userId } })],
])(
  '%s, before the body arrives: no fine is added, and no list of debts is answered [ACCESS-19]',
  async (_name, meanwhile) => {
    const { user, client } = await signedInWithAccess(app, administrator, 'collector');
    const { id } = await addUser(administrator);
    const session = withSession(client);
    await expectRefused(session, sending(addFines, fines(id)), () => meanwhile(user.id), '401 not-signed-in');
    const other = await signedInWithAccess(app, administrator, 'collector');
    const find = sending(findDebtors, { body: { names: [id] } });
    await expectRefused(withSession(other.client), find, () => meanwhile(other.user.id), '401 not-signed-in');
  },
);

test('the access level at the time of the write counts, however it was changed [ACCESS-19]', async () => {
  const { user, client } = await signedInWithAccess(app, administrator, 'collector');
  const lower = () => app.db.write.updateTable('users').set({ access: 'viewer' }).where('id', '=', user.id).execute();
  await expectRefused(withSession(client), sending(addFines, fines(user.id)), lower, '403 not-allowed');
});

test('if the session has been signed out in the meantime, no secret is made and no user added [ACCESS-19]', async () => {
  const { user } = await signedInWithAccess(app, administrator, 'viewer');
  const manager = async () => {
    const { user: own, client } = await signedInWithAccess(app, administrator, 'manager');
    const other = await app.signIn(own.userEmail ?? '', MEMBER_PASSWORD);
    return { session: withSession(client), end: () => other.must(signOutEverywhere, {}) };
  };
  const first = await manager();
  await expectRefused(first.session, sending(add, { body: userForm() }), first.end, '401 not-signed-in');
  const second = await manager();
  const { id: member } = await addUser(administrator);
  const link = sending(createSignInLink, { params: { userId: member } });
  await expectRefused(second.session, link, second.end, '401 not-signed-in');
  expect(await app.db.read.selectFrom('sign_in_links').where('user_id', '=', member).selectAll().execute()).toEqual([]);

  const [own, elsewhere] = [await app.administrator(), await app.administrator()];
  const key = sending(addApiKey, { body: { name: 'Never made', access: 'viewer', days: 1 } });
  await expectRefused(withSession(own), key, () => elsewhere.must(signOutEverywhere, {}), '401 not-signed-in');
  Object.assign(administrator, await app.administrator());
  expect((await administrator.must(listApiKeys, {})).items.map(({ name }) => name)).not.toContain('Never made');
  const last = await app.administrator();
  const give = sending(setUserAccess, { params: { userId: user.id }, body: { access: 'manager' } });
  const end = async () => {
    await last.must(signOutEverywhere, {});
    Object.assign(administrator, await app.administrator());
  };
  await expectRefused(withSession(last), give, end, '401 not-signed-in');
});

test('an API key that has been revoked or has expired in the meantime enters nothing [ACCESS-19]', async () => {
  const { id } = await addUser(administrator);
  const idOf = async ({ key = '' }: Client) => {
    const row = await app.db.read
      .selectFrom('api_keys')
      .select('id')
      .where('key_hash', '=', hashOfKey(key))
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const revoked = await clientWithKey(app, administrator, 'collector');
  const keyId = await idOf(revoked);
  const revoke = () => administrator.must(revokeApiKey, { params: { keyId } });
  const signed = (client: Client) => ({ authorization: `Bearer ${client.key ?? ''}` });
  await expectRefused(signed(revoked), sending(addFines, fines(id)), revoke, '401 api-key-refused');
  const find = sending(findDebtors, { body: { names: [id] } });
  const expired = await clientWithKey(app, administrator, 'collector');
  const expire = async () =>
    app.db.write
      .updateTable('api_keys')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', await idOf(expired))
      .execute();
  await expectRefused(signed(expired), find, expire, '401 api-key-refused');
});

test('nothing of the user’s own account changes once the session has ended: password, language, passkeys, sessions [ACCESS-19]', async () => {
  const account = async (email: string) => ({
    account: await app.db.read.selectFrom('accounts').selectAll().where('email_key', '=', email).executeTakeFirst(),
    passkeys: await app.db.read.selectFrom('passkeys').selectAll().execute(),
  });
  const expectLate = async <O extends Operation>(
    make: (client: Client) => Promise<readonly [O, CallInput<O>, Client | undefined]>,
  ): Promise<void> => {
    const { user, client } = await signedInWithAccess(app, administrator, 'viewer');
    const [operation, input, asked = client] = await make(client);
    // Another session, on the owner's own device, that goes on.
    const owner = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'chosen by the owner' };
    let before: unknown;
    const answer = await withLateBody(withSession(asked), operation, input, async () => {
      await owner.must(changePassword, { body });
      before = await account(user.userEmail ?? '');
    });
    expect(answer).toBe('401 not-signed-in');
    expect(await account(user.userEmail ?? '')).toEqual(before);
    // And its session still works.
    expect((await owner.call(setLanguage, { body: { language: 'ur' } })).ok).toBe(true);
  };
  const password = { currentPassword: 'chosen by the owner', newPassword: 'chosen by an intruder' };
  await expectLate(async () => sending(changePassword, { body: password }));
  await expectLate(async () => sending(setLanguage, { body: { language: 'en' } }));
  await expectLate(async () => sending(startPasskey, { body: { password: 'chosen by the owner' } }));
  await expectLate(async () => sending(signOutEverywhere, {}));
  await expectLate(async (client) => {
    const asked = await askToAdd(client);
    return sending(addPasskey, { body: { name: 'Theirs', response: device().make(asked.options) } }, asked.client);
  });
  await expectLate(async (client) => {
    const { id } = await addTo(client, device());
    return sending(removePasskey, { params: { passkeyId: id } });
  });
});
