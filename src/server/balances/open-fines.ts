// How many fines have something outstanding. A fine of 0 is Pending until it is marked, but nobody owes anything for it.
import { sql } from 'kysely';
import { runOne } from '../db/run.ts';
import type { BooksTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

type Counts = Pick<BooksTable, 'fine_count' | 'paid_count'>;

/** Of all users, or of one, whose counts these are. The fines of 0 are few, and in an index of their own. */
export async function countOpenFines(db: Handle, counts: Counts, userId?: string): Promise<number> {
  const pending = counts.fine_count - counts.paid_count;
  if (pending === 0) return 0;
  const ofNothing = db
    .selectFrom('fines')
    .where(sql<boolean>`status = 'Pending' and amount = 0`)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await runOne(db, userId === undefined ? ofNothing : ofNothing.where('user_id', '=', userId));
  return pending - count;
}
