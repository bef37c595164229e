// npm run admin-link: resets the administrator's forgotten password from the server's console.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptInvitation, readInvitation, readSession } from '../../../src/contract/sign-in/auth.ts';
import { createAdministratorLink } from '../../../src/server/tools/admin-link.ts';
import { startApp, useApp } from '../../helpers/app.ts';
import { clientWithKey } from '../../helpers/api-keys.ts';
import { builtServer } from '../../helpers/built.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { acceptLink, signInWithLink, readLink } from '../../helpers/invitations.ts';
import { refusal } from '../../helpers/ledger.ts';

const config = { administratorEmail: ADMINISTRATOR.email, baseUrl: null, port: 3000 };
const app = useApp();

const run = (environment: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const { BASE_URL: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [builtServer('tools/admin-link')], {
      env: { ...inherited, ADMIN_EMAIL: ADMINISTRATOR.email, ...environment },
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

const makeToken = async (): Promise<string> => {
  const { address } = await createAdministratorLink(app.db, app.clock, config);
  expect(address).toMatch(/^http:\/\/localhost:3000\/#\/login\?invite=[\w-]{43}$/);
  return address.split('invite=')[1] ?? '';
};

test('prints a link with the public address, while the server runs [LINK-13]', async () => {
  await clientWithKey(app, await app.administrator(), 'viewer');
  const { code, output } = await run({ DATABASE_URL: app.databaseUrl, BASE_URL: 'https://fines.example.pk' });
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain(ADMINISTRATOR.email);
  expect(output).toMatch(/\n {2}https:\/\/fines\.example\.pk\/#\/login\?invite=[\w-]{43}\n/);
  expect(output).toContain('It works once, for 60 minutes');
  expect(output).toContain('Everything that signed the administrator in before has ended');
  expect(output).toMatch(/API keys in force: .*Machine \d+.*\. In Settings, revoke those you do not recognise\./);
});

test('the link sets a new password, ends the other sessions, signs in as the administrator, and works once [LINK-13]', async () => {
  const before = await app.administrator();
  const token = await makeToken();
  expect(await readLink(app.nobody, token)).toMatchObject({
    ok: true,
    value: { name: 'Administrator', email: ADMINISTRATOR.email },
  });
  const after = await signInWithLink(app, token, 'quite another one');
  expect((await after.must(readSession, {})).principal).toMatchObject({ access: 'administrator', userId: null });
  expect((await before.must(readSession, {})).principal).toBeNull();
  await expect(app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).rejects.toThrow('sign-in-failed');
  await app.signIn(ADMINISTRATOR.email, 'quite another one');
  expect(refusal(await acceptLink(app.nobody, token)).code).toBe('link-used');
  await signInWithLink(app, await makeToken(), ADMINISTRATOR.password);
});

test('a newer link voids the older one, and lasts an hour [LINK-13]', async () => {
  const [older, newer] = [await makeToken(), await makeToken()];
  expect(refusal(await app.nobody.call(readInvitation, { body: { token: older } })).code).toBe('link-voided');
  app.clock.advance(60 * 60 * 1000);
  const body = { token: newer, password: 'long enough' };
  expect(refusal(await app.nobody.call(acceptInvitation, { body })).code).toBe('link-expired');
});

test('it is for the current administrator: with another ADMIN_EMAIL it is void', async () => {
  const token = await makeToken();
  const other = await startApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    environment: { ADMIN_EMAIL: 'somebody.else@jurmana.test' },
  });
  try {
    expect(refusal(await acceptLink(other.nobody, token)).code).toBe('link-voided');
  } finally {
    await other.stop();
  }
});

test('lets in an administrator who is locked out because others guessed passwords', async () => {
  for (let i = 0; i < 10; i += 1)
    await expect(app.signIn(ADMINISTRATOR.email, 'a guess')).rejects.toThrow('sign-in-failed');
  await expect(app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).rejects.toThrow('too-many-attempts');
  await signInWithLink(app, await makeToken(), ADMINISTRATOR.password);
  await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

test('says in one sentence that there is no database, and creates none', async () => {
  const path = join(tmpdir(), `jurmana-none-${process.pid}.db`);
  expect(await run({ DATABASE_URL: `file:${path}` })).toEqual({
    code: 2,
    output: `There is no database at ${path}. Check DATABASE_URL.\n`,
  });
  expect(existsSync(path)).toBe(false);
  const { code, output } = await run({ DATABASE_URL: 'mysql://nowhere' });
  expect({ code, output }).toEqual({
    code: 2,
    output:
      'DATABASE_URL must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE; several hosts are written HOST1:PORT,HOST2:PORT; a % in a PATH is written %25.\n',
  });
});
