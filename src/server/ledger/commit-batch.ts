// Several writes in one transaction: locks the books at the beginning, appends postings, and flushes at the end, when
// the journal and the stored answers are written all at once.
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { type BalanceChange, EMPTY_BALANCE, applyChange, BooksError, sumChanges } from '../../core/fines/fine.ts';
import { type Paisa, addPaisa, MAX_TOTAL } from '../../core/money/money.ts';
import type { Numbered, YearNumber } from '../../core/money/payment.ts';
import { insertion } from '../db/insert.ts';
import { lockBooks, storedAnswers as selectAnswers, writeBooks, writeDay } from '../db/built-once/books.ts';
import type { BooksTable, IdempotencyTable, JournalTable, Schema } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import { awaitedLater } from '../base/awaited-later.ts';
import { type Attached, attachedText, type AttachedRows, attachTo } from './attached.ts';
import { chained, type UnchainedEntry } from './journal-hash.ts';
import { addedToTurnover } from '../../core/money/turnover.ts';
import { AppError } from '../base/errors.ts';

/** A journal entry without its sequence. `before` and `after` are records of our own tables. */
export interface Change {
  subject: JournalTable['subject'];
  subjectId: string;
  /** whose figures change, null for events, settings and the organisation */
  userId: string | null;
  before: object | null;
  after: object | null;
  /** the effect on the fines' totals; none if omitted */
  balance?: BalanceChange;
  /** the effect on the used money, in paisa */
  used?: Paisa;
}

/** Identifies a repeated request: keys are unique per sender. */
export type IdempotencyKey = Pick<IdempotencyTable, 'actor' | 'key'>;

/**
 * A write deferred to the end of the transaction and done once for all its postings. Anything in the transaction that
 * reads what it changes must call `writeSoFar` first.
 */
export interface DeferredWrite<V> {
  /** `values` come from all postings, in their order. */
  write(tx: Transaction<Schema>, values: readonly V[]): Promise<void>;
}

/** The changes of one write. None take effect until it is appended. */
export interface Posting {
  /** identifies its entries: the sequence of the first */
  readonly batch: number;
  readonly entries: readonly UnchainedEntry[];
  readonly deferred: ReadonlyMap<DeferredWrite<unknown>, readonly unknown[]>;
  /** Takes statements that were sent; their answers are awaited only before the commit. */
  send(statements: readonly Promise<unknown>[]): void;
  /** Awaits everything sent so far. */
  sent(): Promise<void>;
  /** Defers a value to the end of the transaction. */
  defer<V>(deferred: DeferredWrite<V>, value: V): void;
  /** Adds a journal entry and its effect on the books; returns its sequence. */
  record(change: Change): number;
  /** Attaches rows written with an entry of this posting to it. */
  attach<T extends keyof Attached>(sequence: number, table: T, rows: readonly Attached[T][]): void;
  /** The books, including everything recorded so far. */
  books(): Selectable<BooksTable>;
  /**
   * The next number of a receipt or voucher in the year of `today`. It is used up only with the posting, so that the
   * numbers of a year have no gaps and no duplicates. The year never goes back, even if the server's clock does.
   */
  nextNumber(kind: Numbered, today: CalendarDay): YearNumber;
}

export class CommitBatch {
  #books: Selectable<BooksTable>;
  readonly #changedUsers = new Set<string>();
  #ruleChanged = false;
  #signInsChanged = false;
  #anythingChanged = false;
  /** entries not yet written to the journal, and the hash that the next one continues from */
  #entries: UnchainedEntry[] = [];
  #hash: string;
  /** the books at the end of each day on which they changed */
  readonly #days = new Map<CalendarDay, Selectable<BooksTable>>();
  readonly #stored: Map<string, IdempotencyTable>;
  readonly #answers: IdempotencyTable[] = [];
  readonly #deferred: DeferredValues = new Map();
  #sent: Promise<unknown>[] = [];

