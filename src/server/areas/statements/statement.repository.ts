// The SQL of statements.
import { sql } from 'kysely';
import { run } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';

/** All entries about a user's fines and money, oldest first. */
export const entriesOfUser = (db: Handle, userId: string) =>
  run(
    db,
    db
      .selectFrom('journal')
      .select(['at', 'action', 'subject', 'subject_id', 'before', 'after', 'pending_change', 'credit_change'])
      .where('user_id', '=', userId)
      // Written as an expression, which matches no index: in a file with statistics SQLite would otherwise read all
      // entries of these kinds.
      .where(sql`coalesce(subject, '')`, 'in', ['fine', 'payment', 'waiver', 'refund', 'reversal'])
      .orderBy('sequence'),
  );
export type StatementEntry = Awaited<ReturnType<typeof entriesOfUser>>[number];
