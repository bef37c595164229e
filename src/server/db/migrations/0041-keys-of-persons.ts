// Idempotency keys belong to the person who sent them, not to their e-mail any more, since a write repeated after a
// change of e-mail would be carried out twice.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export const keysOfPersons = {
  async up(db: Kysely<Schema>): Promise<void> {
    await sql`
      update idempotency
      set actor = (select users.id from users where users.email_key = idempotency.actor)
      where exists (select 1 from users where users.email_key = idempotency.actor)`.execute(db);
  },
};
