// Checks that SQLite's search indexes contain exactly the words of their tables (CHECK-3).
import { sql } from 'kysely';
import { indexedRows, WORD_INDEXES } from '../../db/migrations/0001-start/searching.ts';
import { isPostgres } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';
import type { Problems } from './problems.ts';

export async function compareWords(db: Handle, problems: Problems): Promise<void> {
  if (isPostgres(db)) return;
  for (const index of WORD_INDEXES) {
    const [table, there] = [sql.raw(indexedRows(index)), sql`select * from ${sql.table(index)}`];
    const { rows } = await sql<{ agree: 0 | 1 }>`
      select not exists (select * from (${table}) except ${there})
         and (select count(*) from (${table})) = (select count(*) from (${there})) as agree`.execute(db);
    if (rows[0]?.agree !== 1)
      problems.add(`The search index ${index} does not match its table, so searches may not find everything.`);
  }
}
