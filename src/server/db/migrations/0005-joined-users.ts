// Which records of users were joined with which other ones.
import { type Kysely, sql } from 'kysely';
import { typesFor } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const joinedUsers = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key } = typesFor(engine);
    await sql`create table joined_users (
      user_id ${key} not null references users (id),
      into_id ${key} not null references users (id),
      sequence ${integer} not null,
      constraint joined_users_key primary key (user_id, into_id)
    )`.execute(db);
    await sql`create index joined_users_by_into on joined_users (into_id, sequence)`.execute(db);
  },
});
