// Consistent reads of one database state, and values derived from one books version, cached until the books change.
import type { Selectable, Transaction } from 'kysely';
import { memoize } from './books-version.ts';
import { awaitedLater } from '../base/awaited-later.ts';
import { runOne } from './run.ts';
import type { BooksTable, Schema } from './schema.ts';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';

export interface Snapshot {
  /** A read-only transaction. */
  readonly tx: Transaction<Schema>;
  /** The books, read once per snapshot. */
  books(): Promise<Selectable<BooksTable>>;
  /**
   * The result of `read`, cached while the books are unchanged. It must read in this snapshot, and only data that
   * commands write. Anything else it depends on, such as the day, must be part of the key.
   */
  once<T>(key: string, read: () => Promise<T>): Promise<T>;
}

const caches = new WeakMap<Database, ReturnType<typeof memoize<unknown>>>();

/** Runs several reads that see the same database state. */
export function inSnapshot<T>(db: Database, body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const cache = caches.get(db) ?? memoize<unknown>();
  caches.set(db, cache);
  const transaction = db.read.transaction();
  return inTransaction(
    db.engine === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction,
    (tx) => {
      let reading: Promise<Selectable<BooksTable>> | null = null;
      const books = () => (reading ??= awaitedLater(readBooks(tx)));
      const once = async <V>(key: string, read: () => Promise<V>) => (await cache(await books(), key, read)) as V;
      return body({ tx, books, once });
    },
  );
}

const readBooks = (tx: Transaction<Schema>): Promise<Selectable<BooksTable>> =>
  runOne(tx, tx.selectFrom('books').selectAll().where('id', '=', 1));
