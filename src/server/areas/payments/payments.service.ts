// Reading payments: lists and receipts (PAY-10).
import type { Payment, Receipt } from '../../../contract/money/payments.ts';
import { addPaisa, rupeesFromPaisa } from '../../../core/money/money.ts';
import { numberName, numberOf } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { toInstant } from '../../shared/wire.ts';
import * as repository from './payments.repository.ts';
import { dueAfter } from './receipt-due.ts';
import { reversalsOf, toReversal } from '../../balances/reversals.ts';
import { allocationsOf } from '../../balances/allocations.repository.ts';

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
    fines: given.map((row) => ({ fineType: row.fine_type, date: row.fine_date, paid: rupeesFromPaisa(row.amount) })),
    toCredit: rupeesFromPaisa(payment.amount - addPaisa(...given.map(({ amount }) => amount))),
    owedAfter: rupeesFromPaisa(owedAfter),
    overdueAfter: rupeesFromPaisa(due.overdue),
    nextDue: due.nextDue,
  };
}

export function toPayment(row: repository.PaymentRow, reversals: readonly ReversalsTable[]): Payment {
  return {
    id: row.id,
    receipt: receiptOf(row),
    userId: row.user_id,
    userName: displayName(row.user_name),
    amount: rupeesFromPaisa(row.amount),
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
