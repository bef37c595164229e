// Groups of members. It imports nothing that may change.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/**
 * `fines_with_waiver`: what was waived, by member, is read from it alone. Its condition is written unlike that of
 * `fines_waived`, instead of which SQLite would otherwise use it. The other two name the member, so that those of a
 * group are counted from them alone.
 */
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
      sql`create index fines_with_waiver on fines (user_id, waived_amount) where waived_amount <> 0`,
      sql`drop index fines_waived`,
      sql`create index fines_waived on fines (date, sequence, user_id)
        where waived_amount > 0 and waived_amount >= amount`,
      sql`drop index fines_partly_paid`,
      sql`create index fines_partly_paid on fines (date, sequence, user_id)
        where paid_amount > 0 and amount > paid_amount + waived_amount`,
    ])
      await statement.execute(db);
  },
});
