// The only way to write: a transaction under the lock of the books, an idempotency key, journal entries with their
// effect on the totals, and publication after the commit.
import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Actor } from '../../core/people/actor.ts';
import type { AccessLevel } from '../../core/people/permission.ts';
import { ANSWER_RETENTION_MS } from '../../core/limits.ts';
import type { Action } from '../../core/journal.ts';
import type { Numbered, YearNumber } from '../../core/money/payment.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import type { BooksTable, Schema } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { Change, DeferredWrite, Posting } from './commit-batch.ts';
import { awaitedLater } from '../shared/awaited-later.ts';
import { todayAt } from '../shared/today.ts';
import { groupCommit } from './group-commit.ts';

/** What a command's body works with. */
export interface CommandContext {
  readonly tx: Transaction<Schema>;
  /** ms */
  readonly now: number;
  /** the organisation's day */
  readonly today: CalendarDay;
  readonly timeZone: string;
  /** how members are told of what is recorded; null where nobody is, as by an import of former records */
  readonly mail: Mailing | null;
  readonly actor: Actor;
  /** the record of who acts; null for the administrator, API keys and imports */
  readonly userId: string | null;
  readonly access: AccessLevel;
  /** what all that is recorded here is known by, e.g. to undo it in one go */
  readonly batch: number;
  /** Adds a journal entry and its effect on the books; returns its sequence. Throws AppError `totals-too-large`. */
  record(change: Change): number;
  /** Adds to an entry recorded here what was written with it beside its record. */
  readonly attach: Posting['attach'];
  /** The books, including everything recorded so far. */
  books(): Selectable<BooksTable>;
  /** The next number of a receipt or voucher; it is used up only if the command succeeds. */
  nextNumber(kind: Numbered): YearNumber;
  /** Takes statements that were sent and need no awaiting here; they are awaited before the commit. */
  send(statements: readonly Promise<unknown>[]): void;
  /** Awaits all that was sent: between the parts of a command that sends thousands of statements. */
  sent(): Promise<void>;
  /** Defers a value to the end of the transaction, where those of all its commands are written together. */
  defer<V>(deferred: DeferredWrite<V>, value: V): void;
  /** Writes what earlier commands of the transaction leave to its end: for one that reads the journal, or what they deferred. */
  writeSoFar(): Promise<void>;
}

/**
 * A command's reads before its turn. Those of all commands in a transaction are sent together; one is repeated if an
 * earlier command of the transaction has changed what it depends on.
 */
export interface ReadAhead<R> {
  /** Must only read; may be called more than once. */
  read(tx: Transaction<Schema>): Promise<R>;
  /**
   * Ids of the users whose records the result depends on; null if unknown, or if it is of the journal, which then has what earlier
   * commands of the transaction did. It may depend on rules as well.
   */
  userIds(read: R): readonly string[] | null;
}

/** The default: a command that reads nothing ahead. */
const NO_READ_AHEAD: ReadAhead<undefined> = { read: async () => undefined, userIds: () => [] };

/** What a message is written with beside its facts. */
export interface Mailing {
  /** of Message-IDs; null where no mail server is configured, and only devices are told */
  domain: string | null;
  /** notices go to devices */
  devices: boolean;
  /** where its reader finds the product; null where its address is not configured */
  link: string | null;
}

export interface CommandEnvironment {
  db: Database;
  clock: Clock;
  timeZone: string;
  mail?: Mailing | null;
  /** Called after a commit, so that live streams look for new entries. */
  onCommit(): void;
}

export interface CommandRequest {
  actor: Actor;
  /** the record of who acts, if they have one */
  userId?: string | null;
  action: Action;
  /**
   * What its sender may do, looked at again under the lock of the books: sent with the reads of all commands of the transaction,
   * and `anew` where one of them has changed who may sign in. Throws AppError where it is not enough.
   */
  access(tx: Transaction<Schema>, anew: boolean): Promise<AccessLevel>;
  /** the request's key; null if repeating it does no harm or is prevented elsewhere */
  idempotencyKey: string | null;
  /** the input bound to the key: a repeat must have the same one */
  input: unknown;
}

/**
 * Runs a write. `body` decides, records and sends, based on what was read ahead and its own reads; it runs again if its
 * transaction is rolled back, so it must have no other side effects.
 * The same key with the same input returns the first answer and changes nothing; an older version may have stored that
 * answer, in the shape it had then. It is stored whole: what of it its sender may see, they may have lost since.
 * Throws AppError (`idempotency-key-reused`, `totals-too-large`, or what the body throws); nothing is changed then.
 */
export async function runCommand<T, R = undefined>(
  { db, clock, timeZone, mail = null, onCommit }: CommandEnvironment,
  { actor, userId = null, access: accessOf, action, idempotencyKey, input }: CommandRequest,
  body: (context: CommandContext, read: R) => Promise<T>,
  // Only omitted where R is undefined.
  { read, userIds }: ReadAhead<R> = NO_READ_AHEAD as ReadAhead<R>,
): Promise<T> {
  // An e-mail may change between an attempt and the next.
  const key = idempotencyKey === null ? null : { actor: userId ?? actor.name, key: idempotencyKey };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([action, input]))
    .digest('base64');
  let ahead: Promise<R> | null = null;
  let accessAhead: Promise<AccessLevel> | null = null;
  const { answer, repeated } = await groupCommit<{ answer: T; repeated: boolean }>(db, {
    idempotencyKey: key,
    readAhead(tx) {
      accessAhead = awaitedLater(accessOf(tx, false));
      ahead = awaitedLater(read(tx));
    },
    async run(tx, batch) {
      const access = await (batch.hasChangedSignIns || accessAhead === null ? accessOf(tx, true) : accessAhead);
      const stored = key === null ? undefined : batch.storedAnswer(key);
      if (stored !== undefined) {
        if (stored.fingerprint !== fingerprint) throw new AppError('idempotency-key-reused');
        return { answer: JSON.parse(stored.answer) as T, repeated: true };
      }
      const early = await (ahead ?? read(tx));
      const ofUsers = userIds(early);
      const isPast = batch.hasChanged(ofUsers);
      if (isPast && ofUsers === null) await batch.writeSoFar(tx);
      const current = isPast ? await read(tx) : early;
      const now = clock.now();
      const today = todayAt(now, timeZone);
      const posting = batch.posting({ actor: actor.name, actor_id: actor.id, action, at: now, day: today });
      const { batch: ofAll, record, attach, books, send, sent, defer } = posting;
      const nextNumber = (kind: Numbered) => posting.nextNumber(kind, today);
      const by = { actor, userId, access, batch: ofAll };
      const writes = { record, attach, nextNumber, send, sent, defer, writeSoFar: () => batch.writeSoFar(tx) };
      const result = await body({ tx, now, today, timeZone, mail, ...by, books, ...writes }, current);
      const toStore = key === null ? null : { ...key, fingerprint, answer: JSON.stringify(result), at: now };
      batch.append(posting, toStore);
      return { answer: result, repeated: false };
    },
  });
  if (!repeated) onCommit();
  return answer;
}

/** Deletes expired answers. Safe to run at any time. */
export async function deleteExpiredAnswers(db: Database, now: number): Promise<void> {
  await db.write
    .deleteFrom('idempotency')
    .where('at', '<', now - ANSWER_RETENTION_MS)
    .execute();
}
