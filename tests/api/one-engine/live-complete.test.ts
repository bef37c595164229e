// Nothing is missing from the live feed: each writing operation is performed, and everyone whose answer to any read has
// changed must have been told (LIVE-1, LIVE-5). Reads and writes come from the contract, so new ones are included.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type AccessLevel, GRANTED_LEVELS, isAllowed } from '../../../src/core/people/permission.ts';
import { readUser } from '../../../src/contract/users.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import type { Client } from '../../helpers/client.ts';
import { setRule } from '../../helpers/ledger.ts';
import { patience } from '../../helpers/patience.ts';
import { addSurcharge } from '../../helpers/late-surcharge.ts';
import { caughtUp, isEnded, type LiveStream, openLive } from '../../helpers/live-stream.ts';
import { givePassword, signedInWithAccess } from '../../helpers/members.ts';
import { NO_MAIL_ARRIVES } from '../../helpers/outbox.ts';
import { type Form, validForms } from '../../helpers/refusals.ts';

/** Reads that no screen shows, that have no JSON of records, or whose list refreshes by itself (messages). */
const NOT_ON_SCREEN = (id: string): boolean =>
  id.startsWith('exports.') ||
  ['live.feed', 'openapi.get', 'auth.finishOidc', 'organisation.logo', 'mails.list'].includes(id) ||
  id.endsWith('.picture');

const READS = OPERATIONS.filter(({ method, id }) => method === 'GET' && !NOT_ON_SCREEN(id));

/**
 * Not marked `writes` because their answer is a secret, but they add journal entries as writes do. Data about sign-ins
 * (sessions, passkeys, the last use of an account or key) is no record of the organisation and is not announced.
 */
const SECRETS = ['users.createSignInLink', 'apiKeys.add'];
const WRITES = OPERATIONS.filter(({ writes, id }) => writes || SECRETS.includes(id));

/** Queries with required parameters. */
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

/** The lowest and the highest level read everything, those between only what the level below may not read. */
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

/** Signs in the users added since the last call; of those whom the forms are not about, at most `others`. */
async function signInMembers(forms: readonly Form[], others = Infinity): Promise<Reader[]> {
  const users = await app.db.read
    .selectFrom('users')
    .select(['id', 'user_email', 'user_name'])
    .where('user_email', 'is not', null)
    .where('status', '=', 'Active')
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

/** All reads of a reader, with the answers. */
async function readAll({ client, reads }: Reader, forms: readonly Form[]): Promise<Map<string, string>> {
  const paths = reads.flatMap((operation): [string, string][] => {
    if (!operation.path.includes(':')) return [[operation.id, `/api${operation.path}${QUERIES[operation.id] ?? ''}`]];
    return forms.filter((form) => form.operation.id === operation.id).map(({ path }) => [operation.id, path]);
  });
  expect(new Set(paths.map(([id]) => id)).size, 'every read is in the forms').toBe(reads.length);
  const answers = await Promise.all(
    paths.map(async ([id, path]): Promise<[string, string]> => {
      const { status, text } = await client.send(path);
      // Without the version, which is what the feed announces.
      return [id, `${status} ${text.replace(/"booksVersion":"[^"]*"/, '')}`];
    }),
  );
  return new Map(answers);
}

/** Performs the operation, with current values for the fields that say what was shown. */
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

/** Forms of all operations, and the readers with their answers so far. */
interface Prepared {
  forms: readonly Form[];
  readers: readonly Reader[];
  answers: Map<string, string>[];
}

/** Used for one operation after the other, until one ends a reader's session or removes what is read; then null. */
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
  /** why the operation was refused, if it was */
  refusal: string | null;
  /** the reads whose answers changed */
  changed: Set<string>;
  /** those who were not told although an answer of theirs changed */
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
    // The server checks a member's session first, so this may take a moment.
    const told =
      otherwise.length === 0 || (await vi.waitUntil(isTold, { timeout: patience(10_000) }).catch(() => false));
    if (!told) untold.push(`${who}: ${otherwise.map(([id]) => id).join(', ')}`);
  }
  prepared = isUsedUp ? null : { forms, readers, answers: after };
  return { refusal: null, changed, untold };
}

/** Performs an operation with what earlier ones left, or with new forms if that is refused. */
async function compare(operation: Operation): Promise<Compared> {
  if (prepared !== null) {
    const result = await attempt(operation, prepared);
    if (result.refusal === null) return result;
    // Preparing ends the streams of its members, so it is of no use to the next operation even if that fails.
    prepared = null;
  }
  prepared = await prepare();
  return attempt(operation, prepared);
}

/** A new organisation with readers of these levels, besides the members of the operations' valid requests. */
async function start(levels: readonly Exclude<AccessLevel, 'member'>[], beside?: number): Promise<void> {
  app = await startApp({ environment: NO_MAIL_ARRIVES });
  await addSurcharge(app);
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

describe('everyone whose answers change is told', () => {
  const changed = new Set<string>();
  let tried = 0;
  beforeAll(() => start([...GRANTED_LEVELS, 'administrator']));
  afterAll(async () => {
    await app.stop();
    // Each read must have changed at least once, otherwise the comparison would say nothing about it.
    if (tried === WRITES.length) expect(READS.map(({ id }) => id).filter((id) => !changed.has(id))).toEqual([]);
  });

  test.each(WRITES)('after $id [LIVE-1]', async (operation) => {
    tried += 1;
    const result = await compare(operation);
    expect(result).toMatchObject({ refusal: null, untold: [] });
    expect(result.changed.size).toBeGreaterThan(0);
    for (const id of result.changed) changed.add(id);
  });
});

describe('if members see everyone, every member is told', () => {
  beforeAll(async () => {
    // Two are enough, because all of them are told the same.
    await start([], 2);
    await setRule(administrator, true, 'members-see-everyone');
  });
  afterAll(() => app.stop());

  test.each(WRITES)('after $id [LIVE-5]', async (operation) => {
    expect(await compare(operation)).toMatchObject({ refusal: null, untold: [] });
  });
});
