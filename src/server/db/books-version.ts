// The version of the books, and a cache of derived values that is valid for exactly one version.
import type { Selectable } from 'kysely';
import type { BooksTable } from './schema.ts';

/** The version that a transaction sees; every change of records increases it. */
export type BooksVersion = Pick<Selectable<BooksTable>, 'last_sequence' | 'updated_at'>;

/** Bounds the memory used by rare keys, such as searches. */
export const MAX_ENTRIES = 200;

interface VersionedCache<T> {
  get(version: BooksVersion, key: string): T | undefined;
  /** `value` must have been read in a transaction that saw this version. */
  set(version: BooksVersion, key: string, value: T): void;
  clear(): void;
}

/** A cache for the values of the newest version only. */
export function createVersionedCache<T>(): VersionedCache<T> {
  let current: BooksVersion | null = null;
  const values = new Map<string, T>();
  return {
    get: (version, key) => (isSame(current, version) ? values.get(key) : undefined),
    set(version, key, value) {
      // A transaction that began earlier may end later; its value is stale.
      if (current !== null && current.last_sequence > version.last_sequence) return;
      if (!isSame(current, version) || values.size >= MAX_ENTRIES) values.clear();
      current = { last_sequence: version.last_sequence, updated_at: version.updated_at };
      values.set(key, value);
    },
    clear: () => values.clear(),
  };
}

/** Calls `read` once per key and version. `read` must see that version, i.e. run in the transaction that read it. */
export function memoize<T>(): (version: BooksVersion, key: string, read: () => Promise<T>) => Promise<T> {
  const cache = createVersionedCache<T>();
  return async (version, key, read) => {
    const cached = cache.get(version, key);
    if (cached !== undefined) return cached;
    const value = await read();
    cache.set(version, key, value);
    return value;
  };
}

/**
 * Compares the time too, because after a fail-over to a standby that lacked the last changes, a sequence can be reused
 * for another change.
 */
const isSame = (a: BooksVersion | null, b: BooksVersion): boolean =>
  a !== null && a.last_sequence === b.last_sequence && a.updated_at === b.updated_at;
