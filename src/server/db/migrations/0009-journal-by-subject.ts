// An index for the history of one record, which would otherwise require reading the whole journal.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export const journalBySubject = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.createIndex('journal_by_subject').on('journal').columns(['subject_id', 'sequence']).execute();
  },
});
