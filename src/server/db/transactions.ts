// Transactions whose statements need not wait for each other. The query builder sends the next statement of a transaction
// only after the answer to the one before. On PostgreSQL that is a round trip for each; statements that do not depend on
// each other go out together here, and are carried out in the order in which they were sent.
import type { DatabaseConnection, KyselyPlugin, Transaction, TransactionBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** A transaction that is under way. */
export interface Running {
  readonly connection: DatabaseConnection;
  /** whether anything but reading was asked for */
  changed: boolean;
  /** what the first statement that failed said */
  failure: unknown;
}

/** By what the builder runs a transaction's statements with. */
const running = new WeakMap<object, Running>();

/** Runs a transaction; what prepared() built runs on its connection at once. */
export function inTransaction<T>(
  transaction: TransactionBuilder<Schema>,
  body: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return transaction.execute(async (plain) => {
    const connection = await plain.getExecutor().provideConnection(async (provided) => provided);
    const state: Running = { connection, changed: false, failure: null };
    const tx = plain.withPlugin(watching(state));
    const executor = tx.getExecutor();
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

/** The transaction of inTransaction() that this executor is of, while it lasts. */
export const runningWith = (executor: object): Running | undefined => running.get(executor);

/** PostgreSQL refuses everything after the first failure in a transaction: what was sent behind it, and is heard of, say, first. */
const isConsequence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';

/**
 * Notes that something changes: what is no plain select, built by prepared() or sent by the builder. Returns how to ask whether
 * anything did since.
 */
export function watchChanges(tx: Transaction<Schema>): () => boolean {
  const state = running.get(tx.getExecutor());
  if (state === undefined) throw new Error('Only a transaction of inTransaction() can be watched.');
  state.changed = false;
  return () => state.changed;
}

const watching = (state: Running): KyselyPlugin => ({
  transformQuery({ node }) {
    if (isChange(node)) state.changed = true;
    return node;
  },
  transformResult: async ({ result }) => result,
});

export const isChange = ({ kind }: { kind: string }): boolean => kind !== 'SelectQueryNode';

/**
 * Waits for statements that were sent together. Where some fail, throws what the first in the list said, and only when none is
 * under way any more: what comes next, say undoing it all, finds the connection at rest.
 */
export async function together<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
