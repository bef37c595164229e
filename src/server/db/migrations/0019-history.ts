// The history can be opened anywhere: each filter has an index in the order of the list, newest first.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export const history = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.createIndex('journal_by_kind').on('journal').columns(['subject', 'at', 'sequence']).execute();
    await db.schema
      .createIndex('journal_by_actor')
      .on('journal')
      .columns(['actor', 'subject', 'at', 'sequence'])
      .execute();
    await db.schema.createIndex('journal_by_member').on('journal').columns(['user_id', 'at', 'sequence']).execute();
    // Not needed any more: a statement sorts the few entries of its member.
    await db.schema.dropIndex('journal_by_user').execute();
  },
});
