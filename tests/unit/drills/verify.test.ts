// The verification of the drills accepts a correct database and detects each kind of loss.
import { randomFrom } from '../../../organisation/random.ts';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Findings, pause } from '../../../drills/support/drill.ts';
import { verifyWrites } from '../../../drills/support/verify.ts';
import { type Kind, send, type Sent } from '../../../drills/support/requests.ts';
import { addUsers, startWriters } from '../../../drills/support/writers.ts';
import { RULE_ID } from '../../../src/core/fines/rules.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { newMigratedDatabaseUrl } from '../../helpers/database.ts';

/** The load runs until at least one write of each kind is acknowledged. */
const FINE_KINDS: readonly Kind[] = ['add', 'pay', 'delete'];
const OTHER_KINDS: readonly Kind[] = [
  'add-event',
  'change-event',
  'delete-event',
  'add-user',
  'change-user',
  'delete-user',
  'link',
  'rule',
];

let databaseUrl: string;
let removeDatabase: () => void;
let folder: string;
let cookie: string;
let written: readonly Sent[];

// All tests start from the same load, so each gets a copy of it.
beforeAll(async () => {
  ({ url: databaseUrl, remove: removeDatabase } = await newMigratedDatabaseUrl());
  folder = mkdtempSync(join(tmpdir(), 'jurmana-verify-'));
  const loaded = await startApp({ databaseUrl });
  const administrator = await loaded.administrator();
  ({ cookie } = administrator);
  const userIds = await addUsers(administrator, 3);
  const load = startWriters({
    urlOf: () => loaded.url,
    cookie,
    userIds,
    writers: 1,
    // With this seed, each kind comes early, so that there is little to repeat in each test.
    random: randomFrom(39).fraction,
    today: '2026-06-01',
  });
  while (
    ![...FINE_KINDS, ...OTHER_KINDS].every((kind) => load.sent.some((one) => one.kind === kind && one.answer !== null))
  )
    await pause(5);
  await load.stop();
  written = load.sent;
  await sql`vacuum into ${sql.lit(join(folder, 'written.db'))}`.execute(loaded.db.write);
  await loaded.stop();
});
afterAll(() => {
  removeDatabase();
  rmSync(folder, { recursive: true });
});

let app: TestApp;
let sent: Sent[];

beforeEach(async ({ task }) => {
  const path = join(folder, `${task.id}.db`);
  copyFileSync(join(folder, 'written.db'), path);
  app = await startApp({ databaseUrl: `file:${path}` });
  sent = structuredClone([...written]);
});
afterEach(() => app.stop());

async function failedStatements(): Promise<string[]> {
  const findings = new Findings();
  await verifyWrites(findings, { url: app.url, databaseUrl: app.databaseUrl, cookie, sent });
  return findings.failed();
}

/** A fine that was added and not deleted. */
function standing(): Sent {
  const deleted = new Set(sent.filter(({ kind }) => kind === 'delete').map(({ id }) => id));
  const fine = sent.find(({ kind, id }) => kind === 'add' && id !== null && !deleted.has(id));
  if (fine === undefined) throw new Error('No fine is left.');
  return fine;
}

test('after writes that were all carried out there are no findings', async () => {
  expect(await failedStatements()).toEqual([]);
});

test('a write whose answer was lost is accepted, whether carried out or not', async () => {
  const { key, body } = standing();
  const carriedOut = sent.find((request) => request.key === key);
  if (carriedOut !== undefined) Object.assign(carriedOut, { answer: null, id: null, status: null });
  const other = randomUUID();
  const lost = { ...standing(), key: other, body: { ...body, description: other } };
  sent.push({ ...lost, answer: null, id: null, status: null });
  expect(await failedStatements()).toEqual([]);
});

test('an acknowledged write that was not carried out is found', async () => {
  const key = randomUUID();
  const made = standing();
  sent.push({ ...made, key, body: { ...made.body, description: key } });
  expect(await failedStatements()).toContain('every acknowledged write is there, exactly once');
});

test('a write that was carried out twice is found', async () => {
  await send(app.url, cookie, { ...standing(), key: randomUUID() });
  expect(await failedStatements()).toEqual([
    'every acknowledged write is there, exactly once',
    'no write is there twice',
    'what got no answer, sent again, is there once',
  ]);
});

test('a forgotten idempotency key is found', async () => {
  await app.db.write.deleteFrom('idempotency').execute();
  expect(await failedStatements()).toContain('the same keys again: the same answers, nothing added');
});

test('a missing record is found', async () => {
  await app.db.write.deleteFrom('fines').where('id', '=', standing().id).execute();
  const failed = await failedStatements();
  expect(failed).toContain('every acknowledged write is there, exactly once');
  expect(failed).toContain('check-books agrees');
});

test('a refusal of a valid request is found', async () => {
  sent.push({ ...standing(), key: randomUUID(), answer: null, status: 409 });
  expect(await failedStatements()).toContain('no write was refused');
});

test.each(OTHER_KINDS)('%s: an acknowledged one that was not carried out is found', async (kind) => {
  const made = sent.find((request) => request.kind === kind);
  if (made === undefined) throw new Error(`There is no ${kind}.`);
  sent.push({ ...made, key: randomUUID(), id: 'nobody' });
  expect(await failedStatements()).toContain('every acknowledged write is there, exactly once');
});

test('a rule with another state than was set is found', async () => {
  const { write } = app.db;
  const rule = await write
    .selectFrom('settings')
    .select('allow_disallow')
    .where('id', '=', RULE_ID['members-see-everyone'])
    .executeTakeFirstOrThrow();
  await write
    .updateTable('settings')
    .set({ allow_disallow: 1 - rule.allow_disallow })
    .where('id', '=', RULE_ID['members-see-everyone'])
    .execute();
  expect(await failedStatements()).toContain('check-books agrees');
});

test('a missing sign-in link is found', async () => {
  await app.db.write.deleteFrom('sign_in_links').execute();
  expect(await failedStatements()).toContain('every acknowledged write is there, exactly once');
});
