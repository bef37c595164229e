// Adds up the turnover of the books from the journal, for entries that were written without the server.
import { type RawBuilder, sql } from 'kysely';
import type { Engine, Handle } from '../src/server/db/types.ts';

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
