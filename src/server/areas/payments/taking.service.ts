// What a member owes, and taking payments for it.
import type { Owed, takePayment as takeOperation } from '../../../contract/money/payments.ts';
import type {
  payFines as payFinesOperation,
  setFineStatus as setFineStatusOperation,
} from '../../../contract/fines/fines.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { outstanding } from '../../../core/fines/fine.ts';
import { MAX_FINES_COLLECTED } from '../../../core/limits.ts';
import { addPaisa, isAmount } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { PaymentsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { figuresOf, requireAsShown, requireNoneChanged } from '../../balances/change-fine.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { remainingOf } from '../../shared/joined-users.ts';
import { findUser } from '../../shared/queries.ts';
import { type FineRow, toFine, toTotals } from '../../shared/wire.ts';
import { take } from '../../balances/take-payment.ts';
import type { FineWithUser, FoundFines, SummaryRow } from '../../balances/fine-reads.repository.ts';
import { receiptOf, toPayment } from './payments.service.ts';
import { owedFines } from './taking.repository.ts';

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export interface OwedRows {
  user: User;
  fines: FineRow[];
}

/**
 * Throws user-not-found. Deleted users can still pay, since the records of money stay; whose record was joined with
 * another pays for that one.
 */
export async function readOwed(db: Handle, id: string): Promise<OwedRows> {
  const userId = (await remainingOf(db, [id]))(id);
  const [user, fines] = await settleAll([findUser(db, userId), owedFines(db, userId, MAX_FINES_COLLECTED)]);
  if (user === undefined) throw new AppError('user-not-found');
  return { user, fines };
}

export const toOwed = ({ user, fines }: OwedRows): Owed => ({
  userId: user.id,
  userName: displayName(user.user_name),
  credit: user.credit,
  pendingFine: user.pending,
  fines: fines.map(toFine),
});

/**
 * Takes a payment. Throws payment-changed (with what is owed now) if the fines or the credit are not as shown, and
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
    return fine !== undefined && outstanding(figuresOf(fine)) === shown ? fine : [];
  });
  const { credit } = body;
  if (fines.length < body.fines.length || credit > user.credit) {
    throw new AppError('payment-changed', { details: toOwed(owed) });
  }
  const { method, reference, receivedOn, note } = body;
  const money = { credit, payment: body.amount };
  const taken = take(context, { user, fines, money, method, reference, receivedOn, note });
  const used = addPaisa(...taken.paid.map(({ fromPayment }) => fromPayment));
  return {
    payment: taken.payment && toPayment({ ...taken.payment, user_name: user.user_name }, []),
    paid: taken.paid.flatMap(({ fineId, fromCredit, fromPayment }) => {
      const fine = open.get(fineId);
      if (fine === undefined) return [];
      const paid = addPaisa(fromCredit, fromPayment);
      return { fineType: fine.fine_type, date: fine.date, paid, fromCredit };
    }),
    toCredit: addPaisa(money.payment, 0 - used),
    credit: taken.credit,
    pendingFine: taken.pending,
    totals: toTotals(context.books()),
  };
}

/**
 * Marks a fine paid, with a payment of what is outstanding. Throws already-paid, and fine-changed (with the fine as it
 * is) if it is not what was shown.
 */
export function markPaid(
  context: CommandContext,
  { fine, user }: FineWithUser,
  { shown, method, reference }: ParsedInput<typeof setFineStatusOperation>['body'],
): Output<typeof setFineStatusOperation> {
  if (fine.status === 'Paid') throw new AppError('already-paid');
  requireAsShown(fine, shown);
  const { payment, fines } = takeWhole(context, user, [fine], { method, reference });
  return {
    fine: toFine(fines[0] ?? fine),
    receipt: payment === null ? null : receiptOf(payment),
    batch: context.batch,
    totals: toTotals(context.books()),
  };
}

/**
 * Marks pending fines paid, all or none. Throws fines-not-pending (with the ids), fines-changed (with the fines as they
 * are) if their outstanding amounts are not as shown, and payment-too-large.
 */
export function payFines(
  context: CommandContext,
  { fines: shown, method, reference }: ParsedInput<typeof payFinesOperation>['body'],
  found: FoundFines,
): Output<typeof payFinesOperation> {
  const fineIds = shown.map(({ fineId }) => fineId);
  const deleted = fineIds.filter((id) => !found.has(id));
  const paid = fineIds.filter((id) => found.get(id)?.fine.status === 'Paid');
  if (deleted.length + paid.length > 0) throw new AppError('fines-not-pending', { details: { paid, deleted } });
  const chosen = fineIds.flatMap((id) => found.get(id) ?? []);
  const asShown = new Map(shown.map((fine) => [fine.fineId, fine.outstanding]));
  const changed = chosen.filter(({ fine }) => outstanding(figuresOf(fine)) !== asShown.get(fine.id));
  requireNoneChanged(
    changed.map(({ fine }) => fine),
    [],
  );
  const byUser = Map.groupBy(chosen, ({ user }) => user.id);
  // Checked before anything is sent to the database.
  const sums = [...byUser.values()].map((own) => addPaisa(...own.map(({ fine }) => outstanding(figuresOf(fine)))));
  if (!sums.every(isAmount)) throw new AppError('payment-too-large');
  const receipts = [...byUser.values()].flatMap((own) => {
    const user = own[0]?.user;
    if (user === undefined) return [];
    const fines = own.map(({ fine }) => fine);
    const { payment } = takeWhole(context, user, fines, { method, reference });
    return payment === null ? [] : (receiptOf(payment) ?? []);
  });
  return { receipts, batch: context.batch, totals: toTotals(context.books()) };
}

/** A payment, dated today, of everything outstanding of these fines. */
function takeWhole(
  context: CommandContext,
  user: SummaryRow,
  fines: readonly FineRow[],
  by: { method: PaymentsTable['method']; reference: string },
) {
  const payment = addPaisa(...fines.map((fine) => outstanding(figuresOf(fine))));
  return take(context, { ...by, user, fines, money: { credit: 0, payment }, receivedOn: context.today, note: '' });
}
