// The books in a transaction of writes: locked where it begins, moved on by each write, written where it ends. The journal and
// the answers that are kept go to the database there as well, all at once.
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../core/calendar.ts';
import { applyChange, type BalanceChange, BooksError, EMPTY_BALANCE, sumChanges } from '../core/fine.ts';
import { addPaisa, MAX_TOTAL, type Paisa } from '../core/money.ts';
import { byShape, each, eachRow, inParts, prepared, toPowerOfTwo } from './db/prepared.ts';
import type { BooksTable, IdempotencyTable, JournalTable, Schema } from './db/schema.ts';
import { together } from './db/transactions.ts';
import { AppError } from './errors.ts';

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

/** By what a submission is known again. */
export type Submission = Pick<IdempotencyTable, 'actor' | 'key'>;

/** What is written where the transaction ends, once for all its writes: nothing in it may read what this changes. */
export interface AtEnd<V> {
  /** `values` are those of all writes, in their order. */
  write(tx: Transaction<Schema>, values: readonly V[]): Promise<void>;
}

/** What one write does to the books. Nothing of it counts until it is adopted. */
export interface Page {
  readonly entries: readonly JournalTable[];
  readonly atEnd: ReadonlyMap<AtEnd<unknown>, readonly unknown[]>;
  /** Hands over statements that were sent: their answers are waited for before the commit, and not before that. */
  send(statements: readonly Promise<unknown>[]): void;
  /** Leaves a value to be written at the end. */
  leave<V>(atEnd: AtEnd<V>, value: V): void;
  /** Adds a journal entry and its effect on the books; returns its sequence. */
  record(change: Change): number;
  /** The books with everything recorded so far. */
  books(): Selectable<BooksTable>;
}

export class Ledger {
  #books: Selectable<BooksTable>;
  readonly #entries: JournalTable[] = [];
  /** the books at the end of each day on which they changed */
  readonly #days = new Map<CalendarDay, Selectable<BooksTable>>();
  readonly #known: Map<string, IdempotencyTable>;
  readonly #answers: IdempotencyTable[] = [];
  readonly #atEnd: AtEndValues = new Map();
  #sent: Promise<unknown>[] = [];
  /** ids of users whose records were changed in this transaction; null for anybody's */
  #touched: Set<string> | null = new Set();

  private constructor(books: Selectable<BooksTable>, known: readonly IdempotencyTable[]) {
    this.#books = books;
    this.#known = new Map(known.map((answer) => [nameOf(answer), answer]));
  }

  /**
   * Locks the books until the transaction ends, which is the first that any write does, so that writes never deadlock; and
   * looks up which of the submissions were answered already.
   */
  static async open(tx: Transaction<Schema>, submissions: readonly Submission[]): Promise<Ledger> {
    const [[books], ...answers] = await together([lockedBooks(tx, {}), ...answersTo(tx, submissions)]);
    if (books === undefined) throw new Error('The books are missing.');
    return new Ledger(books, answers.flat());
  }

  /** What a submission was answered, also in this very transaction. */
  earlier(submission: Submission): IdempotencyTable | undefined {
    return this.#known.get(nameOf(submission));
  }

  /** Notes whose records are changed; null for anybody's. */
  touch(userIds: readonly string[] | null): void {
    if (userIds === null) this.#touched = null;
    else for (const id of userIds) this.#touched?.add(id);
  }

  /** Whether anything about these users was changed in this transaction; null for anybody. */
  isTouched(userIds: readonly string[] | null): boolean {
    const touched = this.#touched;
    if (touched === null) return true;
    return userIds === null ? touched.size > 0 : userIds.some((id) => touched.has(id));
  }

  /** Begins what one write records. */
  page(by: Pick<JournalTable, 'actor' | 'action' | 'at'>): Page {
    let books = this.#books;
    const batch = books.last_sequence + 1;
    const entries: JournalTable[] = [];
    const atEnd: AtEndValues = new Map();
    return {
      entries,
      atEnd,
      send: (statements) => {
        // A failure is heard of in sent(); until then it must not end the process.
        for (const statement of statements) statement.catch(() => undefined);
        this.#sent.push(...statements);
      },
      leave: (what, value) => leave(atEnd, what, [value]),
      books: () => books,
      record({ balance = EMPTY_BALANCE, used = 0, ...change }) {
        const sequence = books.last_sequence + 1;
        books = { ...books, ...booksAfter(books, balance, used), last_sequence: sequence, updated_at: by.at };
        entries.push({
          sequence,
          batch,
          ...by,
          subject: change.subject,
          subject_id: change.subjectId,
          user_id: change.userId,
          before: change.before === null ? null : JSON.stringify(change.before),
          after: change.after === null ? null : JSON.stringify(change.after),
          total_change: balance.total,
          pending_change: balance.pending,
          used_change: used,
        });
        return sequence;
      },
    };
  }

