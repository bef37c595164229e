// What was received on each day, by method and by who received it, and what was taken back and given back on it, kept with every
// payment, refund and reversal: the sums below a list of payments (PAY-38) and of reports (REPORT-4) are added up from days.
import { sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { preparedUpsert, sumsByKey } from '../db/prepared.ts';
import type { PaymentDaysTable, PaymentsTable, RefundsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import type { CommandContext } from '../ledger/command.ts';
import { moveGivenBack, moveReceived } from './cash-moves.ts';

type Received = Pick<PaymentsTable, 'received_on' | 'method' | 'received_by'>;
type Given = Pick<RefundsTable, 'method' | 'given_by'>;

const KEY = ['received_on', 'method', 'received_by'] as const;
export const PAYMENT_DAY_FIGURES = ['payment_count', 'received', 'taken_back', 'reversed', 'given_back'] as const;
type Figures = Pick<PaymentDaysTable, (typeof PAYMENT_DAY_FIGURES)[number]>;

const NOTHING: Figures = { payment_count: 0, received: 0, taken_back: 0, reversed: 0, given_back: 0 };

/** Counts a payment (paisa) where it belongs: on its day, and as cash in somebody's hands. */
export function countReceived(context: CommandContext, payment: Received, amount: Paisa): void {
  moveReceived(context, payment, amount);
  count(context, payment.received_on, payment.method, payment.received_by, { payment_count: 1, received: amount });
}

/** The same of what is taken back of one, now. */
export function countTakenBack(context: CommandContext, payment: Received, amount: Paisa): void {
  const { method, received_by: person } = payment;
  moveReceived(context, payment, 0 - amount);
  count(context, payment.received_on, method, person, { taken_back: amount });
  count(context, context.today, method, person, { reversed: amount });
}

/** The same of credit that is given back on a day; a negative amount: of what is taken back of that. */
export function countGivenBack(context: CommandContext, refund: Given, day: CalendarDay, amount: Paisa): void {
  moveGivenBack(context, refund, amount);
  count(context, day, refund.method, refund.given_by, { given_back: amount });
}

function count(
  context: CommandContext,
  day: CalendarDay,
  method: PaymentsTable['method'],
  person: string | null,
  figures: Partial<Figures>,
): void {
  // Nobody where it is not recorded: null cannot be a part of a key.
  context.defer(days, { received_on: day, method, received_by: person ?? '', ...NOTHING, ...figures });
}

const days: DeferredWrite<PaymentDaysTable> = {
  write: (tx, rows) => addToDays(tx, sumsByKey(rows, KEY, PAYMENT_DAY_FIGURES)),
};

const addToDays = preparedUpsert('payment_days', KEY, PAYMENT_DAY_FIGURES);

/** Adds up all payments and refunds, where they were written without being counted. */
export async function recountPaymentDays(tx: Handle): Promise<void> {
  await tx.deleteFrom('payment_days').execute();
  await sql`
    insert into payment_days (received_on, method, received_by, payment_count, received, taken_back, reversed, given_back)
    ${summedByDay}`.execute(tx);
}

/** The rows that the table should have. */
export const summedByDay = sql<PaymentDaysTable>`
  select day as received_on, method, person as received_by, sum(payment_count) as payment_count,
         sum(received) as received, sum(taken_back) as taken_back, sum(reversed) as reversed,
         sum(given_back) as given_back
  from (
    select received_on as day, method, coalesce(received_by, '') as person, 1 as payment_count, amount as received,
           0 as taken_back, 0 as reversed, 0 as given_back
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
    from reversals join refunds on refunds.id = refund_id
  ) moved
  group by day, method, person`;
