// Restores a benchmark database after writes whose fines have been deleted: the payments, the journal, the stored
// responses and the derived figures; not the members' credit. Never for a real database: a journal must not be
// truncated.
import { sql } from 'kysely';
import { DAILY_TABLES } from '../../src/server/balances/daily-figures/daily-figures.ts';
import { connect } from '../../src/server/db/connect.ts';

export interface Rewindable {
  /** Restores the state at the time of rewindable(). No server may be running. */
  rewind(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = ['books', 'books_by_day', ...DAILY_TABLES, 'fine_types', 'idempotency'].map((name) => ({
  table: sql.table(name),
  kept: sql.table(`kept_${name}`),
}));

/** The tables whose new rows are deleted; rows only refer to tables later in this list. */
const ENTERED = ['allocations', 'reversals', 'payments', 'journal'] as const;

export async function rewindable(databaseUrl: string): Promise<Rewindable> {
  const db = connect(databaseUrl, { poolSize: 1 });
  const { last_sequence: sequence } = await db.read
    .selectFrom('books')
    .select('last_sequence')
    .executeTakeFirstOrThrow();
  const drop = async () => {
    for (const { kept } of TABLES) await sql`drop table if exists ${kept}`.execute(db.write);
  };
  await drop();
  for (const { table, kept } of TABLES) await sql`create table ${kept} as select * from ${table}`.execute(db.write);
  return {
    rewind: () =>
      db.write.transaction().execute(async (tx) => {
        for (const table of ENTERED) await tx.deleteFrom(table).where('sequence', '>', sequence).execute();
        for (const { table, kept } of TABLES) {
          await sql`delete from ${table}`.execute(tx);
          await sql`insert into ${table} select * from ${kept}`.execute(tx);
        }
      }),
    async close() {
      await drop();
      await db.close();
    },
  };
}
