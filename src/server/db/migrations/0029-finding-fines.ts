// Indexes for finding fines by type, amount and note, and for lists of waived and partly paid fines (LIST-37, LIST-38).
// They have the order of the list, and include the status that it filters by.
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
    // Worded so that SQLite does not try to use another index.
    await some('fines_waived')
      .where(sql<boolean>`waived_amount > 0 and waived_amount >= amount`)
      .execute();
    await some('fines_partly_paid')
      .where(sql<boolean>`paid_amount > 0 and amount > paid_amount + waived_amount`)
      .execute();
  },
});
