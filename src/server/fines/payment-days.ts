// What was received on each day, by method and by who received it, kept with every payment: the sums below a list of payments
// (PAY-38) are added up from days.
import { sql } from 'kysely';
import type { Paisa } from '../../core/money.ts';
import { prepared } from '../db/prepared.ts';
import type { PaymentDaysTable, PaymentsTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import type { CommandContext } from '../ledger/command.ts';
import { moveReceived } from './cash.service.ts';

type Received = Pick<PaymentsTable, 'received_on' | 'method' | 'received_by'>;

/** Counts a payment (paisa) where it belongs: on its day, and as cash in somebody's hands. */
export function countReceived(context: CommandContext, payment: Received, amount: Paisa): void {
  moveReceived(context, payment, amount);
  context.defer(days, { ...keyOf(payment), payment_count: 1, received: amount, taken_back: 0 });
}

/** The same of what is taken back of one, now. */
export function countTakenBack(context: CommandContext, payment: Received, amount: Paisa): void {
  moveReceived(context, payment, 0 - amount);
  context.defer(days, { ...keyOf(payment), payment_count: 0, received: 0, taken_back: amount });
}

/** Nobody where it is not recorded: null cannot be a part of a key. */
const keyOf = ({ received_on, method, received_by }: Received) => ({
  received_on,
  method,
  received_by: received_by ?? '',
});

const days: DeferredWrite<PaymentDaysTable> = {
  async write(tx, changes) {
    const byDay = Map.groupBy(changes, (row) => JSON.stringify([row.received_on, row.method, row.received_by]));
    await settleAll([...byDay.values()].map((ofDay) => addToDay(tx, ofDay.reduce(sumOfTwo))));
  },
};

const sumOfTwo = (a: PaymentDaysTable, b: PaymentDaysTable): PaymentDaysTable => ({
  ...a,
  payment_count: a.payment_count + b.payment_count,
  received: a.received + b.received,
  taken_back: a.taken_back + b.taken_back,
});

const addToDay = prepared((db, row: PaymentDaysTable) =>
  db
    .insertInto('payment_days')
    .values({
      received_on: row.received_on,
      method: row.method,
      received_by: row.received_by,
      payment_count: row.payment_count,
      received: row.received,
      taken_back: row.taken_back,
    })
    .onConflict((conflict) =>
      conflict.columns(['received_on', 'method', 'received_by']).doUpdateSet((eb) => ({
        payment_count: eb('payment_days.payment_count', '+', row.payment_count),
        received: eb('payment_days.received', '+', row.received),
        taken_back: eb('payment_days.taken_back', '+', row.taken_back),
      })),
    ),
);

/** Adds up all payments, where they were written without being counted. */
export async function recountPaymentDays(tx: Handle): Promise<void> {
  await tx.deleteFrom('payment_days').execute();
  await sql`
    insert into payment_days (received_on, method, received_by, payment_count, received, taken_back)
    ${summedByDay}`.execute(tx);
}

/** The rows that the table should have. */
export const summedByDay = sql<PaymentDaysTable>`
  select received_on, method, coalesce(received_by, '') as received_by, count(*) as payment_count,
         sum(payments.amount) as received, coalesce(sum(taken), 0) as taken_back
  from payments
  left join (
    select payment_id, sum(amount) as taken from reversals where payment_id is not null group by payment_id
  ) back on back.payment_id = payments.id
  group by received_on, method, coalesce(received_by, '')`;
