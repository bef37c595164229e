// The schema of version 1.0.0, with the rows that always exist. It imports nothing that may change: a database has
// either run it or not.
import { type Kysely, sql } from 'kysely';
import { typesFor } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';
import { money } from './0001-start/money.ts';
import { people } from './0001-start/people.ts';
import { records } from './0001-start/records.ts';
import { searching } from './0001-start/searching.ts';

/**
 * The database itself rejects invalid states: negative figures, pending above total, amounts out of range.
 *
 * Pages, counts and searches of very many members and messages read indexes alone. On PostgreSQL these do not include
 * what somebody owes, because each fine would then write to all indexes of the table, nor search keys, because it
 * refuses an entry of more than a third of a page, which the longest names could exceed.
 *
 * Reading a row stops at the last requested column and is faster while columns have a fixed width, so the figures of a
 * user come first.
 */
export const start = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const types = typesFor(engine);
    const tables = [...records(types), ...money(types), ...people(types)];
    for (const statement of [...tables, ...searching(engine)]) await statement.execute(db);
    await sql`
      insert into books (id, last_sequence, total, pending, used, fine_count, paid_count, updated_at)
      values (1, 0, 0, 0, 0, 0, 0, 0)`.execute(db);
    await sql`insert into organisation (id, name) values (1, '')`.execute(db);
  },
});
