// What is kept as received, taken back and given back on each day, by method and person, against the payments and refunds.
import { sql } from 'kysely';
import type { PaymentDaysTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { PAYMENT_DAY_FIGURES, summedByDay } from '../../fines/payment-days.ts';
import type { Problems } from './problems.ts';

export async function comparePaymentDays(db: Handle, problems: Problems): Promise<void> {
  const kept = await db.selectFrom('payment_days').selectAll().execute();
  const { rows: summed } = await sql<PaymentDaysTable>`${summedByDay}`.execute(db);
  const keyOf = ({ received_on, method, received_by }: PaymentDaysTable): string =>
    `${received_on} by ${method}, through ${received_by === '' ? 'nobody on record' : received_by},`;
  const rows = new Map(kept.map((row) => [keyOf(row), row]));
  const right = new Map(summed.map((row) => [keyOf(row), row]));
  for (const key of new Set([...rows.keys(), ...right.keys()])) {
    for (const figure of PAYMENT_DAY_FIGURES) {
      const [is, shouldBe] = [rows.get(key)?.[figure] ?? 0, right.get(key)?.[figure] ?? 0];
      if (is !== shouldBe) {
        problems.add(`Of ${key} ${is} are kept as ${figure.replace('_', ' ')}, its records say ${shouldBe}.`);
      }
    }
  }
}
