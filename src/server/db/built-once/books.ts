// The queries of every commit: the books, their day, stored answers.
import type { Selectable } from 'kysely';
import { isOneOf } from '../run.ts';
import type { BooksByDayTable, BooksTable } from '../schema.ts';
import { builtOnce, type PlaceOf } from './built-once.ts';

/** Locks the books until the transaction ends, by an update that changes nothing; returns them. */
export const lockBooks = builtOnce((db) =>
  db
    .updateTable('books')
    .set((eb) => ({ last_sequence: eb.ref('last_sequence') }))
    .where('id', '=', 1)
    .returningAll(),
);

export const storedAnswers = builtOnce((db, place: PlaceOf<{ actor: string; keys: readonly string[] }>) =>
  db
    .selectFrom('idempotency')
    .selectAll()
    .where('actor', '=', place('actor'))
    .where(isOneOf(db, 'key', place('keys'))),
);

/** All columns except the key; forgetting one does not compile. */
const written: Record<Exclude<keyof BooksTable, 'id'>, true> = {
  last_sequence: true,
  total: true,
  pending: true,
  used: true,
  credit: true,
  turnover: true,
  fine_count: true,
  paid_count: true,
  receipt_year: true,
  last_receipt: true,
  voucher_year: true,
  last_voucher: true,
  journal_hash: true,
  updated_at: true,
};

export const writeBooks = builtOnce((db, place: PlaceOf<Selectable<BooksTable>>) => {
  const columns = Object.keys(written) as (keyof typeof written)[];
  return db
    .updateTable('books')
    .set(Object.fromEntries(columns.map((column) => [column, place(column)])))
    .where('id', '=', place('id'));
});

export const writeDay = builtOnce((db, place: PlaceOf<Selectable<BooksByDayTable>>) => {
  const ofDay = {
    total: place('total'),
    pending: place('pending'),
    used: place('used'),
    updated_at: place('updated_at'),
  };
  return db
    .insertInto('books_by_day')
    .values({ day: place('day'), ...ofDay })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(ofDay));
});
