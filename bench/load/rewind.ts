// Puts a database of measurements back after writes whose fines were deleted again: the journal, the kept answers and the
// figures that follow the last write. Never for a real database: a journal is not to be shortened.
import { sql } from 'kysely';
import { connect } from '../../src/server/db/engine.ts';

export interface Rewindable {
  /** Back to how it was when this was made. No server may run on it. */
  rewind(): Promise<void>;
  close(): Promise<void>;
}

const FOLLOWING = ['books', 'books_by_day', 'fine_days', 'fine_types', 'idempotency'].map((name) => ({
  table: sql.table(name),
  kept: sql.table(`kept_${name}`),
}));

export async function rewindable(databaseUrl: string): Promise<Rewindable> {
  const db = connect(databaseUrl, { poolSize: 1 });
  const { last_sequence: sequence } = await db.read
    .selectFrom('books')
    .select('last_sequence')
    .executeTakeFirstOrThrow();
  const drop = async () => {
    for (const { kept } of FOLLOWING) await sql`drop table if exists ${kept}`.execute(db.write);
  };
  await drop();
  for (const { table, kept } of FOLLOWING) await sql`create table ${kept} as select * from ${table}`.execute(db.write);
  return {
    rewind: () =>
      db.write.transaction().execute(async (tx) => {
        await tx.deleteFrom('journal').where('sequence', '>', sequence).execute();
        for (const { table, kept } of FOLLOWING) {
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
