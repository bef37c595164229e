// Commits of one process: writes take turns, and those that wait at the same moment share one transaction and so one flush
// to the disk. Each keeps its own outcome, and hears of it only after the commit.
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { announceCommit, type Database, isUnavailable, writing } from './db/engine.ts';
import type { Schema } from './db/schema.ts';
import { together, watchChanges } from './db/transactions.ts';
import { AppError } from './errors.ts';
import { Ledger, type Submission } from './ledger.ts';

/** A write, to be carried out in a transaction that may be others' as well. */
export interface Write<T> {
  /** the key under which its answer is kept */
  submission: Submission | null;
  /** Begins to read what it goes by, before it is its turn; what was begun in an earlier transaction is of no use any more. */
  readAhead(tx: Transaction<Schema>): void;
  carryOut(tx: Transaction<Schema>, ledger: Ledger): Promise<T>;
}

/** A write that waits for its turn. */
interface Waiting {
  /** performance.now() when it came */
  readonly since: number;
  readonly submission: Submission | null;
  /** It gets a transaction to itself. */
  alone: boolean;
  readAhead(tx: Transaction<Schema>): void;
  /** Runs and keeps the outcome. A refusal that changed nothing is an outcome; throws whatever else it throws. */
  run(tx: Transaction<Schema>, ledger: Ledger): Promise<'done' | 'refused'>;
  /** After the commit: tells the outcome. */
  settle(): void;
  /** Nothing was committed, or nobody knows. */
  fail(error: unknown): void;
}

/** Whoever comes when so many wait is in the next commit: the first of them should not wait for ever more work. */
const WRITES_A_COMMIT = 32;
/** Where the database is slow, those done so far are committed after so long, and the others wait for the next commit. */
const SHARED_FOR_MS = 1000;
/** So many statements go out before their answers are waited for, and the time is looked at. */
const SENT_AT_ONCE = 100;
/** Nobody waits longer for a turn; a write that was given up must not be carried out after all, minutes later. */
const TURN_WITHIN_MS = 10_000;

/** Those who wait, by database; present while a commit is under way. */
const queues = new WeakMap<Database, Waiting[]>();

/**
 * Carries out a write and resolves after its commit. Where nobody else waits the transaction is its own, and
 * begins at once. Throws what it throws, which changes nothing then, and what stops the transaction as a whole:
 * for all that shared it.
 *
 * One connection of the pool at the most waits at the lock of the books for a process; reads have the others.
 */
export function commitTogether<T>(db: Database, write: Write<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = waitingFor(write, resolve, reject);
    const queue = queues.get(db);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    const fresh = [waiting];
    queues.set(db, fresh);
    void commitAll(db, fresh);
  });
}

async function commitAll(db: Database, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    // Requests that have arrived already are read first. SQLite answers without a pause, so that otherwise each of them
    // would be committed before the next one is looked at.
    await setImmediate();
    const oldest = performance.now() - TURN_WITHIN_MS;
    while (queue[0] !== undefined && queue[0].since < oldest) queue.shift()?.fail(new AppError('unavailable'));
    if (queue.length > 0) await commit(db, queue);
  }
  queues.delete(db);
}

async function commit(db: Database, queue: Waiting[]): Promise<void> {
  const batch = queue[0]?.alone === true ? queue.splice(0, 1) : queue.splice(0, WRITES_A_COMMIT);
  try {
    await commitOnce(db, batch, queue);
  } catch (error) {
    if (batch.length > 1 && !isUnavailable(error)) {
      // Hardly ever: one of them failed halfway. Nothing is committed, so all are done again, each by itself.
      for (const waiting of batch) waiting.alone = true;
      queue.unshift(...batch);
      return;
    }
    // Where the database is away, those who come next would only wait for it one after the other.
    const failed = isUnavailable(error) ? [...batch, ...queue.splice(0)] : batch;
    for (const waiting of failed) waiting.fail(error);
    return;
  }
  for (const waiting of batch) waiting.settle();
}

/** One transaction for all of the batch; those for whom there is no time go back to the queue. */
async function commitOnce(db: Database, batch: Waiting[], queue: Waiting[]): Promise<void> {
  const committed = writing(db, async (tx) => {
    const submissions = batch.flatMap(({ submission }) => submission ?? []);
    const opening = Ledger.open(tx, submissions);
    // It is heard of below; until then it must not end the process.
    opening.catch(() => undefined);
    for (const waiting of batch) waiting.readAhead(tx);
    const ledger = await opening;
    const until = performance.now() + SHARED_FOR_MS;
    let anyDone = false;
    for (const [index, waiting] of batch.entries()) {
      if (index > 0 && performance.now() > until) {
        queue.unshift(...batch.splice(index));
        break;
      }
      if ((await waiting.run(tx, ledger)) === 'done') anyDone = true;
      if (ledger.underWay >= SENT_AT_ONCE) await ledger.sent();
    }
    // A repeated answer has changed nothing here and waits for a commit all the same: what it stands for is seen as soon as it is
    // in the log, after a crash even before it is safe there or on the standby. What is committed behind it is safe later.
    if (!anyDone) throw new NothingToCommit();
    await together([ledger.close(tx), announceCommit(db.engine, tx)]);
  });
  await committed.catch((error: unknown) => {
    if (!(error instanceof NothingToCommit)) throw error;
  });
}

/** Ends a transaction in which everything was refused: rolled back, it costs no flush. */
class NothingToCommit extends Error {}

function waitingFor<T>(write: Write<T>, resolve: (value: T) => void, reject: (error: unknown) => void): Waiting {
  let settle = (): void => {};
  return {
    since: performance.now(),
    submission: write.submission,
    alone: false,
    readAhead: write.readAhead,
    async run(tx, ledger) {
      const hasChanged = watchChanges(tx);
      try {
        const value = await write.carryOut(tx, ledger);
        settle = () => resolve(value);
        return 'done';
      } catch (error) {
        if (!(error instanceof AppError) || hasChanged()) throw error;
        // A refusal may rest on what an earlier write of this batch did: it is told after the commit as well.
        settle = () => reject(error);
        return 'refused';
      }
    },
    settle: () => settle(),
    fail: reject,
  };
}