  private constructor(books: Selectable<BooksTable>, stored: readonly IdempotencyTable[]) {
    this.#books = books;
    this.#hash = books.journal_hash;
    this.#stored = new Map(stored.map((answer) => [nameOf(answer), answer]));
  }

  /**
   * Locks the books until the transaction ends and reads the answers stored under these keys. This is the first
   * statement of every write, so that writes never deadlock.
   */
  static async open(tx: Transaction<Schema>, keys: readonly IdempotencyKey[]): Promise<CommitBatch> {
    const [[books], ...answers] = await settleAll([lockBooks(tx, {}), ...storedAnswers(tx, keys)]);
    if (books === undefined) throw new Error('The books are missing.');
    return new CommitBatch(books, answers.flat());
  }

  /** The answer stored under a key, including in this transaction. */
  storedAnswer(key: IdempotencyKey): IdempotencyTable | undefined {
    return this.#stored.get(nameOf(key));
  }

  /**
   * Whether this transaction has changed records of these users (null: anything at all), a rule, or the organisation's
   * settings.
   */
  hasChanged(userIds: readonly string[] | null): boolean {
    if (userIds === null) return this.#anythingChanged;
    return this.#ruleChanged || userIds.some((id) => this.#changedUsers.has(id));
  }

  /** Whether this transaction has changed users or API keys, and so perhaps the access of a later write's sender. */
  get hasChangedSignIns(): boolean {
    return this.#signInsChanged;
  }

  /** Begins a posting. */
  posting(by: Pick<JournalTable, 'actor' | 'actor_id' | 'action' | 'at' | 'day'>): Posting {
    let books = this.#books;
    const firstSequence = books.last_sequence + 1;
    const entries: UnchainedEntry[] = [];
    const attached = new Map<number, AttachedRows>();
    const deferred: DeferredValues = new Map();
    return {
      batch: firstSequence,
      entries,
      deferred,
      send: (statements) => {
        this.#sent.push(...statements.map(awaitedLater));
      },
      sent: () => this.sent(),
      defer: (what, value) => defer(deferred, what, [value]),
      books: () => books,
      nextNumber(kind, today) {
        const year = Math.max(Number(today.slice(0, 4)), books[`${kind}_year`]);
        const number = year === books[`${kind}_year`] ? books[`last_${kind}`] + 1 : 1;
        books = { ...books, [`${kind}_year`]: year, [`last_${kind}`]: number };
        return { year, number };
      },
      record({ balance = EMPTY_BALANCE, used = 0, ...change }) {
        const sequence = books.last_sequence + 1;
        const turnover = turnoverAfter(books, change);
        books = { ...books, ...booksAfter(books, balance, used), turnover, last_sequence: sequence, updated_at: by.at };
        entries.push({
          sequence,
          batch: firstSequence,
          ...by,
          subject: change.subject,
          subject_id: change.subjectId,
          user_id: change.userId,
          before: change.before === null ? null : JSON.stringify(change.before),
          after: change.after === null ? null : JSON.stringify(change.after),
          total_change: balance.total,
          pending_change: balance.pending,
          credit_change: balance.credit,
          used_change: used,
          attached: null,
        });
        return sequence;
      },
      attach(sequence, table, rows) {
        const entry = entries[sequence - firstSequence];
        if (entry === undefined) throw new Error(`The posting has no entry ${sequence}.`);
        const all = attachTo(attached.get(sequence) ?? {}, table, rows);
        attached.set(sequence, all);
        entry.attached = attachedText(all);
      },
    };
  }

