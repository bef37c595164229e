// What SQLite's planner is told of the fines. Nobody gathers statistics of an organisation's database, and without any it takes an
// index of all pending fines to be as good as one of those of a single user: each fine and each payment then read all that are
// pending. These are the same in every database and never gathered anew, so that no plan changes with what is in it.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** By index: how many rows it has, and how many of them have the same value of its first column, of its first two, and so on. */
const FINES = {
  sqlite_autoindex_fines_1: '100000 1',
  fines_by_day: '100000 50 1',
  fines_by_user: '100000 100 1 1 1',
  fines_by_status: '100000 50000 25 1',
  fines_by_type: '100000 2000 5 1 1',
  fines_by_amount: '100000 5000 10 1 1',
  fines_with_note: '20000 10 1',
  fines_waived: '1000 2 1',
  fines_partly_paid: '1000 2 1',
  fines_pending: '40000 40 1 1 1 1 1',
};

/** Seen by connections that open the database afterwards, and by this one. */
export async function describeFines(db: Kysely<Schema>): Promise<void> {
  const known = await sql`select name from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  if (known.rows.length > 0) {
    const told = await sql<{
      idx: string;
      stat: string;
    }>`select idx, stat from sqlite_stat1 where tbl = 'fines'`.execute(db);
    const as = new Map(told.rows.map(({ idx, stat }) => [idx, stat]));
    if (Object.entries(FINES).every(([index, stat]) => as.get(index) === stat)) return;
  }
  await db.transaction().execute(async (tx) => {
    // Only this makes the table; of one row it takes no time.
    await sql`analyze books`.execute(tx);
    await sql`delete from sqlite_stat1`.execute(tx);
    await sql`delete from sqlite_stat4`.execute(tx);
    for (const [index, stat] of Object.entries(FINES)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('fines', ${index}, ${stat})`.execute(tx);
    }
  });
  await sql`analyze sqlite_schema`.execute(db);
}
