// The overdue part of "Still owed" when a receipt was given (DUE-7).
import type { CalendarDay } from '../../../core/calendar.ts';
import { isPast } from '../../../core/fines/due.ts';
import { outstanding, statusFrom } from '../../../core/fines/fine.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import { run, runOne } from '../../db/run.ts';
import type { FinesTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { debtByDueDay } from '../../balances/overdue.ts';

export interface DueThen {
  overdue: Paisa;
  /** the earliest due day of what was not overdue, null if none of it had one */
  nextDue: CalendarDay | null;
}

/**
 * The state after the command that recorded the payment with this sequence: what is owed now, with each later change
 * undone. A member's journal is long, but most receipts are read before much is added to it. The caller must read in a
 * snapshot.
 */
export async function dueAfter(db: Handle, payment: { user_id: string; sequence: number }): Promise<DueThen> {
  const { user_id: userId, sequence } = payment;
  const entry = db.selectFrom('journal').where('sequence', '=', sequence);
  const [{ day }, owed, changes] = await settleAll([
    runOne(db, entry.select('day')),
    debtByDueDay(db, userId),
    run(
      db,
      db
        .selectFrom('journal')
        .select(['before', 'after'])
        .where('user_id', '=', userId)
        .where('subject', '=', 'fine')
        .where('sequence', '>', sequence)
        .where('batch', '>', entry.select('batch')),
    ),
  ]);
  const add = (json: string | null, sign: 1 | -1): void => {
    const fine = json === null ? null : (JSON.parse(json) as Partial<FinesTable>);
    // Before payments were recorded no fine had a due day.
    if (typeof fine?.due_on !== 'string') return;
    owed.set(fine.due_on, addPaisa(owed.get(fine.due_on) ?? 0, sign * leftOf(fine)));
  };
  for (const { before, after } of changes) {
    add(before, 1);
    add(after, -1);
  }
  const due = [...owed].filter(([, amount]) => amount > 0);
  const late = due.filter(([dueOn]) => isPast(dueOn, day));
  const ahead = due.filter(([dueOn]) => !isPast(dueOn, day)).map(([dueOn]) => dueOn);
  return { overdue: addPaisa(...late.map(([, amount]) => amount)), nextDue: ahead.toSorted()[0] ?? null };
}

const leftOf = ({
  amount = 0,
  waived_amount: waivedAmount = 0,
  paid_amount: paidAmount = 0,
  status,
}: Partial<FinesTable>) => outstanding({ amount, waivedAmount, paidAmount, status: statusFrom(status) });
