// Groups of members. It imports nothing that may change.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** `fines_with_waiver`: what was waived, by member, is read from it alone. */
export const groups = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key } = columnTypes(engine);
    for (const statement of [
      sql`create table groups (
        id ${key} primary key,
        name text not null,
        name_urdu text not null,
        position ${integer} not null,
        active ${integer} not null check (active in (0, 1))
      )`,
      sql`alter table users add column group_id ${key} references groups (id)`,
      sql`create index users_by_group on users (group_id, sort_key, id)`,
      sql`create index fines_with_waiver on fines (user_id, waived_amount) where waived_amount > 0`,
    ])
      await statement.execute(db);
  },
});
