// Checks the database after a drill: every acknowledged write is there exactly once, and check-books agrees.
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import type { Findings } from './drill.ts';
import { isRepeatable, type Kind, send, type Sent } from './requests.ts';

/** How many of the acknowledged writes are sent again; all are checked in the database. */
const REPEATED = 500;
const CONCURRENCY = 8;

interface State {
  /** ids of users who have a sign-in link */
  linked: Set<string>;
  /** id -> status */
  fines: Map<string, string>;
  /** how often each write is in the journal, by nameOf() */
  carriedOut: Map<string, number>;
  /** of the newest journal entry */
  sequence: number;
}

/**
 * Checks the writes of writers.ts on a server that runs again, and adds the findings: every acknowledged write is there
 * exactly once; no other is there twice; none was refused; a repeat under the same key gets the same response and adds
 * nothing; check-books agrees at the end.
 */
export async function verifyWrites(
  findings: Findings,
  { url, databaseUrl, cookie, sent }: { url: string; databaseUrl: string; cookie: string; sent: readonly Sent[] },
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const acknowledged = sent.filter(({ answer }) => answer !== null);
    const unanswered = sent.filter(({ answer }) => answer === null);
    const unknown = unanswered.filter(isRepeatable);
    const before = await readState(db);
    const lost = lostOf(sent, before);
    findings.add('every acknowledged write is there, exactly once', lost.length === 0, seenOf(acknowledged, lost));
    findings.add(
      'no write is there twice',
      twiceIn(before, sent) === 0,
      `${sent.length} sent, ${unanswered.length} unanswered`,
    );
    // All writes are valid, so only a server that lost an earlier one could refuse them.
    const refused = sent.filter(({ status }) => status !== null && status >= 400 && status < 500);
    findings.add('no write was refused', refused.length === 0, refused.length);

    const chosen = sampleEvenly(acknowledged.filter(isRepeatable), REPEATED);
    let different = 0;
    await each(chosen, async (request) => {
      const again = { ...request, answer: null };
      await send(url, cookie, again);
      if (again.answer !== request.answer) different += 1;
    });
    const { sequence } = await readState(db);
    findings.add(
      'the same keys again: the same answers, nothing added',
      different === 0 && sequence === before.sequence,
      `${chosen.length} repeated, ${different} answered otherwise, ${sequence - before.sequence} entries added`,
    );

    await each(unknown, async (request) => void (await send(url, cookie, request)));
    const end = await readState(db);
    // Its writer went on without the response, and may have deleted the record since.
    const tooLate = unknown.filter((request) => request.status === 404 && isDeleted(end, request.id));
    const answered = unknown.filter(({ answer }) => answer !== null).length;
    const carriedOutBefore = unknown.filter((request) => before.carriedOut.has(nameOf(request))).length;
    findings.add(
      'what got no answer, sent again, is there once',
      answered + tooLate.length === unknown.length && twiceIn(end, sent) === 0 && lostOf(sent, end).length === 0,
      `${answered} of ${unknown.length}, ${carriedOutBefore} of them carried out before; ` +
        `${tooLate.length} were too late`,
    );
    const report = await checkBooks(db);
    findings.add(
      'check-books agrees',
      report.agrees,
      report.agrees ? `${end.sequence} entries` : report.problems.join('; ') || 'the figures differ',
    );
  } finally {
    await db.close();
  }
}

/** Writes identified by the record's id: they happen once per record, and do not store the key in it. */
const BY_ID: ReadonlySet<Kind> = new Set(['pay', 'delete', 'delete-event', 'delete-user', 'link']);

/** Identifies a write: by the record's id, otherwise by its key, which is stored in a text of the record. */
export const nameOf = ({ kind, key, id }: Pick<Sent, 'kind' | 'key' | 'id'>): string =>
  `${kind} ${BY_ID.has(kind) ? (id ?? '') : key}`;

