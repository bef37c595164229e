// The only way to write: a transaction under the lock of the books, an idempotency key, journal entries with their
// effect on the totals, and publication after the commit.
import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Operation, Output, ParsedInput } from '../../contract/operation.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Actor } from '../../core/people/actor.ts';
import type { AccessLevel } from '../../core/people/permission.ts';
import { ANSWER_RETENTION_MS } from '../../core/limits.ts';
import type { Action } from '../../core/journal.ts';
import type { Numbered, YearNumber } from '../../core/money/payment.ts';
import { type Clock, todayAt } from '../base/clock.ts';
import type { Database } from '../db/types.ts';
import type { BooksTable, Schema } from '../db/schema.ts';
import { AppError } from '../base/errors.ts';
import type { Change, DeferredWrite, Posting } from './commit-batch.ts';
import { awaitedLater } from '../base/awaited-later.ts';
import { groupCommit } from './group-commit.ts';

/** What a command's body works with. */
export interface CommandContext {
  readonly tx: Transaction<Schema>;
  /** ms */
  readonly now: number;
  /** the organisation's day */
  readonly today: CalendarDay;
  readonly timeZone: string;
  /** how members are notified of what is recorded; null if they are not, e.g. by an import of former records */
  readonly mail: Mailing | null;
  readonly actor: Actor;
  /** the actor's user record; null for the administrator, API keys and imports */
  readonly userId: string | null;
  readonly access: AccessLevel;
  /** identifies everything recorded here, e.g. to undo it in one go */
  readonly batch: number;
  /** Adds a journal entry and its effect on the books; returns its sequence. Throws AppError `totals-too-large`. */
  record(change: Change): number;
  /** Attaches rows written in addition to a record to its entry, which must have been recorded here. */
  readonly attach: Posting['attach'];
  /** The books, including everything recorded so far. */
  books(): Selectable<BooksTable>;
  /** The next number of a receipt or voucher; it is used up only if the command succeeds. */
  nextNumber(kind: Numbered): YearNumber;
  /** Takes statements that have been sent and need not be awaited here; they are awaited before the commit. */
  send(statements: readonly Promise<unknown>[]): void;
  /** Awaits everything sent so far. Used between the parts of a command that sends thousands of statements. */
  sent(): Promise<void>;
  /** Defers a value to the end of the transaction, where those of all its commands are written together. */
  defer<V>(deferred: DeferredWrite<V>, value: V): void;
  /**
   * Writes what earlier commands of the transaction have deferred to its end, for a command that reads it or the
   * journal.
   */
  writeSoFar(): Promise<void>;
}

/**
 * A command's reads before its turn. Those of all commands in a transaction are sent together. A read is repeated if an
 * earlier command of the transaction has changed what it depends on.
 */
export interface ReadAhead<R> {
  /** Must only read; may be called more than once. */
  read(tx: Transaction<Schema>): Promise<R>;
  /**
   * Ids of the users whose records the result depends on; null if unknown, or if it reads the journal, which then
   * includes what earlier commands of the transaction did. It may depend on rules as well.
   */
  userIds(read: R): readonly string[] | null;
}

/** What a command does, in terms of its operation; `read`: what was read ahead. */
export type Command<O extends Operation, R = undefined> = (
  context: CommandContext,
  input: ParsedInput<O>,
  read: R,
) => Output<O> | Promise<Output<O>>;

/** The default: a command that reads nothing ahead. */
const NO_READ_AHEAD: ReadAhead<undefined> = { read: async () => undefined, userIds: () => [] };

/** What a message needs in addition to its facts. */
export interface Mailing {
  /** the domain of Message-IDs; null if no mail server is configured, so that only devices are notified */
  domain: string | null;
  /** notifications go to devices */
  devices: boolean;
  /** where the reader finds the app; null if the public address is not configured */
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

interface CommandRequest {
  actor: Actor;
  /** the actor's user record, if they have one */
  userId?: string | null;
  action: Action;
  /**
   * The sender's present access, checked again under the lock of the books. The check is sent with the reads of all
   * commands of the transaction, and repeated (`anew`) if one of them has changed who may sign in. Throws AppError if
   * the access is not enough.
   */
  access(tx: Transaction<Schema>, anew: boolean): Promise<AccessLevel>;
  /** the request's key; null if repeating it does no harm or is prevented elsewhere */
  idempotencyKey: string | null;
  /** the input bound to the key, without what has its default: a repeat must have the same one */
  input: unknown;
}

/**
 * Runs a write. `body` decides, records and sends, based on what was read ahead and its own reads. It runs again if its
 * transaction is rolled back, so it must have no other side effects. The same key with the same input returns the first
 * answer and changes nothing; that answer may have been stored by an older version, in its former shape. The whole
 * answer is stored, because its sender may have less access when it is sent again. Throws AppError
 * (`idempotency-key-reused`, `totals-too-large`, or what the body throws); nothing is changed then.
 */
export async function runCommand<T, R = undefined>(
  { db, clock, timeZone, mail = null, onCommit }: CommandEnvironment,
  { actor, userId = null, access: accessOf, action, idempotencyKey, input }: CommandRequest,
  body: (context: CommandContext, read: R) => Promise<T>,
  // Omitted only if R is undefined.
  { read, userIds }: ReadAhead<R> = NO_READ_AHEAD as ReadAhead<R>,
): Promise<T> {
  // Uses the user id, because an e-mail may change between two attempts.
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
