// The limits on sign-in attempts, per account and per address.
import { expect, test } from 'vitest';
import { ATTEMPT_WINDOW_MS, MAX_FAILURES as limits, networkOf } from '../../../src/server/auth/passwords/attempts.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { addMember, MEMBER_PASSWORD } from '../../helpers/members.ts';
import { attempt, errorOf } from '../../helpers/sign-in.ts';

const app = useApp(() => ({ environment: { TRUST_PROXY: 'true' } }));
const administrator = useAdministrator(app);

test('an account is limited to ten failures in 15 minutes, from any address [SIGNIN-8]', async () => {
  const { userEmail } = await addMember(app, administrator);
  const email = userEmail ?? '';
  for (let i = 0; i < limits.account; i += 1)
    expect((await attempt(app.url, email, 'wrong-password')).status).toBe(401);

  const refused = await attempt(app.url, email.toUpperCase(), MEMBER_PASSWORD);
  expect(refused.headers.get('retry-after')).toBe('900');
  expect(await errorOf(refused)).toEqual({
    status: 429,
    code: 'too-many-attempts',
    message: 'Too many sign-in attempts. Please wait 15 minutes and try again.',
    details: { seconds: 900 },
  });

  app.clock.advance(ATTEMPT_WINDOW_MS - 45_000);
  expect(await errorOf(await attempt(app.url, email, MEMBER_PASSWORD))).toMatchObject({
    message: 'Too many sign-in attempts. Please wait 1 minute and try again.',
    details: { seconds: 45 },
  });
  app.clock.advance(45_000);
  expect((await attempt(app.url, email, MEMBER_PASSWORD)).status).toBe(200);
});

test('an e-mail that does not exist is limited in the same way [SIGNIN-8]', async () => {
  for (let i = 0; i < limits.account; i += 1) await attempt(app.url, 'ghost@example.pk', 'wrong-password');
  expect((await errorOf(await attempt(app.url, 'ghost@example.pk', 'wrong-password'))).code).toBe('too-many-attempts');
});

test('guesses sent in parallel do not get around the limit [SIGNIN-9, V2.4.1]', async () => {
  const { userEmail } = await addMember(app, administrator);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => attempt(app.url, userEmail ?? '', 'wrong-password')),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(limits.account);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25 - limits.account);
});

test('the right password resets the attempts of an account [SIGNIN-9]', async () => {
  const { userEmail } = await addMember(app, administrator);
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < limits.account - 1; i += 1) await attempt(app.url, userEmail ?? '', 'wrong-password');
    expect((await attempt(app.url, userEmail ?? '', MEMBER_PASSWORD)).status).toBe(200);
  }
});

test('an address is limited to fifty failures for all accounts together; successful sign-ins do not count [SIGNIN-8]', async () => {
  const address = '203.0.113.7';
  const { userEmail } = await addMember(app, administrator);
  for (let i = 0; i < 5; i += 1)
    expect((await attempt(app.url, userEmail ?? '', MEMBER_PASSWORD, address)).status).toBe(200);
  const guesses = Array.from({ length: limits.address }, (_, i) =>
    attempt(app.url, `guess${i}@example.pk`, 'guess-it', address),
  );
  for (const answer of await Promise.all(guesses)) expect(answer.status).toBe(401);
  expect((await attempt(app.url, userEmail ?? '', MEMBER_PASSWORD, address)).status).toBe(429);
  expect((await attempt(app.url, userEmail ?? '', MEMBER_PASSWORD)).status).toBe(200);
  app.clock.advance(ATTEMPT_WINDOW_MS);
  expect((await attempt(app.url, userEmail ?? '', MEMBER_PASSWORD, address)).status).toBe(200);
});

test('all processes on one database share the counts [SIGNIN-8, V6.3.1]', async () => {
  const second = await startApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    environment: { TRUST_PROXY: 'true' },
  });
  try {
    const { userEmail } = await addMember(app, administrator);
    for (let i = 0; i < limits.account; i += 1) {
      await attempt(i % 2 === 0 ? app.url : second.url, userEmail ?? '', 'wrong-password');
    }
    for (const { url } of [app, second]) {
      expect((await attempt(url, userEmail ?? '', MEMBER_PASSWORD)).status).toBe(429);
    }
  } finally {
    await second.stop();
  }
});

test('windows that have ended are deleted', async () => {
  await attempt(app.url, 'long-gone@example.pk', 'wrong-password');
  app.clock.advance(2 * ATTEMPT_WINDOW_MS);
  await attempt(app.url, 'somebody-new@example.pk', 'wrong-password');
  const rows = await app.db.write.selectFrom('sign_in_attempts').selectAll().execute();
  expect(rows.every((row) => row.window_ends > app.clock.now())).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('somebody-new');
});

test('addresses of one IPv6 network count as one address [SIGNIN-11]', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2');
  expect(networkOf('2001:DB8:1:2:bbbb:1:2:3')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('')).toBe('unknown');
});
