// The one wrapper for every write: a transaction under the lock of the books, an idempotency key, journal entries with
// what they change in the totals, and publication after the commit. Nothing changes records except through it.
import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { type CalendarDay, dayOf } from '../core/calendar.ts';
import { applyChange, type BalanceChange, BooksError, EMPTY_BALANCE, sumChanges } from '../core/fine.ts';
import { addPaisa, MAX_TOTAL, type Paisa } from '../core/money.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/engine.ts';
import { byShape, eachRow, prepared } from './db/prepared.ts';
import type { BooksTable, IdempotencyTable, JournalTable, Schema } from './db/schema.ts';
import { AppError } from './errors.ts';
import { commitTogether } from './shared-commit.ts';

/** One journal entry, before it has its sequence. `before` and `after` are records of our own tables. */
export interface Change {
  subject: JournalTable['subject'];
  subjectId: string;
  /** whose figures change, null for events and settings */
  userId: string | null;
  before: object | null;
  after: object | null;
  /** what it does to the fines' totals; nothing when left out */
  balance?: BalanceChange;
  /** what it does to the used money, in paisa */
  used?: Paisa;
}

/** What a write works with. */
export interface CommandContext {
  readonly tx: Transaction<Schema>;
  /** ms */
  readonly now: number;
  /** the organisation's day */
  readonly today: CalendarDay;
  /** Adds a journal entry and its effect on the books; returns its sequence. */
  record(change: Change): number;
  /** The books with everything recorded so far. */
  books(): Selectable<BooksTable>;
}

export interface CommandEnvironment {
  db: Database;
  clock: Clock;
  timeZone: string;
  /** Called after a commit, so that live streams look for what is new. */
  committed(): void;
}

export interface CommandRequest {
  /** e-mail of who does it */
  actor: string;
  /** the operation, e.g. `fines.add` */
  action: string;
  /** the browser's key for this submission; null where a repetition does no harm or is guarded against otherwise */
  idempotencyKey: string | null;
  /** what the key stands for: a repeat must have the same input */
  input: unknown;
}

/** Rows of one INSERT: below the number of parameters that both engines take. */
const JOURNAL_CHUNK = 500;
/** An answer is kept as long as a browser could sensibly retry a request. */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Runs a write. The same key with the same input answers what the first call answered and changes nothing.
 * Throws AppError (`idempotency-key-reused`, `totals-too-large`, or what the body throws); then nothing is changed.
 */
export async function runCommand<T>(
  environment: CommandEnvironment,
  request: CommandRequest,
  body: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const { db, clock } = environment;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.action, request.input]))
    .digest('base64');
  const { answer, repeated } = await commitTogether(db, async (tx) => {
    const locked = await lockBooks(tx);
    const now = clock.now();
    if (request.idempotencyKey !== null) {
      const earlier = await earlierAnswer(tx, request.actor, request.idempotencyKey, fingerprint);
      if (earlier !== null) return { value: { answer: earlier.answer as T, repeated: true }, changed: false };
    }
    const ledger = openLedger(locked, request, now);
    const result = await body({
      tx,
      now,
      today: dayOf(now, environment.timeZone),
      record: ledger.record,
      books: ledger.books,
    });
    if (request.idempotencyKey !== null) {
      const { actor, idempotencyKey: key } = request;
      await keepAnswer(tx, { actor, key, fingerprint, answer: JSON.stringify(result), at: now });
    }
    await closeLedger(tx, ledger.entries, ledger.books(), dayOf(now, environment.timeZone));
    return { value: { answer: result, repeated: false }, changed: true };
  });
  if (!repeated) environment.committed();
  return answer;
}

/** Locks the books until the transaction ends. It is the first statement of every write, so writes never deadlock. */
async function lockBooks(tx: Transaction<Schema>): Promise<Selectable<BooksTable>> {
  const [books] = await lockedBooks(tx, {});
  if (books === undefined) throw new Error('The books are missing.');
  return books;
}

const lockedBooks = prepared((db) =>
  db
    .updateTable('books')
    .set((eb) => ({ last_sequence: eb.ref('last_sequence') }))
    .where('id', '=', 1)
    .returningAll(),
);

