// The fines that a change concerns, with the summaries of their users.
import type { Selectable } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { finesWithUsers } from '../db/built-once/fines.ts';
import { run } from '../db/run.ts';
import type { FinesTable, UsersTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../base/errors.ts';
import type { ReadAhead } from '../ledger/command.ts';
import type { FineRow } from '../shared/wire.ts';

/** The columns of a user's row that fines change. */
export type SummaryRow = Pick<
  Selectable<UsersTable>,
  'id' | 'total' | 'pending' | 'credit' | 'fine_count' | 'paid_count' | 'newest_fine_date'
>;

/** A fine with its user's summary. */
export interface FineWithUser {
  fine: FineRow;
  user: SummaryRow;
}

/** By the fine's id. */
export type FoundFines = ReadonlyMap<string, FineWithUser>;

/** The fines by id with their users' summaries. Deleted users are included because the records of money stay. */
export async function findFines(db: Handle, fineIds: readonly string[]): Promise<FoundFines> {
  const rows = await finesWithUsers(db, { ids: fineIds });
  return new Map(
    rows.map(
      ({ summary_total, summary_pending, summary_credit, summary_fines, summary_paid, summary_newest, ...fine }) => [
        fine.id,
        {
          fine,
          user: {
            id: fine.user_id,
            total: summary_total,
            pending: summary_pending,
            credit: summary_credit,
            fine_count: summary_fines,
            paid_count: summary_paid,
            newest_fine_date: summary_newest,
          },
        },
      ],
    ),
  );
}

/** What a command reads ahead that changes the fines its body names. */
export const finesOfBody = ({ fines }: { fines: readonly { fineId: string }[] }): ReadAhead<FoundFines> => ({
  read: (tx) =>
    findFines(
      tx,
      fines.map(({ fineId }) => fineId),
    ),
  userIds: (found) => [...found.values()].map(({ user }) => user.id),
});

/** Throws fine-not-found. */
export async function readFine(tx: Handle, fineId: string): Promise<FineWithUser> {
  const found = (await findFines(tx, [fineId])).get(fineId);
  if (found === undefined) throw new AppError('fine-not-found');
  return found;
}

/** A user's fines in a week, all or those of exactly this amount. */
export function finesInWeek(
  db: Handle,
  userId: string,
  week: { monday: CalendarDay; sunday: CalendarDay },
  amount?: Paisa,
): Promise<Selectable<FinesTable>[]> {
  const inWeek = db
    .selectFrom('fines')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', '>=', week.monday)
    .where('date', '<=', week.sunday);
  return run(db, amount === undefined ? inWeek : inWeek.where('amount', '=', amount));
}
