// What the organisation tells about itself: one row.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const organisation = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text } = columnTypes(engine);
    await db.schema
      .createTable('organisation')
      .addColumn('id', integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('updated_at', integer)
      .execute();
    await db.insertInto('organisation').values({ id: 1, name: '', updated_at: null }).execute();
  },
});
