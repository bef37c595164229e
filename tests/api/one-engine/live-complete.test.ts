// Nothing is missing from the live feed: each operation that writes is performed, and whoever gets another answer to any read
// afterwards has been told (LIVE-1, LIVE-5). Reads and writes are the contract's, so that a new one is tried as well.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type AccessLevel, GRANTED_LEVELS, isAllowed, isAtLeast } from '../../../src/core/people/permission.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import type { Client } from '../../helpers/client.ts';
import { setRule } from '../../helpers/ledger.ts';
import { patience } from '../../helpers/patience.ts';
import { caughtUp, isEnded, type LiveStream, openLive } from '../../helpers/live-stream.ts';
import { givePassword, signedInWithAccess } from '../../helpers/members.ts';
import { NO_MAIL_ARRIVES } from '../../helpers/outbox.ts';
import { type Form, validForms } from '../../helpers/refusals.ts';

/** Reads that nothing on a screen shows, or that are no JSON of records. What becomes of messages is none: their list asks again by itself. */
const NOT_ON_SCREEN = (id: string): boolean =>
  id.startsWith('exports.') ||
  ['live.feed', 'openapi.get', 'auth.finishOidc', 'organisation.logo', 'requests.picture', 'mails.list'].includes(id);

const READS = OPERATIONS.filter(({ method, id }) => method === 'GET' && !NOT_ON_SCREEN(id));

/**
 * Not `writes`, for their answer is a secret, but they leave an entry in the journal as those do. What is kept of sign-ins
 * (sessions, passkeys, when somebody last signed in or a key was used) is no record of the organisation and not told.
 */
const SECRETS = ['users.createSignInLink', 'apiKeys.add'];
const WRITES = OPERATIONS.filter(({ writes, id }) => writes || SECRETS.includes(id));

/** What they cannot be asked without. */
const QUERIES: Record<string, string> = {
  'payments.reference': '?method=Raast&reference=123',
  'finder.find': '?search=Some',
  'reports.month': '?month=2026-11',
};

interface Reader {
  who: string;
  client: Client;
  access: AccessLevel;
  stream: LiveStream;
}

let app: TestApp;
let administrator: Client;
/** hears of every write */
let witness: LiveStream;
let staff: Reader[];

const reader = async (who: string, access: AccessLevel, client: Client): Promise<Reader> => ({
  who,
  access,
  client,
  stream: await openLive(app.url, client.cookie),
});

const seen = new Set<string>();

/** The users since the last call, each signed in. */
async function signInMembers(): Promise<Reader[]> {
  const users = await app.db.read
    .selectFrom('users')
    .select(['id', 'user_email', 'user_name'])
    .where('user_email', 'is not', null)
    .execute();
  const members: Reader[] = [];
  for (const { id, user_email: userEmail, user_name: userName } of users) {
    if (seen.has(id)) continue;
    seen.add(id);
    await givePassword(app, { userEmail, userName });
    members.push(await reader(`member ${id}`, 'member', await app.enter(userEmail ?? '')));
  }
  return members;
}

/** Every read that they may make, and its answer. */
async function readAll({ client, access }: Reader, forms: readonly Form[]): Promise<Map<string, string>> {
  const allowed = READS.filter(({ needs }) => isAllowed(needs, access));
  const paths = allowed.flatMap((operation): [string, string][] => {
    if (!operation.path.includes(':')) return [[operation.id, `/api${operation.path}${QUERIES[operation.id] ?? ''}`]];
    return forms.filter((form) => form.operation.id === operation.id).map(({ path }) => [operation.id, path]);
  });
  expect(new Set(paths.map(([id]) => id)).size, 'every read is in the forms').toBe(allowed.length);
  const answers = await Promise.all(
    paths.map(async ([id, path]): Promise<[string, string]> => {
      const answer = await client.fetch(path);
      // The version is what is told.
      return [id, `${answer.status} ${(await answer.text()).replace(/"booksVersion":"[^"]*"/, '')}`];
    }),
  );
  return new Map(answers);
}

