// Nothing is missing from the live feed: each operation that writes is performed, and whoever gets another answer to any read
// afterwards has been told (LIVE-1, LIVE-5). Reads and writes are the contract's, so that a new one is tried as well.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type AccessLevel, GRANTED_LEVELS, isAllowed } from '../../../src/core/people/permission.ts';
import { readUser } from '../../../src/contract/users.ts';
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
  reads: readonly Operation[];
  stream: LiveStream;
}

let app: TestApp;
let administrator: Client;
/** hears of every write */
let witness: LiveStream;
let staff: Reader[];

const maySend = (access: AccessLevel) => READS.filter(({ needs }) => isAllowed(needs, access));

/** Between the least and the most, who read everything, only what those below may not. */
const readsOf = (access: AccessLevel): readonly Operation[] => {
  const below = GRANTED_LEVELS[GRANTED_LEVELS.findIndex((level) => level === access) - 1];
  return below === undefined ? maySend(access) : maySend(access).filter(({ needs }) => !isAllowed(needs, below));
};

const reader = async (who: string, access: AccessLevel, client: Client): Promise<Reader> => ({
  who,
  client,
  reads: readsOf(access),
  stream: await openLive(app.url, client.cookie),
});

const seen = new Set<string>();

/** The users since the last call; of those whom the forms are not about, at most so many. */
async function signInMembers(forms: readonly Form[], others = Infinity): Promise<Reader[]> {
  const users = await app.db.read
    .selectFrom('users')
    .select(['id', 'user_email', 'user_name'])
    .where('user_email', 'is not', null)
    .execute();
  const fresh = users.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  const read = forms.find(({ operation }) => operation.id === readUser.id);
  const isSubject = ({ id }: { id: string }): boolean => read?.path.endsWith(`/${id}`) === true;
  const chosen = [...fresh.filter(isSubject), ...fresh.filter((user) => !isSubject(user)).slice(0, others)];
  return Promise.all(
    chosen.map(async ({ id, user_email: userEmail, user_name: userName }) => {
      await givePassword(app, { userEmail, userName });
      return reader(`member ${id}`, 'member', await app.enter(userEmail ?? ''));
    }),
  );
}

/** Every read of theirs, and its answer. */
async function readAll({ client, reads }: Reader, forms: readonly Form[]): Promise<Map<string, string>> {
  const paths = reads.flatMap((operation): [string, string][] => {
    if (!operation.path.includes(':')) return [[operation.id, `/api${operation.path}${QUERIES[operation.id] ?? ''}`]];
    return forms.filter((form) => form.operation.id === operation.id).map(({ path }) => [operation.id, path]);
  });
  expect(new Set(paths.map(([id]) => id)).size, 'every read is in the forms').toBe(reads.length);
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
async function perform({ operation, path, body, by = administrator }: Form): Promise<Response> {
  return by.fetch(path, {
    method: operation.method,
    headers: { 'idempotency-key': crypto.randomUUID(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(await shownIn(operation, body)) }),
  });
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

/** Forms of all operations, and who reads with which answers so far. */
interface Prepared {
  forms: readonly Form[];
  readers: readonly Reader[];
  answers: Map<string, string>[];
}

/** Serves one operation after the other, until one ends a reader's session or takes away what is read; then null. */
let prepared: Prepared | null = null;
let members: Reader[] = [];
/** how many members read whom the forms are not about */
let others: number | undefined;

async function prepare(): Promise<Prepared> {
  for (const { stream } of members) stream.close();
  const forms = await validForms(administrator);
  members = await signInMembers(forms, others);
  const readers = [...staff, ...members];
  await caughtUp(app, witness);
  return { forms, readers, answers: await Promise.all(readers.map((one) => readAll(one, forms))) };
}

interface Compared {
  /** what the operation was answered, if it was refused */
  refusal: string | null;
  /** the reads that were answered otherwise after it */
  changed: Set<string>;
  /** who was not told, although theirs was */
  untold: string[];
}

async function attempt(operation: Operation, { forms, readers, answers: before }: Prepared): Promise<Compared> {
  const form = forms.find((one) => one.operation.id === operation.id);
  if (form === undefined) throw new Error(`${operation.id} has no valid request in tests/helpers/refusals.ts.`);
  const heard = readers.map(({ stream }) => stream.changes());
  const answer = await perform(form);
  if (answer.status !== 200) {
    return { refusal: `${operation.id}: ${await answer.text()}`, changed: new Set(), untold: [] };
  }
  await caughtUp(app, witness);
  const after = await Promise.all(readers.map((one) => readAll(one, forms)));
  const untold: string[] = [];
  const changed = new Set<string>();
  let isUsedUp = false;
  for (const [n, { who, stream }] of readers.entries()) {
    const otherwise = [...(after[n] ?? [])].filter(([id, text]) => before[n]?.get(id) !== text);
    for (const [id, text] of otherwise) {
      changed.add(id);
      if (text.slice(0, 3) !== before[n]?.get(id)?.slice(0, 3)) isUsedUp = true;
    }
    const isTold = () => stream.changes() > (heard[n] ?? 0) || stream.received.some(isEnded);
    // A member's session is looked at first, so it may take a moment.
    const told =
      otherwise.length === 0 || (await vi.waitUntil(isTold, { timeout: patience(10_000) }).catch(() => false));
    if (!told) untold.push(`${who}: ${otherwise.map(([id]) => id).join(', ')}`);
  }
  prepared = isUsedUp ? null : { forms, readers, answers: after };
  return { refusal: null, changed, untold };
}

/** Performs an operation: with what others have left, or with forms of its own where that is in its way. */
async function compare(operation: Operation): Promise<Compared> {
  if (prepared !== null) {
    const result = await attempt(operation, prepared);
    if (result.refusal === null) return result;
  }
  prepared = await prepare();
  return attempt(operation, prepared);
}

/** A new organisation with these readers besides its members, who come with each operation's valid request. */
async function start(levels: readonly Exclude<AccessLevel, 'member'>[], beside?: number): Promise<void> {
  app = await startApp({ environment: NO_MAIL_ARRIVES });
  administrator = await app.administrator();
  witness = await openLive(app.url, administrator.cookie);
  staff = [];
  members = [];
  prepared = null;
  others = beside;
  for (const access of levels) {
    const isAdministrator = access === 'administrator';
    const client = isAdministrator ? administrator : (await signedInWithAccess(app, administrator, access)).client;
    staff.push(await reader(access, access, client));
  }
  await signInMembers([], 0);
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
    expect(result).toMatchObject({ refusal: null, untold: [] });
    expect(result.changed.size).toBeGreaterThan(0);
    for (const id of result.changed) changed.add(id);
  });
});

describe('where members see everyone, so has each member', () => {
  beforeAll(async () => {
    // The news of each is the same then.
    await start([], 2);
    await setRule(administrator, true, 'members-see-everyone');
  });
  afterAll(() => app.stop());

  test.each(WRITES)('of $id [LIVE-5]', async (operation) => {
    expect(await compare(operation)).toMatchObject({ refusal: null, untold: [] });
  });
});
