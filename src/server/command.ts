// The one wrapper for every write: a transaction under the lock of the books, an idempotency key, journal entries with
// what they change in the totals, and publication after the commit. Nothing changes records except through it.
import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../core/calendar.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/engine.ts';
import type { BooksTable, Schema } from './db/schema.ts';
import { AppError } from './errors.ts';
import type { AtEnd, Change, Ledger } from './ledger.ts';
import { todayAt } from './shared/today.ts';
import { commitTogether } from './shared-commit.ts';

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
  /**
   * Hands over statements that were just sent, whose answers say nothing but whether they failed. They are waited for before
   * anything is committed.
   */
  send(statements: readonly Promise<unknown>[]): void;
  /** Leaves a value to be written where the transaction ends, with those of the other writes that share it. */
  leave<V>(atEnd: AtEnd<V>, value: V): void;
}

/** A write as one piece: it reads and changes as it goes along. */
type InOnePiece<T> = (context: CommandContext) => Promise<T>;

/**
 * A write that reads all it goes by, and then decides without waiting for anything. Those that share a commit read together,
 * and send what they change together; what one has read is read again where an earlier one has touched it since.
 */
export interface ReadThenDecide<R, T> {
  /** Does nothing but read; may be called more than once. */
  read(tx: Transaction<Schema>): Promise<R>;
  /** Whose records were read and will be changed, by user id; null where that cannot be said. Settings count as everybody's. */
  about(read: R): readonly string[] | null;
  /** Refuses by throwing AppError before anything is sent; or records, sends and answers. */
  decide(context: CommandContext, read: R): T;
}

export type CommandBody<R, T> = InOnePiece<T> | ReadThenDecide<R, T>;

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

/** An answer is kept as long as a browser could sensibly retry a request. */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Runs a write. The same key with the same input answers what the first call answered and changes nothing.
 * Throws AppError (`idempotency-key-reused`, `totals-too-large`, or what the body throws); then nothing is changed.
 */
export async function runCommand<R, T>(
  environment: CommandEnvironment,
  request: CommandRequest,
  body: CommandBody<R, T>,
): Promise<T> {
  const { db, clock, timeZone } = environment;
  const { actor, action, idempotencyKey: key } = request;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([action, request.input]))
    .digest('base64');
  const submission = key === null ? null : { actor, key };
  const { readAhead, carryOut } = 'decide' in body ? inTwoSteps(body) : inOnePiece(body);
  const { answer, repeated } = await commitTogether<{ answer: T; repeated: boolean }>(db, {
    submission,
    readAhead,
    async carryOut(tx, ledger) {
      const earlier = submission === null ? undefined : ledger.earlier(submission);
      if (earlier !== undefined) {
        if (earlier.fingerprint !== fingerprint) throw new AppError('idempotency-key-reused');
        return { answer: JSON.parse(earlier.answer) as T, repeated: true };
      }
      const now = clock.now();
      const today = todayAt(now, timeZone);
      const page = ledger.page({ actor, action, at: now });
      const { record, books, send, leave } = page;
      const result = await carryOut({ tx, now, today, record, books, send, leave }, ledger);
      const kept = submission === null ? null : { ...submission, fingerprint, answer: JSON.stringify(result), at: now };
      ledger.adopt(page, kept, today);
      return { answer: result, repeated: false };
    },
  });
  if (!repeated) environment.committed();
  return answer;
}

interface Steps<T> {
  readAhead(tx: Transaction<Schema>): void;
  carryOut(context: CommandContext, ledger: Ledger): Promise<T>;
}

function inOnePiece<T>(body: InOnePiece<T>): Steps<T> {
  return {
    readAhead: () => undefined,
    async carryOut(context, ledger) {
      ledger.touch(null);
      return body(context);
    },
  };
}

function inTwoSteps<R, T>({ read, about, decide }: ReadThenDecide<R, T>): Steps<T> {
  let ahead: Promise<R> | null = null;
  return {
    readAhead(tx) {
      ahead = read(tx);
      // It is heard of when its turn has come; until then it must not end the process.
      ahead.catch(() => undefined);
    },
    async carryOut(context, ledger) {
      const early = await (ahead ?? read(context.tx));
      const found = ledger.isTouched(about(early)) ? await read(context.tx) : early;
      const answer = decide(context, found);
      ledger.touch(about(found));
      return answer;
    },
  };
}

/** Forgets answers too old to be asked for again. Safe at any time. */
export async function forgetOldAnswers(db: Database, now: number): Promise<void> {
  await db.write
    .deleteFrom('idempotency')
    .where('at', '<', now - IDEMPOTENCY_KEPT_MS)
    .execute();
}