export async function readState(db: Database): Promise<State> {
  const entries = await db.read
    .selectFrom('journal')
    .select(['action', 'subject', 'subject_id', 'before', 'after'])
    .execute();
  const carriedOut = new Map<string, number>();
  for (const { action, subject, subject_id: id, before, after } of entries) {
    const kind = kindOf(action, { subject, before, after });
    if (kind === null) continue;
    const { description, phone, note, reason } = JSON.parse(after ?? '{}') as Partial<Record<string, string>>;
    const name = nameOf({ kind, key: description ?? phone ?? note ?? reason ?? '', id });
    carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
  }
  // Switching a rule to its current state adds no entry, so switches are identified by their stored keys.
  const answers = await db.read.selectFrom('idempotency').select('key').execute();
  for (const { key } of answers) carriedOut.set(nameOf({ kind: 'rule', key, id: null }), 1);
  const links = await db.read.selectFrom('sign_in_links').select('user_id').execute();
  const fines = await db.read.selectFrom('fines').select(['id', 'status']).execute();
  const books = await db.read.selectFrom('books').select('last_sequence').executeTakeFirstOrThrow();
  return {
    linked: new Set(links.map((link) => link.user_id ?? '')),
    fines: new Map(fines.map(({ id, status }) => [id, status])),
    carriedOut,
    sequence: books.last_sequence,
  };
}

/** null for entries that no writer requests itself, e.g. the payment of a fine that is marked as paid. */
function kindOf(
  action: string,
  { subject, before, after }: { subject: string; before: string | null; after: string | null },
): Kind | null {
  if (action === 'users.createSignInLink') return 'link';
  const change = before === null ? 'add' : after === null ? 'delete' : 'change';
  if (subject === 'event' || subject === 'user') return `${change}-${subject}`;
  if (subject === 'fine') return change === 'change' ? (action === 'fines.setStatus' ? 'pay' : null) : change;
  return MONEY[`${action} ${subject}`] ?? null;
}

/** By action and subject: the entry of the write that has the key. */
const MONEY: Partial<Record<string, Kind>> = {
  'payments.take payment': 'collect',
  'payments.reverse reversal': 'take-back',
  'fines.waive waiver': 'waive',
  'refunds.give refund': 'give-back',
  'cash.payOut pay-out': 'pay-out',
};

const twiceIn = ({ carriedOut }: State, sent: readonly Sent[]): number =>
  new Set(sent.map(nameOf).filter((name) => (carriedOut.get(name) ?? 0) > 1)).size;

const isDeleted = ({ carriedOut }: State, id: string | null): boolean =>
  (['delete', 'delete-event', 'delete-user'] as const).some((kind) => carriedOut.has(nameOf({ kind, key: '', id })));

/**
 * Acknowledged writes that are not in the journal exactly once, or not in the records. For events, users, rules and
 * money, check-books compares the records with the journal.
 */
function lostOf(sent: readonly Sent[], state: State): Sent[] {
  const { fines, linked, carriedOut } = state;
  return sent.filter((request) => {
    if (request.answer === null) return false;
    if (carriedOut.get(nameOf(request)) !== 1) return true;
    if (request.kind === 'link') return !linked.has(request.id ?? '');
    if (!['add', 'pay', 'delete'].includes(request.kind)) return false;
    const status = fines.get(request.id ?? '');
    if (request.kind === 'delete') return status !== undefined;
    // A deletion may have been carried out although its response was lost.
    if (status === undefined) return !isDeleted(state, request.id);
    return request.kind === 'pay' && status !== 'Paid';
  });
}

function seenOf(acknowledged: readonly Sent[], lost: readonly Sent[]): string {
  const counts = [...Map.groupBy(acknowledged, ({ kind }) => kind)].map(([kind, those]) => `${those.length} ${kind}`);
  return `${counts.join(', ')}; ${[`${lost.length} lost`, ...lost.slice(0, 3).map(nameOf)].join(' ')}`;
}

/** At most `most` items, spread evenly. */
export function sampleEvenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, n) => all[Math.floor(n * step)]).filter(
    (one) => one !== undefined,
  );
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
