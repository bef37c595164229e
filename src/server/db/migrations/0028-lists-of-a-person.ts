// Indexes for a person's page: their waivers are found without searching all others, and the sum of their payments is
// read from the index alone.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export const listsOfAPerson = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.createIndex('waivers_by_user').on('waivers').columns(['user_id', 'day', 'sequence']).execute();
    await db.schema.dropIndex('payments_by_user').execute();
    await db.schema
      .createIndex('payments_by_user')
      .on('payments')
      .columns(['user_id', 'received_on', 'sequence', 'amount', 'id'])
      .execute();
  },
});