async function earlierAnswer(tx: Transaction<Schema>, actor: string, key: string, fingerprint: string) {
  const [row] = await keptAnswer(tx, { actor, key });
  if (row === undefined) return null;
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency-key-reused');
  return { answer: JSON.parse(row.answer) as unknown };
}

const keptAnswer = prepared((db, { actor, key }: { actor: string; key: string }) =>
  db.selectFrom('idempotency').select(['fingerprint', 'answer']).where('actor', '=', actor).where('key', '=', key),
);
const keepAnswer = prepared((db, { actor, key, fingerprint, answer, at }: IdempotencyTable) =>
  db.insertInto('idempotency').values({ actor, key, fingerprint, answer, at }),
);

function openLedger(locked: Selectable<BooksTable>, request: CommandRequest, now: number) {
  let books = locked;
  const entries: JournalTable[] = [];
  const record = (change: Change): number => {
    const balance = change.balance ?? EMPTY_BALANCE;
    const sequence = books.last_sequence + 1;
    books = { ...books, ...booksAfter(books, balance, change.used ?? 0), last_sequence: sequence, updated_at: now };
    entries.push({
      sequence,
      batch: locked.last_sequence + 1,
      at: now,
      actor: request.actor,
      action: request.action,
      subject: change.subject,
      subject_id: change.subjectId,
      user_id: change.userId,
      before: change.before === null ? null : JSON.stringify(change.before),
      after: change.after === null ? null : JSON.stringify(change.after),
      total_change: balance.total,
      pending_change: balance.pending,
      used_change: change.used ?? 0,
    });
    return sequence;
  };
  return { entries, record, books: () => books };
}

/** The organisation's figures are safe integers, or the write is refused: an inexact total is a wrong one. */
function booksAfter(books: Selectable<BooksTable>, change: BalanceChange, usedChange: Paisa) {
  const before = {
    total: books.total,
    pending: books.pending,
    fineCount: books.fine_count,
    paidCount: books.paid_count,
  };
  try {
    const sum = sumChanges([before, change]);
    const used = addPaisa(books.used, usedChange);
    if (used > MAX_TOTAL) throw new AppError('totals-too-large');
    const after = applyChange(before, change);
    return { total: sum.total, pending: after.pending, fine_count: after.fineCount, paid_count: after.paidCount, used };
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('totals-too-large');
    if (error instanceof BooksError && change.total > 0) throw new AppError('totals-too-large');
    throw error;
  }
}

async function closeLedger(
  tx: Transaction<Schema>,
  entries: JournalTable[],
  books: Selectable<BooksTable>,
  today: CalendarDay,
): Promise<void> {
  if (entries.length === 0) return;
  for (let from = 0; from < entries.length; from += JOURNAL_CHUNK) {
    const rows = entries.slice(from, from + JOURNAL_CHUNK);
    await appendEntries(rows.length)(tx, { rows });
  }
  await writeBooks(tx, books);
  await writeDay(tx, { ...books, today });
}

const ENTRY: readonly (keyof JournalTable)[] = [
  'sequence',
  'batch',
  'at',
  'actor',
  'action',
  'subject',
  'subject_id',
  'user_id',
  'before',
  'after',
  'total_change',
  'pending_change',
  'used_change',
];
const appendEntries = byShape((count: number) =>
  prepared((db, { rows }: { rows: readonly JournalTable[] }) =>
    db.insertInto('journal').values(eachRow(rows, count, ENTRY)),
  ),
);

const writeBooks = prepared((db, books: Selectable<BooksTable>) =>
  db
    .updateTable('books')
    .set({
      last_sequence: books.last_sequence,
      total: books.total,
      pending: books.pending,
      used: books.used,
      fine_count: books.fine_count,
      paid_count: books.paid_count,
      updated_at: books.updated_at,
    })
    .where('id', '=', 1),
);

const writeDay = prepared((db, books: Selectable<BooksTable> & { today: CalendarDay }) => {
  const ofDay = { total: books.total, pending: books.pending, used: books.used, updated_at: books.updated_at };
  return db
    .insertInto('books_by_day')
    .values({ day: books.today, ...ofDay })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(ofDay));
});

/** Forgets answers too old to be asked for again. Safe at any time. */
export async function forgetOldAnswers(db: Database, now: number): Promise<void> {
  await db.write
    .deleteFrom('idempotency')
    .where('at', '<', now - IDEMPOTENCY_KEPT_MS)
    .execute();
}
