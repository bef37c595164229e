// Reading payments: lists and receipts (PAY-10).
import type { Payment, Receipt } from '../../../contract/money/payments.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import { numberName, numberOf } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { ReversalsTable, FinesTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { toInstant } from '../../shared/wire.ts';
import * as repository from './payments.repository.ts';
import { reversalsOf, toReversal } from '../../balances/reversals.ts';
import { allocationsOf } from '../../balances/allocations.repository.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { isPast } from '../../../core/fines/due.ts';
import { outstanding, statusFrom } from '../../../core/fines/fine.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import { idsOfUser } from '../../shared/joined-users.ts';
import { debtByDueDay } from '../../balances/overdue.ts';

/** A receipt as it was given, with later reversals. Throws receipt-not-found, also if it is not `of` this user. */
export async function readReceipt(db: Handle, name: string, { of }: { of?: string } = {}): Promise<Receipt> {
  const number = numberOf('receipt', name);
  const payment = number === null ? undefined : await repository.findReceipt(db, number);
  if (payment === undefined || (of !== undefined && payment.user_id !== of)) throw new AppError('receipt-not-found');
  const owedAfter = payment.owed_after ?? 0;
  const [allocations, reversals, due] = await settleAll([
    allocationsOf(db, payment.id),
    reversalsOf(db, 'payment', [payment.id]),
    owedAfter === 0 ? { overdue: 0, nextDue: null } : dueAfter(db, payment),
  ]);
  // Parts freed later are negative; all positive parts date from when the receipt was given.
  const given = allocations.filter(({ amount }) => amount > 0);
  return {
    payment: toPayment(payment, reversals.get(payment.id) ?? []),
    fines: given.map((row) => ({ fineType: row.fine_type, date: row.fine_date, paid: row.amount })),
    toCredit: payment.amount - addPaisa(...given.map(({ amount }) => amount)),
    owedAfter,
    overdueAfter: due.overdue,
    nextDue: due.nextDue,
  };
}

export function toPayment(row: repository.PaymentRow, reversals: readonly ReversalsTable[]): Payment {
  return {
    id: row.id,
    receipt: receiptOf(row),
    userId: row.user_id,
    userName: displayName(row.user_name),
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    receivedOn: row.received_on,
    receivedBy: row.received_by,
    receivedById: row.received_by_id,
    note: row.note,
    createdAt: toInstant(row.created_at),
    reversals: reversals.map(toReversal),
  };
}

export const receiptOf = ({
  receipt_year: year,
  receipt_number: number,
}: {
  receipt_year: number | null;
  receipt_number: number | null;
}): string | null => (year === null || number === null ? null : numberName('receipt', { year, number }));

// The overdue part of "Still owed" when a receipt was given (DUE-7).

interface DueThen {
  overdue: Paisa;
  /** the earliest due day of what was not overdue, null if none of it had one */
  nextDue: CalendarDay | null;
}

/**
 * The state after the command that recorded the payment with this sequence: what is owed now, with each later change
 * undone. A member's journal is long, but most receipts are read before much is added to it. If the payer's record was
 * joined with another one since, all that is owed now says nothing of then, and the earlier changes are added up. The
 * caller must read in a snapshot.
 */
async function dueAfter(
  db: Handle,
  { user_id: userId, sequence }: { user_id: string; sequence: number },
): Promise<DueThen> {
  const entry = runOne(
    db,
    db.selectFrom('journal').select(['day', 'batch', 'user_id']).where('sequence', '=', sequence),
  );
  const [{ day, batch, user_id: payer }, joined] = await settleAll([entry, idsOfUser(db, userId)]);
  const idsThen = await idsOfUser(db, payer ?? userId, sequence);
  const isJoinedSince = joined.length > idsThen.length;
  const changesOf = db
    .selectFrom('journal')
    .select(['before', 'after'])
    .where(isOneOf(db, 'user_id', idsThen))
    .where('subject', '=', 'fine')
    .where('batch', isJoinedSince ? '<=' : '>', batch);
  const [owed, changes] = await settleAll([
    isJoinedSince ? new Map<CalendarDay, Paisa>() : debtByDueDay(db, userId),
    run(db, isJoinedSince ? changesOf : changesOf.where('sequence', '>', sequence)),
  ]);
  const add = (json: string | null, sign: 1 | -1): void => {
    const fine = json === null ? null : (JSON.parse(json) as Partial<FinesTable>);
    // Before payments were recorded no fine had a due day.
    if (typeof fine?.due_on !== 'string') return;
    owed.set(fine.due_on, addPaisa(owed.get(fine.due_on) ?? 0, sign * leftOf(fine)));
  };
  for (const { before, after } of changes) {
    add(before, isJoinedSince ? -1 : 1);
    add(after, isJoinedSince ? 1 : -1);
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
