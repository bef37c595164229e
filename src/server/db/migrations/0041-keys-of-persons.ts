// The keys of writes belong to the person who sent them, and no longer to their e-mail, which may change: a write that is
// repeated after that would be carried out twice.
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