  /** Adds a posting to the batch, with its answer if that is to be stored. */
  append(posting: Posting, answer: IdempotencyTable | null): void {
    if (answer !== null) {
      this.#stored.set(nameOf(answer), answer);
      this.#answers.push(answer);
    }
    for (const [what, values] of posting.deferred) defer(this.#deferred, what, values);
    if (posting.entries.length === 0) return;
    this.#books = posting.books();
    this.#anythingChanged = true;
    for (const entry of posting.entries) {
      this.#entries.push(entry);
      if (entry.user_id !== null) this.#changedUsers.add(entry.user_id);
      if (RULING.has(entry.subject)) this.#ruleChanged = true;
      if (entry.subject === 'user' || entry.subject === 'api-key') this.#signInsChanged = true;
      this.#days.set(entry.day, this.#books);
    }
  }

  /** The number of statements sent and not yet awaited. */
  get inFlight(): number {
    return this.#sent.length;
  }

  /** Awaits all statements sent so far; throws the error of the first that failed. */
  async sent(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    await settleAll(sent);
  }

  /** Writes the journal entries so far and everything deferred, for a command that reads them. */
  async writeSoFar(tx: Transaction<Schema>): Promise<void> {
    const entries = chained(this.#hash, this.#entries);
    const deferred = [...this.#deferred];
    this.#hash = entries.at(-1)?.hash ?? this.#hash;
    this.#entries = [];
    this.#deferred.clear();
    await settleAll([appendEntries(tx, entries), ...deferred.map(([what, values]) => what.write(tx, values))]);
  }

  /** Writes everything appended, and awaits what was sent. */
  async flush(tx: Transaction<Schema>): Promise<void> {
    const written = this.writeSoFar(tx);
    const books = { ...this.#books, journal_hash: this.#hash };
    await settleAll([
      this.sent(),
      insertAnswers(tx, this.#answers),
      written,
      ...Array.from(this.#days, ([day, ofDay]) => writeDay(tx, { ...ofDay, day })),
      ...(this.#anythingChanged ? [writeBooks(tx, books)] : []),
    ]);
  }
}

/** Changes of these records may affect what a fine becomes. */
const RULING: ReadonlySet<JournalTable['subject']> = new Set(['setting', 'fine-type', 'organisation']);

type DeferredValues = Map<DeferredWrite<unknown>, unknown[]>;

/** Each `DeferredWrite<V>` maps to values of its own type, since it is the key itself. */
function defer<V>(to: DeferredValues, what: DeferredWrite<V>, values: readonly V[]): void {
  const known = to.get(what);
  if (known === undefined) to.set(what, [...values]);
  else known.push(...values);
}

const nameOf = ({ actor, key }: IdempotencyKey): string => JSON.stringify([actor, key]);

/** Reads the answers stored under these keys, with one statement for each actor; there is rarely more than one. */
function storedAnswers(tx: Transaction<Schema>, keys: readonly IdempotencyKey[]): Promise<IdempotencyTable[]>[] {
  const byActor = Map.groupBy(keys, ({ actor }) => actor);
  return Array.from(byActor, ([actor, own]) => selectAnswers(tx, { actor, keys: own.map(({ key }) => key) }));
}

const insertAnswers = insertion('idempotency');

export const appendEntries = insertion('journal');

// The books after a change. A change that they could not keep exactly is refused.

/** No sum in an answer is larger, so it is enough to refuse here what cannot be kept exactly. */
function turnoverAfter({ turnover }: Selectable<BooksTable>, change: Parameters<typeof addedToTurnover>[0]): Paisa {
  const after = turnover + addedToTurnover(change);
  // Only increases are refused, so that everything can still be taken back at the limit.
  if (after > turnover && after > MAX_TOTAL) throw new AppError('totals-too-large');
  return after;
}

/** The write is refused unless all totals are safe integers, because an inexact total is a wrong one. */
function booksAfter(books: Selectable<BooksTable>, change: BalanceChange, usedChange: Paisa) {
  const before = {
    total: books.total,
    pending: books.pending,
    credit: books.credit,
    fineCount: books.fine_count,
    paidCount: books.paid_count,
  };
  try {
    const sum = sumChanges([before, change]);
    const used = addPaisa(books.used, usedChange);
    const after = applyChange(before, change);
    return {
      total: sum.total,
      pending: after.pending,
      credit: after.credit,
      fine_count: after.fineCount,
      paid_count: after.paidCount,
      used,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('totals-too-large');
    if (error instanceof BooksError && (change.total > 0 || change.credit > 0)) throw new AppError('totals-too-large');
    throw error;
  }
}
