// Backup and restore, to the same engine and to the other, and what is refused.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDatabase } from '../../organisation/fill.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { addPicture, readFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, listFines } from '../../src/contract/fines/fines.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { MAX_LOGO_SIZE } from '../../src/core/limits.ts';
import type { User } from '../../src/contract/users.ts';
import { connect, databaseLocation } from '../../src/server/db/connect.ts';
import { newMail } from '../../src/server/mail/new-mail.ts';
import { takeBackup } from '../../src/server/tools/backup.ts';
import { BackupError } from '../../src/server/tools/backup/format.ts';
import { loadBackup } from '../../src/server/tools/backup/load.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { clientWithKey } from '../helpers/api-keys.ts';
import { passkeysAt } from '../helpers/passkeys.ts';
import { createClient } from '../helpers/client.ts';
import { engine, newDatabaseUrl } from '../helpers/database.ts';
import { newFolder, rowsOf, runTool, textOf } from '../helpers/backups.ts';
import { acceptLink, signInWithLink, linkFor, readLink } from '../helpers/invitations.ts';
import { addUser, confirmation, fineOne, userForm } from '../helpers/ledger.ts';
import { jpegOfSize, ONE_PIXEL } from '../helpers/pictures.ts';
import { MEMBER_PASSWORD, signedInMember } from '../helpers/members.ts';

/** The secret is generated, so it must be in the backup. */
const OWN_SECRET = { environment: { AUTH_SECRET: '' } };
const folder = newFolder();
const removals: (() => void)[] = [folder.remove];
let app: TestApp;
let file: string;
/** Sessions and a request made before the backup. */
let before: { cookie: string; memberCookie: string; email: string; key: string; body: object; answer: unknown };

