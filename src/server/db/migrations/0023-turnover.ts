// The turnover of the books: everything ever charged, received, given back, waived, paid out and handed over.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine, Handle } from '../types.ts';

export const turnover = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer } = columnTypes(engine);
    await db.schema
      .alterTable('books')
      .addColumn('turnover', integer, (c) => c.notNull().defaultTo(0))
      .execute();
    await recountTurnover(db, engine);
  },
});

/** Adds up the turnover from the journal, after entries were written without counting. */
export async function recountTurnover(db: Handle, engine: Engine): Promise<void> {
  const figure = (record: RawBuilder<string | null>, name: string): RawBuilder<number> =>
    engine === 'postgres'
      ? sql`coalesce((${record}::json ->> ${sql.lit(name)})::bigint, 0)`
      : sql`coalesce(json_extract(${record}, ${sql.lit(`$.${name}`)}), 0)`;
  const [before, after] = [sql<string | null>`"before"`, sql<string | null>`"after"`];
  await sql`
    update books set turnover = coalesce((
      select sum(case when grown > 0 then grown else 0 end) from (
        select ${figure(after, 'amount')} - ${figure(before, 'amount')} as grown from journal
        where subject in ('fine', 'payment', 'waiver', 'refund', 'pay-out', 'event')
        union all
        select ${figure(after, 'counted')} as grown from journal where subject = 'hand-over'
      ) entries), 0)`.execute(db);
}
