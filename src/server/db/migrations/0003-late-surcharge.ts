// Late surcharges: which fine each is for, and the terms of the rule. It imports nothing that may change.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** The database itself keeps a number of a fine from being added twice, also after its surcharge was deleted. */
export const lateSurcharge = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key } = columnTypes(engine);
    for (const statement of [
      sql`create table surcharges (
        sequence ${integer} primary key,
        fine_id ${key} not null,
        number ${integer} not null check (number > 0),
        id ${key} not null unique,
        constraint surcharges_once unique (fine_id, number)
      )`,
      sql`alter table settings add column terms text`,
    ])
      await statement.execute(db);
  },
});
