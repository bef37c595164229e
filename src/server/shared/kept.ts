// What was worked out from the books and the users, kept until they change.
import type { Selectable } from 'kysely';
import type { BooksTable } from '../db/schema.ts';

/** The state of the books that a transaction sees: every change of records moves it on. */
export type Moment = Pick<Selectable<BooksTable>, 'last_sequence' | 'updated_at'>;

/** More than this are odd ones: searches, say, each for something else. */
export const KEPT_AT_MOST = 200;

export interface Keeper<T> {
  /** What was kept under this key at just this moment. */
  find(moment: Moment, key: string): T | undefined;
  /** Keeps what was worked out in a transaction that saw this moment. */
  keep(moment: Moment, key: string, value: T): void;
}

/** Keeps values until the books change: those of the newest moment that anybody told it of. */
export function keeper<T>(): Keeper<T> {
  let at: Moment | null = null;
  const values = new Map<string, T>();
  return {
    find: (moment, key) => (isSame(at, moment) ? values.get(key) : undefined),
    keep(moment, key, value) {
      // A transaction that began earlier than another may end later; what it saw is of no more use.
      if (at !== null && at.last_sequence > moment.last_sequence) return;
      if (!isSame(at, moment) || values.size >= KEPT_AT_MOST) values.clear();
      at = { last_sequence: moment.last_sequence, updated_at: moment.updated_at };
      values.set(key, value);
    },
  };
}

/**
 * Keeps what `read` answers for each key, until the books change. `read` must see the moment it is told, so the books are read
 * in the same transaction.
 */
export function kept<T>(): (moment: Moment, key: string, read: () => Promise<T>) => Promise<T> {
  const { find, keep } = keeper<T>();
  return async (moment, key, read) => {
    const known = find(moment, key);
    if (known !== undefined) return known;
    const value = await read();
    keep(moment, key, value);
    return value;
  };
}

/** By time as well: a standby that lacked the last changes may number others alike. */
const isSame = (a: Moment | null, b: Moment): boolean =>
  a !== null && a.last_sequence === b.last_sequence && a.updated_at === b.updated_at;