/** Performs the operation, with what it says was shown as it is now. */
async function perform({ operation, path, body, by = administrator }: Form): Promise<void> {
  const answer = await by.fetch(path, {
    method: operation.method,
    headers: { 'idempotency-key': crypto.randomUUID(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(await shownIn(operation, body)) }),
  });
  expect(answer.status, `${operation.id}: ${await answer.text()}`).toBe(200);
}

async function shownIn(operation: Operation, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (operation.id !== 'cash.handOver') return body;
  const { received, given_back, paid_out, taken_over } = await app.db.read
    .selectFrom('cash_holders')
    .selectAll()
    .executeTakeFirstOrThrow();
  const held = (received + taken_over - given_back - paid_out) / 100;
  return { ...body, held, counted: held };
}

/** Performs an operation: which reads were answered otherwise after it, and who was not told although theirs was. */
async function compare(operation: Operation): Promise<{ untold: string[]; changed: Set<string> }> {
  const forms = await validForms(administrator);
  const form = forms.find((one) => one.operation.id === operation.id);
  if (form === undefined) throw new Error(`${operation.id} has no valid request in tests/helpers/refusals.ts.`);
  const readers = [...staff, ...(await signInMembers())];
  await caughtUp(app, witness);
  const before = await Promise.all(readers.map((one) => readAll(one, forms)));
  const heard = readers.map(({ stream }) => stream.changes());
  await perform(form);
  await caughtUp(app, witness);
  const after = await Promise.all(readers.map((one) => readAll(one, forms)));

  const untold: string[] = [];
  const changed = new Set<string>();
  for (const [n, { who, stream, access }] of readers.entries()) {
    const others = [...(after[n] ?? [])].filter(([id, text]) => before[n]?.get(id) !== text).map(([id]) => id);
    for (const id of others) changed.add(id);
    const isTold = () => stream.changes() > (heard[n] ?? 0) || stream.received.some(isEnded);
    // A member's session is looked at first, so it may take a moment.
    const told = others.length === 0 || (await vi.waitUntil(isTold, { timeout: patience(10_000) }).catch(() => false));
    if (!told) untold.push(`${who}: ${others.join(', ')}`);
    if (!isAtLeast(access, 'viewer')) stream.close();
  }
  return { untold, changed };
}

/** A new organisation with these readers besides its members, who come with each operation's valid request. */
async function start(levels: readonly Exclude<AccessLevel, 'member'>[]): Promise<void> {
  app = await startApp({ environment: NO_MAIL_ARRIVES });
  administrator = await app.administrator();
  witness = await openLive(app.url, administrator.cookie);
  staff = [];
  for (const access of levels) {
    const isAdministrator = access === 'administrator';
    const client = isAdministrator ? administrator : (await signedInWithAccess(app, administrator, access)).client;
    staff.push(await reader(access, access, client));
  }
  for (const { stream } of await signInMembers()) stream.close();
}

describe('whoever gets another answer has been told', () => {
  const changed = new Set<string>();
  let tried = 0;
  beforeAll(() => start([...GRANTED_LEVELS, 'administrator']));
  afterAll(async () => {
    await app.stop();
    // Each read was seen to change, or the comparison would say nothing of it.
    if (tried === WRITES.length) expect(READS.map(({ id }) => id).filter((id) => !changed.has(id))).toEqual([]);
  });

  test.each(WRITES)('of $id [LIVE-1]', async (operation) => {
    tried += 1;
    const result = await compare(operation);
    expect(result.untold).toEqual([]);
    expect(result.changed.size).toBeGreaterThan(0);
    for (const id of result.changed) changed.add(id);
  });
});

describe('where members see everyone, so has each member', () => {
  beforeAll(async () => {
    await start([]);
    await setRule(administrator, true, 'members-see-everyone');
  });
  afterAll(() => app.stop());

  test.each(WRITES)('of $id [LIVE-5]', async (operation) => {
    expect((await compare(operation)).untold).toEqual([]);
  });
});
