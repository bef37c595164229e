// Taking back payments (PAY-9), and the part of them that marking a fine unpaid takes back (PAY-8).
import { type Selectable, sql } from 'kysely';
import type { setFineStatus as setFineStatusOperation } from '../../../contract/fines/fines.ts';
import type { CreditUses, reversePayment as reverseOperation } from '../../../contract/money/payments.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { changeOfMoney, isWaived, sumChanges } from '../../../core/fines/fine.ts';
import { addPaisa } from '../../../core/money/money.ts';
import type { Held } from '../../../core/money/payment.ts';
import { REVERSAL_REASON } from '../../../core/text/own-words.ts';
import { heldBy, type HeldByFine, heldOf } from '../../balances/allocations.repository.ts';
import { changeFine, figuresOf, freeing, requireAsShown } from '../../balances/change-fine.ts';
import { countReversed } from '../../balances/daily-figures/payment-days.ts';
import { changeSummaries } from '../../balances/fine-changes.repository.ts';
import { findFines, type FineWithUser, readFine, type SummaryRow } from '../../balances/fine-reads.repository.ts';
import { recordsTouched } from '../../balances/holdings.ts';
import { requireOwnEntries } from '../../balances/own-entries.ts';
import { recordReversal, reversalsOf } from '../../balances/reversals.ts';
import { AppError } from '../../base/errors.ts';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { PaymentsTable, ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { findUser, selectFines } from '../../shared/queries.ts';
import { type FineRow, toFine, toTotals } from '../../shared/wire.ts';
import { standingRefunds } from '../refunds/refunds.repository.ts';
import { voucherOf } from '../refunds/refunds.service.ts';
import { type PaymentRow, selectPayments } from './payments.repository.ts';
import { toPayment } from './payments.service.ts';

/** How many uses of credit are named when they prevent a reversal. */
const USES_NAMED = 5;

/** A fine to be marked paid or unpaid, with what pays it. */
export interface Marking extends FineWithUser {
  held: readonly HeldByFine[];
  /** the payments that paid it, by id */
  payments: ReadonlyMap<string, PaymentOrigin>;
}

/** Throws fine-not-found. */
export async function readMarking(db: Handle, fineId: string): Promise<Marking> {
  const found = await readFine(db, fineId);
  const held = await heldBy(db, found.fine);
  const ids = held.flatMap(({ paymentId }) => paymentId ?? []);
  return { ...found, held, payments: await paymentOrigins(db, ids) };
}

/**
 * Marks a fine unpaid: takes back the parts of payments that paid it, and returns what credit paid. Throws
 * already-pending, fine-waived, fine-changed (with the fine as it is) if it is not what was shown, not-own-entry.
 */
export async function markUnpaid(
  context: CommandContext,
  { fine: before, user, held, payments }: Marking,
  { shown }: ParsedInput<typeof setFineStatusOperation>['body'],
): Promise<Output<typeof setFineStatusOperation>> {
  if (before.status === 'Pending') throw new AppError('already-pending');
  if (isWaived(figuresOf(before))) throw new AppError('fine-waived');
  requireAsShown(before, shown);
  await requireOwnEntries(context, recordsTouched(before, { held, waivers: [] }));
  const { after, balance } = changeFine(context, before, { status: 'Pending' }, { allocations: freeing(held) });
  const taken = held.flatMap(({ paymentId, amount }) => {
    const payment = payments.get(paymentId ?? '');
    if (payment === undefined) return [];
    countReversed(context, payment, amount);
    recordReversal(
      context,
      { kind: 'payment', id: payment.id, userId: user.id },
      { amount, reason: REVERSAL_REASON.unpaid },
    );
    return changeOfMoney(0 - amount);
  });
  context.send([changeSummaries(context.tx, [user], sumChanges([balance, ...taken]), { now: context.now })]);
  return { fine: toFine(after), receipt: null, batch: context.batch, totals: toTotals(context.books()) };
}

/** A payment to be taken back. */
export interface Reversing {
  payment: PaymentRow;
  reversals: ReversalsTable[];
  user: SummaryRow;
  held: (FineWithUser & { part: Held })[];
}

/** Throws payment-not-found. */
export async function readReversing(db: Handle, paymentId: string): Promise<Reversing> {
  const payment = await findPayment(db, paymentId);
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
 * Takes back the rest of a payment. Throws payment-reversed if that is not what was shown, credit-used (with its uses)
 * if the user's credit does not cover the part that no fine holds, not-own-entry.
 */
export async function reversePayment(
  context: CommandContext,
  { payment, reversals, user, held }: Reversing,
  { amount, reason }: ParsedInput<typeof reverseOperation>['body'],
): Promise<Output<typeof reverseOperation>> {
  await requireOwnEntries(context, [payment.id, ...held.map(({ fine }) => fine.id)]);
  const left = payment.amount - addPaisa(...reversals.map((reversal) => reversal.amount));
  if (left === 0 || left !== amount) throw new AppError('payment-reversed');
  const free = left - addPaisa(...held.map(({ part }) => part.amount));
  if (free > user.credit) throw new AppError('credit-used', { details: await usesOfCredit(context.tx, user.id) });
  const freed = held.map(({ fine, part }) => changeFine(context, fine, {}, { allocations: freeing([part]) }).balance);
  countReversed(context, payment, left);
  const reversal = recordReversal(
    context,
    { kind: 'payment', id: payment.id, userId: user.id },
    { amount: left, reason },
  );
  const balance = sumChanges([...freed, changeOfMoney(0 - left)]);
  context.send([changeSummaries(context.tx, [user], balance, { now: context.now })]);
  return { payment: toPayment(payment, [...reversals, reversal]), totals: toTotals(context.books()) };
}

/** What a user's credit was used for: the newest fines it paid, and refunds. */
async function usesOfCredit(db: Handle, userId: string): Promise<CreditUses> {
  const [fines, refunds] = await settleAll([
    finesPaidByCredit(db, userId, USES_NAMED),
    standingRefunds(db, userId, USES_NAMED),
  ]);
  return {
    fines: fines.map(({ fine_type: fineType, date }) => ({ fineType, date })),
    vouchers: refunds.map(voucherOf),
  };
}

const findPayment = (db: Handle, paymentId: string): Promise<PaymentRow | undefined> =>
  runFirst(db, selectPayments(db).where('payments.id', '=', paymentId));

/** How a payment was received, and by whom. */
type PaymentOrigin = Pick<
  Selectable<PaymentsTable>,
  'id' | 'method' | 'received_by' | 'received_by_id' | 'received_on'
>;

async function paymentOrigins(db: Handle, ids: readonly string[]): Promise<Map<string, PaymentOrigin>> {
  if (ids.length === 0) return new Map();
  const payments = db.selectFrom('payments').select(['id', 'method', 'received_by', 'received_by_id', 'received_on']);
  const rows = await run(db, payments.where(isOneOf(db, 'id', ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A user's newest fines that are partly paid by credit. */
const finesPaidByCredit = (db: Handle, userId: string, limit: number): Promise<FineRow[]> =>
  run(
    db,
    selectFines(db)
      .where('fines.user_id', '=', userId)
      .where('fines.paid_amount', '>', 0)
      .where(
        ({ selectFrom, fn }) =>
          sql<boolean>`${selectFrom('allocations')
            .select(fn.sum('amount').as('held'))
            .whereRef('fine_id', '=', 'fines.id')
            .where('payment_id', 'is', null)} > 0`,
      )
      .orderBy('fines.date', 'desc')
      .orderBy('fines.sequence', 'desc')
      .limit(limit),
  );
