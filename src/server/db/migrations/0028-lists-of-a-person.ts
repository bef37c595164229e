// What a person's page lists: their waivers are found without looking through all others, and what their payments come to is added up
// from the index alone.
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
