// Commits of one process: writes take turns, and those that wait at the same moment share one transaction and so one flush
// to the disk. Each keeps its own outcome, and hears of it only after the commit.
import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { announceCommit, type Database, isUnavailable } from './db/engine.ts';
import type { Schema } from './db/schema.ts';
import { AppError } from './errors.ts';

export interface Written<T> {
  value: T;
  /** whether there is anything new for others to hear of */
  changed: boolean;
}

type Body<T> = (tx: Transaction<Schema>) => Promise<Written<T>>;

/** A write that waits for its turn. */
interface Waiting {
  /** performance.now() when it came */
  readonly since: number;
  /** Runs in its own part of the transaction and keeps the outcome. What it throws is that outcome, not the batch's. */
  run(tx: Transaction<Schema>, alone: boolean): Promise<{ changed: boolean }>;
  /** After the commit: tells the outcome. */
  settle(): void;
  /** Nothing was committed, or nobody knows. */
  fail(error: unknown): void;
}

/** Whoever comes when so many wait is in the next commit: the first of them should not wait for ever more work. */
const WRITES_A_COMMIT = 32;
/** Where the database is slow, those done so far are committed after so long, and the others wait for the next commit. */
const SHARED_FOR_MS = 1000;
/** Nobody waits longer for a turn; a write that was given up must not be carried out after all, minutes later. */
const TURN_WITHIN_MS = 10_000;

/** Those who wait, by database; present while a commit is under way. */
const queues = new WeakMap<Database, Waiting[]>();

/**
 * Runs a write in a transaction and resolves after its commit. Where nobody else waits the transaction is its own, and
 * begins at once. Throws what the body throws, which changes nothing then, and what stops the transaction as a whole:
 * for all that shared it.
 *
 * One connection of the pool at the most waits at the lock of the books for a process; reads have the others.
 */
export function commitTogether<T>(db: Database, body: Body<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const waiting = waitingFor(body, resolve, reject);
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
  const batch = queue.splice(0, WRITES_A_COMMIT);
  const alone = batch.length === 1;
  try {
    await db.write.transaction().execute(async (tx) => {
      const until = performance.now() + SHARED_FOR_MS;
      let changed = false;
      for (const [index, waiting] of batch.entries()) {
        if (index > 0 && performance.now() > until) {
          queue.unshift(...batch.splice(index));
          break;
        }
        const written = await waiting.run(tx, alone);
        changed ||= written.changed;
      }
      if (changed) await announceCommit(db.engine, tx);
    });
  } catch (error) {
    // Where the database is away, those who come next would only wait for it one after the other.
    const failed = isUnavailable(error) ? [...batch, ...queue.splice(0)] : batch;
    for (const waiting of failed) waiting.fail(error);
    return;
  }
  for (const waiting of batch) waiting.settle();
}

function waitingFor<T>(body: Body<T>, resolve: (value: T) => void, reject: (error: unknown) => void): Waiting {
  let settle = (): void => {};
  return {
    since: performance.now(),
    async run(tx, alone) {
      if (alone) {
        const { value, changed } = await body(tx);
        settle = () => resolve(value);
        return { changed };
      }
      await sql`savepoint own_write`.execute(tx);
      try {
        const { value, changed } = await body(tx);
        await sql`release savepoint own_write`.execute(tx);
        settle = () => resolve(value);
        return { changed };
      } catch (error) {
        // Where the database is in trouble each of the others would only wait for it once more.
        if (isUnavailable(error)) throw error;
        await undo(tx, error);
        // A refusal may rest on what an earlier write of this batch did: it is told after the commit as well.
        settle = () => reject(error);
        return { changed: false };
      }
    },
    settle: () => settle(),
    fail: reject,
  };
}

/** Undoes one write of several. Where that fails the transaction is lost, and `error` says better why. */
async function undo(tx: Transaction<Schema>, error: unknown): Promise<void> {
  try {
    await sql`rollback to savepoint own_write`.execute(tx);
    await sql`release savepoint own_write`.execute(tx);
  } catch {
    throw error;
  }
}