async function backUp(databaseUrl: string, to = folder.path): Promise<string> {
  const { code, stdout, stderr } = await runTool('backup', databaseUrl, to);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/** The same without a process of its own. */
const backUpHere = async (to: string, databaseUrl = app.databaseUrl): Promise<string> =>
  (await takeBackup(databaseUrl, join(folder.path, to))).path;

async function emptyDatabase(): Promise<string> {
  const { url, remove } = await newDatabaseUrl();
  removals.push(remove);
  return url;
}

beforeAll(async () => {
  const url = await emptyDatabase();
  await fillDatabase(url, { users: 40, fines: 1100, years: 1, seed: 1, now: Date.parse('2026-11-18'), actor: 'a@b.c' });
  app = await startApp({ ...OWN_SECRET, databaseUrl: url });
  const administrator = await app.administrator();
  const { user, client } = await signedInMember(app, administrator, userForm({ userName: 'جرمانہ "é" \\ \n 🙂' }));
  const { id: fineId } = await fineOne(administrator, user.id, { description: 'Three\nlines\u2028and a "quote"' });
  await administrator.must(addPicture, { params: { fineId }, body: { picture: ONE_PIXEL } });
  await administrator.must(updateOrganisation, { body: { logo: jpegOfSize(MAX_LOGO_SIZE).toString('base64') } });
  const second = await addUser(administrator);
  const body = { fineType: 'Late', amount: 10.5, date: '2026-11-18', userIds: [second.id] };
  const confirmed = confirmation([{ userId: second.id, amount: 10.5, doubled: false }]);
  const input = { body: { ...body, confirmed } };
  const answer = await administrator.must(addFines, input, { key: 'a-key-from-before' });
  before = {
    cookie: administrator.cookie,
    memberCookie: client.cookie,
    email: user.userEmail ?? '',
    key: 'a-key-from-before',
    body: input.body,
    answer,
  };
  file = await backUp(url);
});

afterAll(async () => {
  await app.stop();
  for (const remove of removals) remove();
});

describe('a backup', () => {
  it('is one file that only its owner can read, taken from a running server [BACKUP-1]', () => {
    expect(file).toMatch(/\/jurmana-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl\.gz$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toHaveLength(1);
  });

  it('is complete even when several start in the same second in one folder', async () => {
    const together = join(folder.path, 'together');
    const paths = await Promise.all(Array.from({ length: 3 }, () => backUp(app.databaseUrl, together)));
    expect(new Set(paths).size).toBe(3);
    expect(readdirSync(together)).toHaveLength(3);
    for (const path of paths) expect(rowsOf(path)).toEqual(rowsOf(file));
  });

  it('restores everything: the same content when taken again, passwords, pictures, stored answers of earlier requests, and books that agree [BACKUP-2, SEEN-3]', async () => {
    const url = await emptyDatabase();
    const { code, stdout, stderr } = await runTool('restore', url, file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(`Restored into ${databaseLocation(url)} after `)).toBe(true);
    expect(stdout).toMatch(/holds 42 users, 1,102 fines/);
    expect(stdout).toContain('\nThe books agree.\n');
    expect(stdout).toContain('Nobody is signed in any more.');

    expect(rowsOf(await backUpHere('again', url))).toEqual(rowsOf(file));
    const restored = await startApp({ ...OWN_SECRET, databaseUrl: url, clock: app.clock });
    try {
      const administrator = await restored.administrator();
      await restored.signIn(before.email, MEMBER_PASSWORD);
      const repeated = await administrator.must(addFines, { body: before.body as never }, { key: before.key });
      expect(repeated).toEqual(before.answer);
      expect(await administrator.must(listFines, { query: {} })).toEqual(
        await createClient(app.url, before.cookie).must(listFines, { query: {} }),
      );
      const { items } = await administrator.must(listFines, { query: {} });
      const seen = await Promise.all(items.map(({ id }) => administrator.must(readFine, { params: { fineId: id } })));
      const [picture] = seen.flatMap(({ fine, pictures }) =>
        pictures.map((one) => `/api/fines/${fine.id}/pictures/${one}`),
      );
      const bytes = await (await administrator.fetch(picture ?? '')).arrayBuffer();
      expect(Buffer.from(bytes).toString('base64')).toBe(ONE_PIXEL);
      expect((await checkBooks(restored.db)).agrees).toBe(true);
      // New writes work.
      await fineOne(administrator, (await addUser(administrator)).id);
      expect((await checkBooks(restored.db)).agrees).toBe(true);
    } finally {
      await restored.stop();
    }
  });

  if (engine === 'postgres') {
    it('taken again after a restore on the other engine, and back, has the same content [BACKUP-2]', async () => {
      let from = file;
      for (const url of [`file:${join(folder.path, 'moved', 'jurmana.db')}`, await emptyDatabase()]) {
        await loadBackup(url, from);
        from = await backUpHere('moved-again', url);
        expect(rowsOf(from)).toEqual(rowsOf(file));
      }
    });
  }

  it('brings back no access that has ended: links and sessions from before it no longer work [BACKUP-5]', async () => {
    const administrator = await app.administrator();
    const invite = async (): Promise<{ user: User; token: string }> => {
      const user = await addUser(administrator);
      return { user, token: await linkFor(administrator, user.id) };
    };
    const used = await invite();
    const usedSince = await invite();
    const voidedSince = await invite();
    const voided = await invite();
    const open = { ...voided, token: await linkFor(administrator, voided.user.id) };
    const owner = await signInWithLink(app, used.token);
    const { cookie } = owner;
    const { device, add } = passkeysAt(app);
    await add(owner, device(), { name: 'Old \u202ephone', password: 'chosen by a member' });
    await clientWithKey(app, administrator, 'viewer');
    const made = await backUpHere('ended');
    expect(rowsOf(made).filter((row) => /^(sessions|auth_session|instance):/.test(row))).toEqual([]);
    await signInWithLink(app, usedSince.token);
    await linkFor(administrator, voidedSince.user.id);

    const url = await emptyDatabase();
    const { code, stdout } = await runTool('restore', url, made);
    expect(code).toBe(0);
    expect(stdout).toContain('3 open sign-in links were voided');
    // What was removed since then comes back, and is named.
    expect(stdout).toContain(
      `These passkeys work again. Remove those that had been removed since the backup:\n  ${used.user.userEmail}: Old phone, added on 20`,
    );
    expect(stdout).toMatch(
      /These API keys are active again\. Revoke those that had been revoked since:\n(?: {2}.+\n)* {2}Machine \d+, made on 20/,
    );
    const restored = await startApp({ databaseUrl: url, clock: app.clock });
    try {
      for (const { token } of [used, usedSince, voidedSince, voided, open]) {
        expect(await readLink(restored.nobody, token)).toMatchObject({ ok: false });
        expect(await acceptLink(restored.nobody, token, 'chosen by a stranger')).toMatchObject({ ok: false });
      }
      for (const session of [cookie, administrator.cookie, before.memberCookie]) {
        const client = createClient(restored.url, session);
        expect((await client.must(readSession, {})).principal).toBeNull();
      }
    } finally {
      await restored.stop();
    }
  });

  it('contains no lease of a running daily backup, and no messages and no devices, so that restoring it notifies nobody [MAIL-12] [PUSH-10]', async () => {
    const { db, clock } = app;
    const message = newMail({
      reader: { userId: null, address: 'waiting@example.pk', name: 'Waiting', language: 'en' },
      kind: 'test',
      letter: { subject: 'Waits', name: 'Waiting', paragraphs: [] },
      sender: '',
      mail: { domain: 'example.pk' },
      now: clock.now(),
      goesAt: clock.now(),
      facts: null,
    });
    await db.write.insertInto('mails').values(message).execute();
    await db.write
      .insertInto('refused_addresses')
      .values({ address_key: 'refused@example.pk', refused_at: clock.now(), reply: '550' })
      .execute();
    const session = await db.read.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow();
    const device = { id: 'D', session_id: session.id, endpoint: 'https://push.example.pk/device', created_at: 0 };
    await db.write
      .insertInto('push_subscriptions')
      .values({ ...device, p256dh: 'key', auth: 'secret' })
      .execute();
    // The state while the daily backup runs.
    const value = JSON.stringify({ day: '2026-11-17', leasedUntil: clock.now() + 60_000, by: 'somebody' });
    await db.write.insertInto('instance').values({ key: 'daily-backup', value }).execute();
    const url = await emptyDatabase();
    try {
      const made = await backUpHere('with-messages');
      expect(textOf(made)).not.toMatch(/waiting@example\.pk|refused@example\.pk|push\.example\.pk|push-keys/);
      await loadBackup(url, made);
    } finally {
      await db.write.deleteFrom('instance').where('key', '=', 'daily-backup').execute();
      await db.write.deleteFrom('mails').execute();
      await db.write.deleteFrom('refused_addresses').execute();
      await db.write.deleteFrom('push_subscriptions').execute();
    }
    const restored = connect(url);
    expect(await restored.read.selectFrom('mails').select('id').execute()).toEqual([]);
    expect(await restored.read.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
    const kept = await restored.read.selectFrom('instance').select('key').execute();
    expect(kept.map(({ key }) => key)).not.toContain('daily-backup');
    await restored.close();
  });
});

describe('what fails', () => {
  const NOT_BEGUN = { code: 2, stdout: '' };

  /** A copy with changed content, compressed again, so that gzip's own check passes. */
  function altered(name: string, change: (text: string) => string): string {
    const path = join(folder.path, name);
    writeFileSync(path, gzipSync(change(textOf(file))));
    return path;
  }

  /** An altered copy with a correct checksum. */
  function resealed(name: string, change: (text: string) => string): string {
    return altered(name, (text) => {
      const lines = change(text).trimEnd().split('\n');
      const end = JSON.parse(lines.pop() ?? '') as object;
      const content = `${lines.join('\n')}\n`;
      const sha256 = createHash('sha256').update(content).digest('hex');
      return `${content}${JSON.stringify({ ...end, sha256 })}\n`;
    });
  }

  const files: [string, () => string, RegExp][] = [
    ['a missing file', () => join(folder.path, 'none'), /^The file .+none cannot be read \(ENOENT.+\)\.$/],
    ['a folder', () => folder.path, /^The file .+ cannot be read \(EISDIR.+\)\.$/],
    [
      'an empty file',
      () => {
        const path = join(folder.path, 'empty');
        writeFileSync(path, '');
        return path;
      },
      /^.+empty is cut short: its end is missing\. Use another copy\.$/,
    ],
    ['a file of something else', () => new URL(import.meta.url).pathname, /^.+ is not a backup made by Jurmana\.$/],
    [
      'packed text of something else',
      () => altered('other', () => 'one\ntwo\n'),
      /^.+other is not a backup made by Jurmana\.$/,
    ],
    [
      'a file cut short',
      () => {
        const path = join(folder.path, 'cut');
        writeFileSync(path, readFileSync(file));
        truncateSync(path, Math.floor(statSync(path).size * 0.9));
        return path;
      },
      /^.+cut is cut short: its end is missing\. Use another copy\.$/,
    ],
    [
      'text cut at the end of a line',
      () => altered('cut-line', (text) => `${text.split('\n').slice(0, -2).join('\n')}\n`),
      /^.+cut-line is cut short/,
    ],
    [
      'a bit that turned over',
      () => {
        const bytes = readFileSync(file);
        const middle = Math.floor(bytes.length / 2);
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 4, middle);
        const path = join(folder.path, 'bit');
        writeFileSync(path, bytes);
        return path;
      },
      /^.+bit is damaged.*\. Use another copy\.$/,
    ],
    [
      'an altered amount',
      () => altered('amount', (text) => text.replace(',1050,', ',1051,')),
      /^.+amount is damaged: its checksum does not match its contents\. Use another copy\.$/,
    ],
    [
      'an altered checksum',
      () => altered('checksum', (text) => text.replace(/"sha256":"./, (found) => `${found.slice(0, -1)}g`)),
      /^.+checksum is damaged: its checksum/,
    ],
    [
      'a row left out',
      () => altered('row', (text) => text.replace(/\n\["[^\n]+"Pending"[^\n]+/, '')),
      /^.+row is damaged: its checksum/,
    ],
    [
      'a row that does not fit, under a checksum that does',
      () => resealed('row-type', (text) => text.replace(/("table":"books".+\n\[)1,/, '$1"x",')),
      /^.+row-type cannot be restored: rows of \w+ are not valid \(.+\)\.$/,
    ],
    [
      'a newer format',
      () => altered('format', (text) => text.replace('"format":1', '"format":2')),
      /^.+format was made by a newer version of Jurmana\./,
    ],
    [
      'a database of another version',
      () => resealed('newer', (text) => text.replace(/("migrations":\[[^\]]+)/, '$1,"9999-later"')),
      /^.+newer was made by another version of Jurmana\. Restore it with that version\.$/,
    ],
  ];

  it('a damaged or foreign file, with one sentence, leaving the database empty [BACKUP-3]', async () => {
    const url = await emptyDatabase();
    for (const [what, make, sentence] of files) {
      const error = await loadBackup(url, make()).catch((reason: unknown) => reason);
      expect(error, what).toBeInstanceOf(BackupError);
      expect((error as BackupError).message, what).toMatch(sentence);
    }
    expect(await runTool('restore', url, join(folder.path, 'cut'))).toEqual({
      ...NOT_BEGUN,
      stderr: expect.stringMatching(/^[^\n]+ is cut short: [^\n]+\n$/),
    });
    await loadBackup(url, file);
  });

  it('a damaged file, even without a database [BACKUP-3]', async () => {
    const whole = await runTool('restore', '', file, '--check');
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The file is complete\. It was made on .+ 42 users/),
    });
    expect(await runTool('restore', '', join(folder.path, 'amount'), '--check')).toMatchObject(NOT_BEGUN);
  });

  it('restoring into a database with records, or while a server runs on it [BACKUP-2]', async () => {
    const other = await startApp(OWN_SECRET);
    try {
      const inUse = await runTool('restore', other.databaseUrl, file);
      expect(inUse).toMatchObject(NOT_BEGUN);
      expect(inUse.stderr).toMatch(/^The database is in use\. Stop every server that uses it/);
      await addUser(await other.administrator());
      await other.server.close();
      await other.db.close();
      const full = await runTool('restore', other.databaseUrl, file);
      expect(full).toMatchObject(NOT_BEGUN);
      expect(full.stderr).toMatch(
        /^The database already holds records; a backup can be restored only into an empty one\./,
      );
    } finally {
      await other.stop().catch(() => {});
    }
  });

  // On SQLite the file is free as soon as it is closed.
  if (engine === 'postgres') {
    it('but not restoring just after a server has stopped, while its connections are still closing', async () => {
      const url = await emptyDatabase();
      const leaving = connect(url);
      await sql`select 1`.execute(leaving.read);
      const gone = new Promise((resolve) => setTimeout(resolve, 700)).then(() => leaving.close());
      const { rows } = await loadBackup(url, file);
      await gone;
      expect(rows.get('users')).toBe(42);
    });
  }

  it('an interrupted backup, which leaves nothing behind', async () => {
    const stop = new AbortController();
    const progress = (): void => stop.abort();
    const to = join(folder.path, 'interrupted');
    const interrupted = takeBackup(app.databaseUrl, to, { signal: stop.signal, progress });
    await expect(interrupted).rejects.toThrow('The backup was interrupted. No file was left behind.');
    await expect(takeBackup(app.databaseUrl, to, { signal: AbortSignal.abort() })).rejects.toThrow(BackupError);
    expect(readdirSync(to)).toEqual([]);
  });

  it('a backup of an empty database, into a file, or without a folder', async () => {
    const nothing = await runTool('backup', await emptyDatabase(), folder.path);
    expect(nothing).toMatchObject({
      ...NOT_BEGUN,
      stderr: expect.stringMatching(/^(There is no|The database holds)/),
    });
    const intoFile = await runTool('backup', app.databaseUrl, file);
    expect(intoFile).toMatchObject({
      ...NOT_BEGUN,
      stderr: expect.stringMatching(/^The backup cannot be written to/),
    });
    expect(await runTool('backup', app.databaseUrl)).toMatchObject({
      ...NOT_BEGUN,
      stderr: expect.stringMatching(/^Usage/),
    });
  });
});