  /** Makes a write part of the whole, with its answer where that is to be kept. `today` is the organisation's day. */
  adopt(page: Page, answer: IdempotencyTable | null, today: CalendarDay): void {
    if (answer !== null) {
      this.#known.set(nameOf(answer), answer);
      this.#answers.push(answer);
    }
    for (const [what, values] of page.atEnd) leave(this.#atEnd, what, values);
    if (page.entries.length === 0) return;
    this.#books = page.books();
    for (const entry of page.entries) this.#entries.push(entry);
    this.#days.set(today, this.#books);
  }

  /** How many statements that were sent are still to be heard of. */
  get underWay(): number {
    return this.#sent.length;
  }

  /** Waits for what was sent so far; throws what the first of it failed with. */
  async sent(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    await together(sent);
  }

  /** Writes everything that was adopted, and waits for what was sent. */
  async close(tx: Transaction<Schema>): Promise<void> {
    const steps: (() => Promise<unknown>)[] = [
      () => this.sent(),
      ...inParts(this.#answers).map((rows) => () => keepAnswers(rows.length)(tx, { rows })),
      ...inParts(this.#entries).map((rows) => () => appendEntries(rows.length)(tx, { rows })),
      ...Array.from(
        this.#atEnd,
        ([what, values]) =>
          () =>
            what.write(tx, values),
      ),
      ...Array.from(
        this.#days,
        ([today, books]) =>
          () =>
            writeDay(tx, { ...books, today }),
      ),
      ...(this.#entries.length === 0 ? [] : [() => writeBooks(tx, this.#books)]),
    ];
    for (let from = 0; from < steps.length; from += STEPS_AT_ONCE) {
      await together(steps.slice(from, from + STEPS_AT_ONCE).map((step) => step()));
    }
  }
}

/** All that a shared commit has, and little enough of an import with its hundreds of thousands of entries. */
const STEPS_AT_ONCE = 32;

type AtEndValues = Map<AtEnd<unknown>, unknown[]>;

/** Whatever is left for an `AtEnd<V>` are its own values: they are known by the very object. */
function leave<V>(to: AtEndValues, what: AtEnd<V>, values: readonly V[]): void {
  const known = to.get(what);
  if (known === undefined) to.set(what, [...values]);
  else known.push(...values);
}

const nameOf = ({ actor, key }: Submission): string => JSON.stringify([actor, key]);

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

const lockedBooks = prepared((db) =>
  db
    .updateTable('books')
    .set((eb) => ({ last_sequence: eb.ref('last_sequence') }))
    .where('id', '=', 1)
    .returningAll(),
);

/** The answers kept for these submissions: a statement for each actor, of whom there is hardly ever more than one. */
function answersTo(tx: Transaction<Schema>, submissions: readonly Submission[]): Promise<IdempotencyTable[]>[] {
  const byActor = Map.groupBy(submissions, ({ actor }) => actor);
  return [...byActor].map(([actor, own]) => {
    const keys = toPowerOfTwo(own.map(({ key }) => key));
    return keptAnswers(keys.length)(tx, { actor, keys });
  });
}

const keptAnswers = byShape((count: number) =>
  prepared((db, { actor, keys }: { actor: string; keys: readonly string[] }) =>
    db.selectFrom('idempotency').selectAll().where('actor', '=', actor).where('key', 'in', each(keys, count)),
  ),
);

const ANSWER: readonly (keyof IdempotencyTable)[] = ['actor', 'key', 'fingerprint', 'answer', 'at'];
const keepAnswers = byShape((count: number) =>
  prepared((db, { rows }: { rows: readonly IdempotencyTable[] }) =>
    db.insertInto('idempotency').values(eachRow(rows, count, ANSWER)),
  ),
);

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
