// Group commit: the writes of one process take turns, and those that wait at the same time share one transaction, and
// so one flush to disk. Each has its own outcome, reported only after the commit.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isUnavailable } from '../db/errors.ts';
import { announceCommit } from '../db/notify.ts';
import { inWriteTransaction, settleAll } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../base/errors.ts';
import { awaitedLater } from '../base/awaited-later.ts';
import { CommitBatch, type IdempotencyKey } from './commit-batch.ts';

export interface Write<T> {
  /** the key under which its answer is stored */
  idempotencyKey: IdempotencyKey | null;
  /** Starts its reads before its turn. Results from an earlier transaction that was rolled back are discarded. */
  readAhead(tx: Transaction<Schema>): void;
  /** Runs in a possibly shared transaction; runs again in another one if it is rolled back. */
  run(tx: Transaction<Schema>, batch: CommitBatch): Promise<T>;
}

/** A queued write. */
interface QueuedWrite {
  /** performance.now() when it was queued */
  readonly since: number;
  readonly idempotencyKey: IdempotencyKey | null;
  /** needs a transaction of its own */
  ownTransaction: boolean;
  readAhead(tx: Transaction<Schema>): void;
  /** Runs it and stores the result. */
  run(tx: Transaction<Schema>, batch: CommitBatch): Promise<void>;
  /** Returns the result to the caller, after the commit. */
  resolve(): void;
  /** Nothing was committed, or the outcome of the commit is unknown. */
  reject(error: unknown): void;
}

/** Later writes go into the next commit, so that the first ones do not wait for an unbounded batch. */
const WRITES_PER_COMMIT = 32;
/** On a slow database, what is done after this time is committed and the rest waits for the next commit. */
const MAX_BATCH_MS = 1000;
/** After this many statements their answers are awaited and the time is checked. */
const MAX_IN_FLIGHT = 100;
/** Limit for waiting in the queue: a write the user has given up on must not be executed minutes later. */
const QUEUE_TIMEOUT_MS = 10_000;

/** Queued writes by database; present while a commit is running. */
const queues = new WeakMap<Database, QueuedWrite[]>();

/**
 * Runs a write and resolves after its commit. If no other write is queued it starts immediately, in a transaction of
 * its own. Rejects with its own error, in which case it changed nothing, or with a failure of the whole transaction,
 * which rejects every write in it.
 * At most one connection per process waits for the lock of the books; reads have the others.
 */
export function groupCommit<T>(db: Database, write: Write<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const queued = toQueuedWrite(write, resolve, reject);
    const queue = queues.get(db);
    if (queue !== undefined) {
      queue.push(queued);
      return;
    }
    const fresh = [queued];
    queues.set(db, fresh);
    void commitAll(db, fresh);
  });
}

async function commitAll(db: Database, queue: QueuedWrite[]): Promise<void> {
  while (queue.length > 0) {
    await untilNoneComes(queue);
    const oldest = performance.now() - QUEUE_TIMEOUT_MS;
    while (queue[0] !== undefined && queue[0].since < oldest) queue.shift()?.reject(new AppError('busy'));
    if (queue.length > 0) await commit(db, queue);
  }
  queues.delete(db);
}

/**
 * Lets all requests that have arrived, or arrive meanwhile, be read first. SQLite answers synchronously, so otherwise
 * each write would be committed before the next request is read; and clients that wait for their answers would keep
 * sending one by one, each into a commit of its own.
 */
async function untilNoneComes(queue: readonly QueuedWrite[]): Promise<void> {
  let known;
  do {
    known = queue.length;
    // One turn to read a request, and one to find its session.
    await setImmediate();
    await setImmediate();
  } while (queue.length > known && queue.length < WRITES_PER_COMMIT);
}

async function commit(db: Database, queue: QueuedWrite[]): Promise<void> {
  const writes = queue[0]?.ownTransaction === true ? queue.splice(0, 1) : queue.splice(0, WRITES_PER_COMMIT);
  try {
    await commitOnce(db, writes, queue);
  } catch (error) {
    if (writes.length > 1 && !isUnavailable(error)) {
      // One of them was refused or failed, which is rare. Everything is rolled back and each runs again in its own
      // transaction: a refusal may be due to an earlier write of this batch.
      for (const queued of writes) queued.ownTransaction = true;
      queue.unshift(...writes);
      return;
    }
    // While the database is unavailable, queued writes would only time out one after the other.
    const failed = isUnavailable(error) ? [...writes, ...queue.splice(0)] : writes;
    for (const queued of failed) queued.reject(error);
    return;
  }
  for (const queued of writes) queued.resolve();
}

/**
 * One transaction for the whole batch; writes for which no time is left return to the queue. A write that only repeats
 * a stored answer is committed too: after a crash that answer may be visible before it is durable in the log or on the
 * standby, but a later commit is durable only after it.
 */
async function commitOnce(db: Database, writes: QueuedWrite[], queue: QueuedWrite[]): Promise<void> {
  await inWriteTransaction(db, async (tx) => {
    const opening = awaitedLater(
      CommitBatch.open(
        tx,
        writes.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
      ),
    );
    // Sent after the statement that takes the lock, and executed after it.
    for (const queued of writes) queued.readAhead(tx);
    const batch = await opening;
    const until = performance.now() + MAX_BATCH_MS;
    for (const [index, queued] of writes.entries()) {
      if (index > 0 && performance.now() > until) {
        queue.unshift(...writes.splice(index));
        break;
      }
      await queued.run(tx, batch);
      if (batch.inFlight >= MAX_IN_FLIGHT) await batch.sent();
    }
    await settleAll([batch.flush(tx), announceCommit(db.engine, tx)]);
  });
}

function toQueuedWrite<T>(write: Write<T>, resolve: (value: T) => void, reject: (error: unknown) => void): QueuedWrite {
  let deliver = (): void => {};
  return {
    since: performance.now(),
    idempotencyKey: write.idempotencyKey,
    ownTransaction: false,
    readAhead: write.readAhead,
    async run(tx, batch) {
      const value = await write.run(tx, batch);
      deliver = () => resolve(value);
    },
    resolve: () => deliver(),
    reject,
  };
}
