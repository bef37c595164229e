// The waivers of a person, in the order of their list, are found without looking through all others.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export const waiversByUser = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.createIndex('waivers_by_user').on('waivers').columns(['user_id', 'day', 'sequence']).execute();
  },
});
