// Finding fines by type, amount and note, and lists of those waived and partly paid (LIST-37, LIST-38): indexes in the order of
// the list, with the status as one looks for it in them.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export const findingFines = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const index = (name: string) => db.schema.createIndex(name).on('fines');
    await index('fines_by_type').columns(['fine_type', 'date', 'sequence', 'status']).execute();
    await index('fines_by_amount').columns(['amount', 'date', 'sequence', 'status']).execute();
    const some = (name: string) => index(name).columns(['date', 'sequence']);
    await some('fines_with_note')
      .where(sql<boolean>`description <> ''`)
      .execute();
    // In words in which SQLite sees nothing to be looked up in another index.
    await some('fines_waived')
      .where(sql<boolean>`waived_amount > 0 and waived_amount >= amount`)
      .execute();
    await some('fines_partly_paid')
      .where(sql<boolean>`paid_amount > 0 and amount > paid_amount + waived_amount`)
      .execute();
  },
});
