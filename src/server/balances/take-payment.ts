// Taking money from a member: one payment, its receipt and the fines it pays (PAY-4, PAY-6 to PAY-8).
import type { Selectable } from 'kysely';
import { type CalendarDay, instantOn } from '../../core/calendar.ts';
import { changeOfMoney, outstanding, sumChanges } from '../../core/fines/fine.ts';
import { addPaisa, type Paisa } from '../../core/money/money.ts';
import { allocate, type Allocation, numberName } from '../../core/money/payment.ts';
import { searchKey } from '../../core/text/search.ts';
import type { PaymentsTable } from '../db/schema.ts';
import { changeFine, figuresOf } from './change-fine.ts';
import { changeSummaries } from './fine-changes.repository.ts';
import type { CommandContext } from '../ledger/command.ts';
import { tell } from '../mail/outbox.ts';
import { newRecordId } from '../shared/ids.ts';
import type { FineRow } from '../shared/wire.ts';
import { countReceived } from './daily-figures/payment-days.ts';
import { type SummaryRow } from './fine-reads.repository.ts';
import { insertPayments } from './allocations.repository.ts';

export interface Taking {
  user: SummaryRow;
  /** all Pending; those of 0 are marked as paid */
  fines: readonly FineRow[];
  /** paisa: credit is used before the payment */
  money: { credit: Paisa; payment: Paisa };
  method: PaymentsTable['method'];
  reference: string;
  receivedOn: CalendarDay;
  note: string;
}

export interface Taken {
  /** null if no money was received */
  payment: Selectable<PaymentsTable> | null;
  /** in the order of the fines given */
  fines: FineRow[];
  /** what each fine that was owed got, in the order in which they were paid */
  paid: readonly Allocation[];
  /** of the user, after the payment */
  credit: Paisa;
  pending: Paisa;
}

/** The caller must have checked everything; only AppError `totals-too-large` can be thrown. */
export function take(context: CommandContext, taking: Taking): Taken {
  const { tx, now, timeZone } = context;
  const { user, fines, money, receivedOn } = taking;
  const rows = new Map(fines.map((fine) => [fine.id, fine]));
  const owed = fines.map((fine) => ({ ...fine, outstanding: outstanding(figuresOf(fine)) }));
  const open = owed.filter((fine) => fine.outstanding > 0);
  const ofZero = owed
    .filter((fine) => fine.outstanding === 0)
    .map(({ id }) => ({ fineId: id, fromCredit: 0, fromPayment: 0 }));
  const allocations = allocate(money, open);
  const pending = addPaisa(
    user.pending,
    ...allocations.map(({ fromCredit, fromPayment }) => 0 - fromCredit - fromPayment),
  );
  const payment = recordPayment(context, taking, pending);
  const receivedAt = receivedOn === context.today ? now : instantOn(receivedOn, now, timeZone);
  const changed = [...allocations, ...ofZero].flatMap(({ fineId, fromCredit, fromPayment }) => {
    const fine = rows.get(fineId);
    if (fine === undefined) return [];
    const given = [
      { payment_id: null, amount: fromCredit },
      { payment_id: payment?.id ?? null, amount: fromPayment },
    ].filter(({ amount }) => amount > 0);
    const paidOn = fromPayment > 0 ? receivedAt : now;
    return changeFine(context, fine, { status: 'Paid' }, { allocations: given, paidOn });
  });
  const balance = sumChanges([
    ...(payment === null ? [] : [changeOfMoney(payment.amount)]),
    ...changed.map((change) => change.balance),
  ]);
  context.send([changeSummaries(tx, [user], balance, { now })]);
  const after = new Map(changed.map((change) => [change.after.id, change.after]));
  return {
    payment,
    fines: fines.map((fine) => after.get(fine.id) ?? fine),
    paid: allocations,
    credit: user.credit + balance.credit,
    pending,
  };
}

function recordPayment(
  context: CommandContext,
  { user, money, method, reference, receivedOn, note }: Taking,
  owedAfter: Paisa,
): Selectable<PaymentsTable> | null {
  if (money.payment === 0) return null;
  const receipt = context.nextNumber('receipt');
  const payment = {
    id: newRecordId(),
    user_id: user.id,
    amount: money.payment,
    method,
    reference,
    reference_key: searchKey(reference),
    received_on: receivedOn,
    received_by: context.actor.name,
    received_by_id: context.actor.id,
    note,
    receipt_year: receipt.year,
    receipt_number: receipt.number,
    owed_after: owedAfter,
    created_at: context.now,
  };
  const sequence = context.record({
    subject: 'payment',
    subjectId: payment.id,
    userId: user.id,
    before: null,
    after: payment,
    balance: changeOfMoney(payment.amount),
  });
  const row = { ...payment, sequence };
  context.send([insertPayments(context.tx, [row])]);
  countReceived(context, row, row.amount);
  const { id, amount } = row;
  const facts = { id, receipt: numberName('receipt', receipt), amount, day: receivedOn, method };
  tell(context, { to: user.id, kind: 'paid', facts });
  return row;
}
