// The statistics of fines for SQLite's planner. Nobody gathers statistics in an organisation's database, and without
// any the planner considers an index of all pending fines as good as an index of a single user's: every fine and every
// payment would then read all pending fines. These are the same in every database and never updated, so that no plan
// changes with the content.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * By index: its number of rows, then how many rows share the same value of its first column, of its first two, and so
 * on.
 */
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
  fines_pending_of_nothing: '100 2',
};

/** Takes effect for this connection, and for those that open the database afterwards. */
export async function describeFines(db: Kysely<Schema>): Promise<void> {
  const known = await sql`select name from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  if (known.rows.length > 0) {
    const stored = await sql<{
      idx: string;
      stat: string;
    }>`select idx, stat from sqlite_stat1 where tbl = 'fines'`.execute(db);
    const current = new Map(stored.rows.map(({ idx, stat }) => [idx, stat]));
    if (Object.entries(FINES).every(([index, stat]) => current.get(index) === stat)) return;
  }
  await db.transaction().execute(async (tx) => {
    // Only this creates the table; analyzing a single row takes no time.
    await sql`analyze books`.execute(tx);
    await sql`delete from sqlite_stat1`.execute(tx);
    await sql`delete from sqlite_stat4`.execute(tx);
    for (const [index, stat] of Object.entries(FINES)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values ('fines', ${index}, ${stat})`.execute(tx);
    }
  });
  await sql`analyze sqlite_schema`.execute(db);
}
