// The money of each day, by method and person, updated with every payment, refund and reversal. The sums below a list
// of payments (PAY-38) and in reports (REPORT-4) add up days.
import { sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import type { PaymentDaysTable, PaymentsTable, RefundsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { moveGivenBack, moveReceived } from '../cash-moves.ts';
import { dailyTable, type Period } from './daily-table.ts';

/**
 * A reversal counts twice: in `reversed_since` on the day the payment was received, whenever it was reversed, and in
 * `reversed_that_day` on the day of the reversal, for payments of any day. `given_back` is less the refunds taken back
 * on that day.
 */
export const paymentDays = dailyTable('payment_days', {
  key: ['day', 'method', 'person'],
  figures: ['payment_count', 'received', 'reversed_since', 'reversed_that_day', 'given_back'],
  records: sql`
    select received_on as day, method, coalesce(received_by, '') as person, 1 as payment_count, amount as received,
           0 as reversed_since, 0 as reversed_that_day, 0 as given_back
    from payments
    union all
    select received_on, method, coalesce(received_by, ''), 0, 0, reversals.amount, 0, 0
    from reversals join payments on payments.id = payment_id
    union all
    select reversals.day, method, coalesce(received_by, ''), 0, 0, 0, reversals.amount, 0
    from reversals join payments on payments.id = payment_id
    union all
    select given_on, method, given_by, 0, 0, 0, 0, amount from refunds
    union all
    select reversals.day, method, given_by, 0, 0, 0, 0, 0 - reversals.amount
    from reversals join refunds on refunds.id = refund_id`,
  describe: ({ day, method, person }) => `${day} by ${method}, through ${person === '' ? 'nobody on record' : person},`,
});

type Received = Pick<PaymentsTable, 'received_on' | 'method' | 'received_by' | 'received_by_id'>;
type Given = Pick<RefundsTable, 'method' | 'given_by' | 'given_by_id'>;

/** Counts a payment (paisa) on its day and, if in cash, in its receiver's holding. */
export function countReceived(context: CommandContext, payment: Received, amount: Paisa): void {
  moveReceived(context, payment, amount);
  count(context, payment.received_on, payment, { payment_count: 1, received: amount });
}

/** Counts a reversal of a payment, made now. */
export function countReversed(context: CommandContext, payment: Received, amount: Paisa): void {
  moveReceived(context, payment, 0 - amount);
  count(context, payment.received_on, payment, { reversed_since: amount });
  count(context, context.today, payment, { reversed_that_day: amount });
}

/** Counts credit given back on a day; a negative amount counts a refund taken back. */
export function countGivenBack(context: CommandContext, refund: Given, day: CalendarDay, amount: Paisa): void {
  moveGivenBack(context, refund, amount);
  count(context, day, { method: refund.method, received_by: refund.given_by }, { given_back: amount });
}

type Figures = Omit<PaymentDaysTable, 'day' | 'method' | 'person'>;
const NOTHING: Figures = { payment_count: 0, received: 0, reversed_since: 0, reversed_that_day: 0, given_back: 0 };

function count(
  context: CommandContext,
  day: CalendarDay,
  { method, received_by: person }: Pick<PaymentsTable, 'method' | 'received_by'>,
  figures: Partial<Figures>,
): void {
  // '' if the person is not recorded, because null cannot be part of a key.
  context.defer(paymentDays.add, { day, method, person: person ?? '', ...NOTHING, ...figures });
}

/** Money received on these days, less reversals made on them of payments of any day. */
export async function receivedIn(db: Handle, period: Period): Promise<Paisa> {
  const { received, reversed_that_day: reversed } = await paymentDays.sum(db, period);
  return addPaisa(received, 0 - reversed);
}
