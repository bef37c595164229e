// What is kept of each day for sums and reports, against the records themselves.
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../db/types.ts';
import { FINE_TYPE_DAY_FIGURES, summedByTypeAndDay } from '../../balances/fine-type-days.ts';
import { PAYMENT_DAY_FIGURES, summedByDay } from '../../balances/payment-days.ts';
import type { Problems } from './problems.ts';

export async function compareKeptDays(db: Handle, problems: Problems): Promise<void> {
  await compare(db, problems, {
    kept: await db.selectFrom('payment_days').selectAll().execute(),
    right: summedByDay,
    figures: PAYMENT_DAY_FIGURES,
    nameOf: ({ received_on: day, method, received_by: person }) =>
      `${day} by ${method}, through ${person === '' ? 'nobody on record' : person},`,
  });
  await compare(db, problems, {
    kept: await db.selectFrom('fine_type_days').selectAll().execute(),
    right: summedByTypeAndDay,
    figures: FINE_TYPE_DAY_FIGURES,
    nameOf: ({ date, fine_type: type }) => `fines of ${date} and the type "${type}"`,
  });
}

/** Days without records may have a row of zeros, or none. */
async function compare<R extends object>(
  db: Handle,
  problems: Problems,
  {
    kept,
    right,
    figures,
    nameOf,
  }: { kept: R[]; right: RawBuilder<R>; figures: readonly (keyof R & string)[]; nameOf: (row: R) => string },
): Promise<void> {
  const { rows } = await sql<R>`${right}`.execute(db);
  const is = new Map(kept.map((row) => [nameOf(row), row]));
  const shouldBe = new Map(rows.map((row) => [nameOf(row), row]));
  for (const name of new Set([...is.keys(), ...shouldBe.keys()])) {
    for (const figure of figures) {
      const [said, summed] = [is.get(name)?.[figure] ?? 0, shouldBe.get(name)?.[figure] ?? 0];
      if (said !== summed) {
        problems.add(
          `Of ${name} ${String(said)} are kept as ${figure.replace('_', ' ')}, the records say ${String(summed)}.`,
        );
      }
    }
  }
}
