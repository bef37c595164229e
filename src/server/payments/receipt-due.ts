// The overdue part of "Still owed" when a receipt was given. It is read from the journal, so it never changes (DUE-7).
import type { CalendarDay } from '../../core/calendar.ts';
import { isOverdue } from '../../core/fines/due.ts';
import { outstanding, statusFrom } from '../../core/fines/fine.ts';
import { addPaisa, type Paisa } from '../../core/money/money.ts';
import { run, runFirst } from '../db/run.ts';
import type { FinesTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

export interface DueThen {
  overdue: Paisa;
  /** the earliest due day of what was not overdue, null if none of it had one */
  nextDue: CalendarDay | null;
}

/** The state after the command that recorded the payment with this sequence. */
export async function dueAfter(db: Handle, payment: { user_id: string; sequence: number }): Promise<DueThen> {
  const entry = await runFirst(
    db,
    db.selectFrom('journal').select(['batch', 'day']).where('sequence', '=', payment.sequence),
  );
  if (entry === undefined) return { overdue: 0, nextDue: null };
  const changes = await run(
    db,
    db
      .selectFrom('journal')
      .select(['subject_id', 'after'])
      .where('user_id', '=', payment.user_id)
      .where('subject', '=', 'fine')
      .where('batch', '<=', entry.batch)
      .orderBy('sequence'),
  );
  const fines = new Map(changes.map(({ subject_id: id, after }) => [id, after]));
  const owed = [...fines.values()].flatMap((json) => {
    const fine = json === null ? null : (JSON.parse(json) as Partial<FinesTable>);
    // Before payments were recorded no fine had a due day.
    return typeof fine?.due_on === 'string' ? [{ dueOn: fine.due_on, outstanding: leftOf(fine) }] : [];
  });
  const late = owed.filter((fine) => isOverdue(fine, entry.day));
  const ahead = owed.filter((fine) => fine.outstanding > 0 && !isOverdue(fine, entry.day)).map(({ dueOn }) => dueOn);
  return { overdue: addPaisa(...late.map((fine) => fine.outstanding)), nextDue: ahead.toSorted()[0] ?? null };
}

const leftOf = ({
  amount = 0,
  waived_amount: waivedAmount = 0,
  paid_amount: paidAmount = 0,
  status,
}: Partial<FinesTable>) => outstanding({ amount, waivedAmount, paidAmount, status: statusFrom(status) });
