// Transactions whose statements are pipelined. The query builder waits for each answer before it sends the next
// statement, which on PostgreSQL costs a round trip each. Here independent statements are sent together, and executed
// in the order sent.
import type { DatabaseConnection, Transaction, TransactionBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './types.ts';

/** A running transaction. */
interface RunningTransaction {
  readonly connection: DatabaseConnection;
  /** the error of the first statement that failed */
  failure: unknown;
}

/** Running transactions by the executor the query builder uses for them. */
const running = new WeakMap<object, RunningTransaction>();

/** Runs a transaction in which statements of run() are sent immediately on its connection. */
export function inTransaction<T>(
  transaction: TransactionBuilder<Schema>,
  body: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return transaction.execute(async (tx) => {
    const executor = tx.getExecutor();
    const connection = await executor.provideConnection(async (provided) => provided);
    const state: RunningTransaction = { connection, failure: null };
    running.set(executor, state);
    try {
      return await body(tx);
    } catch (error) {
      throw isConsequence(error) ? (state.failure ?? error) : error;
    } finally {
      running.delete(executor);
    }
  });
}

/**
 * Runs writes at read committed, whatever the database's default is, so that each statement sees all earlier commits.
 */
export function inWriteTransaction<T>(db: Database, body: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const transaction = db.write.transaction();
  return inTransaction(db.engine === 'postgres' ? transaction.setIsolationLevel('read committed') : transaction, body);
}

/** The running transaction of inTransaction() that this executor belongs to. */
export const runningTransaction = (executor: object): RunningTransaction | undefined => running.get(executor);

/** After the first failure PostgreSQL rejects everything else in the transaction, including statements already sent. */
const isConsequence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';

/**
 * Awaits statements that were sent together. If some fail, throws the error of the first in the list, but only after
 * all have settled, so that whatever follows, such as a rollback, finds the connection idle.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
