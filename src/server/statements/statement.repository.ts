// The SQL of statements.
import { prepared } from '../db/prepared.ts';

/** All that was recorded about a user's fines and money, oldest first. */
export const entriesOfUser = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('journal')
    .select(['at', 'action', 'subject', 'subject_id', 'before', 'after', 'pending_change', 'credit_change'])
    .where('user_id', '=', userId)
    .where('subject', 'in', ['fine', 'payment', 'waiver', 'refund', 'reversal'])
    .orderBy('sequence'),
);
export type StatementEntry = Awaited<ReturnType<typeof entriesOfUser>>[number];
