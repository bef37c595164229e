// Migrating a database of the first version that has records in it.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { displayName } from '../../src/core/people/person-name.ts';
import { searchKey } from '../../src/core/text/search.ts';
import { createPasswords } from '../../src/server/auth/passwords/passwords.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { keysWithoutInvisible } from '../../src/server/db/migrations/0022-keys-without-invisible.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { createClient } from '../helpers/client.ts';
import { engine } from '../helpers/database.ts';
import {
  withNewRules,
  withoutNewColumns,
  firstCookie,
  FIRST_INVITED,
  FIRST_LINKS,
  FIRST_MEMBER,
  FIRST_REQUEST,
  firstVersionUrl,
} from '../helpers/first-version.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { acceptLink, signInWithLink } from '../helpers/invitations.ts';
import { addUser, fineOne } from '../helpers/ledger.ts';
import { MEMBER_PASSWORD } from '../helpers/members.ts';
import { startServerProcess } from '../helpers/server-process.ts';

let database: { url: string; remove(): void };
let app: TestApp | undefined;

beforeEach(async () => {
  database = await firstVersionUrl();
});
afterEach(async () => {
  await app?.stop();
  database.remove();
});

test('is migrated once, however many processes start, and every record stays as it was [PAY-12]', async () => {
  const processes = Array.from({ length: 3 }, () => connect(database.url));
  const [first] = processes;
  if (first === undefined) throw new Error('No process is there.');
  const before = await dump(first);
  // On SQLite, connections of one process would block the event loop while waiting for each other.
  if (engine === 'postgres') await Promise.all(processes.map((db) => migrate(db)));
  else for (const db of processes) await migrate(db);
  expect(withoutNewColumns(await dump(first))).toEqual(withNewRules(before));
  await expectBooksRight(first);
  for (const db of processes) await db.close();
});

test('keys are derived again without invisible characters, unless somebody else has the new key', async () => {
  const db = connect(database.url);
  await migrate(db);
  const [first, second] = await db.write
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where('email_key', 'is not', null)
    .execute();
  if (first === undefined || second === undefined) throw new Error('Nobody is there.');
  const set = (id: string, values: { name_key?: string; email_key: string }) =>
    db.write.updateTable('users').set(values).where('id', '=', id).execute();
  await set(first.id, { name_key: 'old\u3164', email_key: 'free\u3164@example.pk' });
  await set(second.id, { email_key: 'double@example.pk' });
  await db.write
    .updateTable('accounts')
    .set({ email_key: 'free\u3164@example.pk' })
    .where('email_key', '=', first.email_key)
    .execute();
  await keysWithoutInvisible().up(db.write);
  const keys = await db.read.selectFrom('users').select(['id', 'user_name', 'name_key', 'email_key']).execute();
  const keyOf = (id: string) => keys.find((row) => row.id === id);
  expect(keyOf(first.id)?.email_key).toBe('free@example.pk');
  expect(keyOf(first.id)?.name_key).toBe(searchKey(displayName(keyOf(first.id)?.user_name ?? '')));
  await set(first.id, { email_key: 'double\u3164@example.pk' });
  await keysWithoutInvisible().up(db.write);
  expect(
    (await db.read.selectFrom('users').select('email_key').where('id', '=', first.id).executeTakeFirst())?.email_key,
  ).toBe('double\u3164@example.pk');
  await db.close();
});

test('passwords, sessions, links and stored answers keep working', async () => {
  app = await startApp({ databaseUrl: database.url, passwords: createPasswords() });
  const administrator = createClient(app.url, firstCookie(app, 'administrator'));
  expect((await administrator.must(readSession, {})).principal?.email).toBe(ADMINISTRATOR.email);
  const member = createClient(app.url, firstCookie(app, 'member'));
  expect((await member.must(readSession, {})).principal?.userId).toBe(FIRST_MEMBER.id);
  await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  // Concurrently: either sign-in may renew the hash, and both succeed.
  const entering = [1, 2].map(async () => app?.signIn(FIRST_MEMBER.email, MEMBER_PASSWORD));
  await Promise.all(entering);

  // Signing in replaced the former sign-in library's hash.
  const accounts = await app.db.read
    .selectFrom('accounts')
    .select(['email_key', 'password_hash', 'last_sign_in_at'])
    .execute();
  const costOf = (email: string) =>
    accounts
      .find(({ email_key }) => email_key === email)
      ?.password_hash?.split('$')
      .slice(1, 3)
      .join(' ');
  expect(costOf(FIRST_MEMBER.email)).toBe('scrypt ln=15,r=8,p=3');
  expect(costOf(ADMINISTRATOR.email)).toBe('scrypt ln=15,r=8,p=3');
  expect(costOf('bilal@example.pk')).toBe('scrypt ln=14,r=16,p=1');
  expect(accounts.every(({ last_sign_in_at }) => last_sign_in_at !== null)).toBe(true);
  await app.signIn(FIRST_MEMBER.email, MEMBER_PASSWORD);

  for (const token of [FIRST_LINKS.used, FIRST_LINKS.voided]) {
    expect(await acceptLink(app.nobody, token)).toMatchObject({ ok: false });
  }
  const invited = await signInWithLink(app, FIRST_LINKS.open);
  expect((await invited.must(readSession, {})).principal?.email).toBe(FIRST_INVITED.email);
  await signInWithLink(app, FIRST_LINKS.administrators, 'chosen at the console');

  const again = await app.signIn(ADMINISTRATOR.email, 'chosen at the console');
  // The response is still in the format in which the first version stored it.
  const repeated = await again.must(addFines, { body: FIRST_REQUEST.body }, { key: FIRST_REQUEST.key });
  expect(repeated).toMatchObject({ fines: FIRST_REQUEST.fineIds.map((id) => ({ id })) });
  await fineOne(again, (await addUser(again)).id);
  await expectBooksRight(app.db);
});

if (engine === 'postgres') {
  test('a server that starts runs its migrations without a time limit on statements', async () => {
    const db = connect(database.url, { poolSize: 1 });
    await sql`create table limits_seen (statement_timeout text)`.execute(db.write);
    await sql`create function see_limits() returns event_trigger language plpgsql as $$ begin
      insert into limits_seen values (current_setting('statement_timeout')); end $$`.execute(db.write);
    await sql`create event trigger see_limits on ddl_command_end execute function see_limits()`.execute(db.write);
    const server = await startServerProcess({ databaseUrl: database.url, account: ADMINISTRATOR });
    await server.kill();
    const { rows } = await sql<{ limits: string }>`
      select distinct statement_timeout as limits from limits_seen`.execute(db.read);
    expect(rows).toEqual([{ limits: '0' }]);
    await db.close();
  });
}
