// What a member owes, taking payments, and taking them back (PAY-4 to PAY-12).
import type {
  CreditUses,
  listPayments as listOperation,
  Owed,
  Payment,
  Receipt,
  reversePayment as reverseOperation,
  takePayment as takeOperation,
} from '../../contract/money/payments.ts';
import type {
  payFines as payFinesOperation,
  setFineStatus as setFineStatusOperation,
} from '../../contract/fines/fines.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { changeOfMoney, isWaived, outstanding, sumChanges } from '../../core/fines/fine.ts';
import { MAX_FINES_COLLECTED } from '../../core/limits.ts';
import { isAmount, type Paisa, rupeesFromPaisa } from '../../core/money/money.ts';
import { REVERSAL_REASON } from '../../core/text/own-words.ts';
import { type Held, numberName, numberOf } from '../../core/money/payment.ts';
import { displayName } from '../../core/people/person-name.ts';
import type { PaymentsTable, ReversalsTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { changeFine, figuresOf, freeing, requireAsShown } from '../balances/change-fine.ts';
import { changeSummaries } from '../balances/fine-changes.repository.ts';
import type { CommandContext } from '../ledger/command.ts';
import { findUser } from '../shared/queries.ts';
import { type FineRow, paisa, toFine, toInstant, toTotals } from '../shared/wire.ts';
import { countTakenBack } from '../balances/payment-days.ts';
import { recordsTouched } from '../balances/holdings.ts';
import { requireOwnEntries } from '../balances/own-entries.ts';
import * as repository from './payments.repository.ts';
import { recordReversal, reversalsOf, toReversal } from '../balances/reversals.ts';
import { standingRefunds } from '../refunds/refunds.repository.ts';
import { voucherOf } from '../refunds/refunds.service.ts';
import { take } from '../balances/take-payment.ts';
import { findFines, type FineWithUser, type SummaryRow } from '../balances/fine-reads.repository.ts';
import { allocationsOf, heldBy, heldOf, type HeldByFine } from '../balances/allocations.repository.ts';

/** Uses of credit named where they prevent taking a payment back. */
const USES_NAMED = 5;

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

interface OwedRows {
  user: User;
  fines: FineRow[];
}

/** Throws user-not-found. Deleted users can still pay: the money records stay. */
export async function readOwed(db: Handle, userId: string): Promise<OwedRows> {
  const [user, fines] = await settleAll([findUser(db, userId), repository.owedFines(db, userId, MAX_FINES_COLLECTED)]);
  if (user === undefined) throw new AppError('user-not-found');
  return { user, fines };
}

export const toOwed = ({ user, fines }: OwedRows): Owed => ({
  userId: user.id,
  userName: displayName(user.user_name),
  credit: rupeesFromPaisa(user.credit),
  pendingFine: rupeesFromPaisa(user.pending),
  fines: fines.map(toFine),
});

/**
 * Takes a payment. Throws payment-changed (with what is owed now) if the fines or the credit are not as shown,
 * received-in-future.
 */
export function takePayment(
  context: CommandContext,
  body: ParsedInput<typeof takeOperation>['body'],
  owed: OwedRows,
): Output<typeof takeOperation> {
  const { user } = owed;
  if (body.receivedOn > context.today) throw new AppError('received-in-future');
  const open = new Map(owed.fines.map((fine) => [fine.id, fine]));
  const fines = body.fines.flatMap(({ fineId, outstanding: shown }) => {
    const fine = open.get(fineId);
    return fine !== undefined && outstanding(figuresOf(fine)) === paisa(shown) ? fine : [];
  });
  const credit = paisa(body.credit);
  if (fines.length < body.fines.length || credit > user.credit) {
    throw new AppError('payment-changed', { details: toOwed(owed) });
  }
  const { method, reference, receivedOn, note } = body;
  const money = { credit, payment: paisa(body.amount) };
  const taken = take(context, { user, fines, money, method, reference, receivedOn, note });
  return {
    payment: taken.payment && toPayment({ ...taken.payment, user_name: user.user_name }, []),
    credit: rupeesFromPaisa(taken.credit),
    pendingFine: rupeesFromPaisa(taken.pending),
    totals: toTotals(context.books()),
  };
}

/** A fine to be marked, with what is paid of it. */
export interface Marking extends FineWithUser {
  held: readonly HeldByFine[];
  /** those that paid it, by id */
  payments: ReadonlyMap<string, repository.PaymentOrigin>;
}

/** Throws fine-not-found. */
export async function readMarking(db: Handle, fineId: string): Promise<Marking> {
  const found = (await findFines(db, [fineId])).get(fineId);
  if (found === undefined) throw new AppError('fine-not-found');
  const held = await heldBy(db, found.fine);
  const ids = held.flatMap(({ paymentId }) => paymentId ?? []);
  return { ...found, held, payments: await repository.paymentOrigins(db, ids) };
}

/**
 * Marks a fine paid, with a payment of what is outstanding, or unpaid, which reverses what payments paid of it and puts
 * back what credit paid. Throws already-paid, already-pending, fine-waived, fine-changed (with the fine as it is) if that is
 * not what was shown, not-own-entry.
 */
export async function setStatus(
  context: CommandContext,
  { fine: before, user, held, payments }: Marking,
  { status, shown, method, reference }: ParsedInput<typeof setFineStatusOperation>['body'],
): Promise<Output<typeof setFineStatusOperation>> {
  if (before.status === status) throw new AppError(status === 'Paid' ? 'already-paid' : 'already-pending');
  if (status === 'Pending' && isWaived(figuresOf(before))) throw new AppError('fine-waived');
  requireAsShown(before, shown);
  if (status === 'Paid') {
    const { payment, fines } = takeWhole(context, user, [before], { method, reference });
    return {
      fine: toFine(fines[0] ?? before),
      receipt: payment === null ? null : receiptOf(payment),
      totals: toTotals(context.books()),
    };
  }
  await requireOwnEntries(context, recordsTouched(before, { held, waivers: [] }));
  const { after, balance } = changeFine(context, before, { status }, { allocations: freeing(held) });
  const taken = held.flatMap(({ paymentId, amount }) => {
    const payment = payments.get(paymentId ?? '');
    if (payment === undefined) return [];
    countTakenBack(context, payment, amount);
    recordReversal(
      context,
      { kind: 'payment', id: payment.id, userId: user.id },
      { amount, reason: REVERSAL_REASON.unpaid },
    );
    return changeOfMoney(0 - amount);
  });
  context.send([changeSummaries(context.tx, [user], sumChanges([balance, ...taken]), { now: context.now })]);
  return { fine: toFine(after), receipt: null, totals: toTotals(context.books()) };
}

/**
 * Marks pending fines paid, all of them or none. Throws fines-not-pending (with the ids), fines-changed (with the fines as they
 * are) if what is outstanding of them is not as shown, payment-too-large.
 */
export function payFines(
  context: CommandContext,
  { fines: shown, method, reference }: ParsedInput<typeof payFinesOperation>['body'],
  found: ReadonlyMap<string, FineWithUser>,
): Output<typeof payFinesOperation> {
  const fineIds = shown.map(({ fineId }) => fineId);
  const deleted = fineIds.filter((id) => !found.has(id));
  const paid = fineIds.filter((id) => found.get(id)?.fine.status === 'Paid');
  if (deleted.length + paid.length > 0) throw new AppError('fines-not-pending', { details: { paid, deleted } });
  const chosen = fineIds.flatMap((id) => found.get(id) ?? []);
  const asShown = new Map(shown.map(({ fineId, outstanding: rupees }) => [fineId, paisa(rupees)]));
  const changed = chosen.filter(({ fine }) => outstanding(figuresOf(fine)) !== asShown.get(fine.id));
  if (changed.length > 0) {
    throw new AppError('fines-changed', { details: { fines: changed.map(({ fine }) => toFine(fine)) } });
  }
  const byUser = Map.groupBy(chosen, ({ user }) => user.id);
  // Before anything is sent to the database.
  const sums = [...byUser.values()].map((own) => sumOf(own.map(({ fine }) => outstanding(figuresOf(fine)))));
  if (!sums.every(isAmount)) throw new AppError('payment-too-large');
  const receipts = [...byUser.values()].flatMap((own) => {
    const user = own[0]?.user;
    if (user === undefined) return [];
    const fines = own.map(({ fine }) => fine);
    const { payment } = takeWhole(context, user, fines, { method, reference });
    return payment === null ? [] : (receiptOf(payment) ?? []);
  });
  return { receipts, totals: toTotals(context.books()) };
}

/** A payment, today, of all that is outstanding of these fines. */
function takeWhole(
  context: CommandContext,
  user: SummaryRow,
  fines: readonly FineRow[],
  by: { method: PaymentsTable['method']; reference: string },
) {
  const payment = sumOf(fines.map((fine) => outstanding(figuresOf(fine))));
  return take(context, { ...by, user, fines, money: { credit: 0, payment }, receivedOn: context.today, note: '' });
}

/** A payment to be taken back. */
export interface Reversing {
  payment: repository.PaymentRow;
  reversals: ReversalsTable[];
  user: SummaryRow;
  held: (FineWithUser & { part: Held })[];
}

/** Throws payment-not-found. */
export async function readReversing(db: Handle, paymentId: string): Promise<Reversing> {
  const payment = await repository.findPayment(db, paymentId);
  if (payment === undefined) throw new AppError('payment-not-found');
  const [parts, reversals, user] = await settleAll([
    heldOf(db, paymentId),
    reversalsOf(db, 'payment', [paymentId]),
    findUser(db, payment.user_id),
  ]);
  if (user === undefined) throw new Error(`The payment ${paymentId} is of nobody.`);
  const fines = await findFines(
    db,
    parts.map(({ fineId }) => fineId),
  );
  const held = parts.flatMap((part) => {
    const found = fines.get(part.fineId);
    return found === undefined ? [] : { ...found, part };
  });
  return { payment, reversals: reversals.get(paymentId) ?? [], user, held };
}

/**
 * Takes back what is left of a payment. Throws payment-taken-back if that is not what was shown, credit-used (with what
 * used it) if the user's credit does not cover what no fine holds of it, not-own-entry.
 */
export async function reversePayment(
  context: CommandContext,
  { payment, reversals, user, held }: Reversing,
  { amount, reason }: ParsedInput<typeof reverseOperation>['body'],
): Promise<Output<typeof reverseOperation>> {
  await requireOwnEntries(context, [payment.id, ...held.map(({ fine }) => fine.id)]);
  const left = payment.amount - sumOf(reversals.map((reversal) => reversal.amount));
  if (left === 0 || left !== paisa(amount)) throw new AppError('payment-taken-back');
  const free = left - sumOf(held.map(({ part }) => part.amount));
  if (free > user.credit) throw new AppError('credit-used', { details: await usesOfCredit(context.tx, user.id) });
  const freed = held.map(({ fine, part }) => changeFine(context, fine, {}, { allocations: freeing([part]) }).balance);
  countTakenBack(context, payment, left);
  const reversal = recordReversal(
    context,
    { kind: 'payment', id: payment.id, userId: user.id },
    { amount: left, reason },
  );
  const balance = sumChanges([...freed, changeOfMoney(0 - left)]);
  context.send([changeSummaries(context.tx, [user], balance, { now: context.now })]);
  return { payment: toPayment(payment, [...reversals, reversal]), totals: toTotals(context.books()) };
}

/** What a user's credit went into: the newest fines it paid, and refunds. */
async function usesOfCredit(db: Handle, userId: string): Promise<CreditUses> {
  const [fines, refunds] = await settleAll([
    repository.finesPaidByCredit(db, { userId, limit: USES_NAMED }),
    standingRefunds(db, { userId, limit: USES_NAMED }),
  ]);
  return {
    fines: fines.map(({ fine_type: fineType, date }) => ({ fineType, date })),
    vouchers: refunds.map(voucherOf),
  };
}

/** A receipt as it was given, with what was taken back since. Throws receipt-not-found. */
export async function readReceipt(db: Handle, name: string): Promise<Receipt> {
  const number = numberOf('receipt', name);
  const payment = number === null ? undefined : await repository.findReceipt(db, number);
  if (payment === undefined) throw new AppError('receipt-not-found');
  const [allocations, reversals] = await settleAll([
    allocationsOf(db, payment),
    reversalsOf(db, 'payment', [payment.id]),
  ]);
  // What was freed later is negative; what paid is never later than the receipt.
  const given = allocations.filter(({ amount }) => amount > 0);
  return {
    payment: toPayment(payment, reversals.get(payment.id) ?? []),
    fines: given.map((row) => ({ fineType: row.fine_type, date: row.fine_date, paid: rupeesFromPaisa(row.amount) })),
    toCredit: rupeesFromPaisa(payment.amount - sumOf(given.map(({ amount }) => amount))),
    owedAfter: rupeesFromPaisa(payment.owed_after ?? 0),
  };
}

/** Which payments a query asks for. */
export const paymentFilter = (
  query: Omit<ParsedInput<typeof listOperation>['query'], 'page' | 'pageSize'>,
): repository.PaymentFilter => ({
  userId: query.userId,
  from: query.from,
  to: query.to,
  method: query.method,
  receivedBy: query.receivedBy,
  search: query.search,
  receipt: numberOf('receipt', query.search),
});

/** Payments with what was taken back of each. */
export async function withReversals(db: Handle, rows: readonly repository.PaymentRow[]): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id);
  const reversals = await reversalsOf(db, 'payment', ids);
  return rows.map((row) => toPayment(row, reversals.get(row.id) ?? []));
}

function toPayment(row: repository.PaymentRow, reversals: readonly ReversalsTable[]): Payment {
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

const sumOf = (amounts: readonly Paisa[]): Paisa => amounts.reduce((sum, amount) => sum + amount, 0);
