// Compares the figures kept by the day with sums over the records, computed differently than the server does. The tables and
// figures come from the server, so that the compiler reports a forgotten one; their values are computed here.
import { expect } from 'vitest';
import type { DAILY_FIGURES } from '../../src/server/balances/daily-figures/daily-figures.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import type { Database } from '../../src/server/db/types.ts';
import { readRecords, type Rows } from './records.ts';

type Table = keyof typeof DAILY_FIGURES;

/** What each record counts for, in as many rows as it needs. */
const COUNTED: { [T in Table]: (rows: Rows) => Schema[T][] } = {
  fine_days: ({ fines }) =>
    fines.map((fine) => ({
      day: fine.date,
      fine_count: 1,
      paid_count: fine.status === 'Paid' ? 1 : 0,
      charged: fine.amount,
    })),
  owed_days: ({ fines }) =>
    fines.map((fine) => ({
      day: fine.due_on ?? fine.date,
      counted_from: fine.due_on === null ? 'fine' : 'due',
      outstanding: fine.amount - fine.waived_amount - fine.paid_amount,
    })),
  fine_type_days: ({ fines }) =>
    fines.map((fine) => ({
      day: fine.date,
      fine_type: fine.fine_type,
      fine_count: 1,
      charged: fine.amount,
      waived: fine.waived_amount,
      paid: fine.paid_amount,
    })),
  payment_days({ payments, refunds, reversals }) {
    const none = { payment_count: 0, received: 0, reversed_since: 0, reversed_that_day: 0, given_back: 0 };
    return [
      ...payments.flatMap(({ id, received_on: day, method, received_by, amount }) => {
        const person = received_by ?? '';
        const own = reversals.filter(({ payment_id: of }) => of === id);
        const since = own.reduce((sum, reversal) => sum + reversal.amount, 0);
        return [
          { ...none, day, method, person, payment_count: 1, received: amount, reversed_since: since },
          ...own.map((reversal) => ({
            ...none,
            day: reversal.day,
            method,
            person,
            reversed_that_day: reversal.amount,
          })),
        ];
      }),
      ...refunds.flatMap(({ id, given_on: day, method, given_by: person, amount }) => [
        { ...none, day, method, person, given_back: amount },
        ...reversals
          .filter(({ refund_id: of }) => of === id)
          .map((reversal) => ({ ...none, day: reversal.day, method, person, given_back: -reversal.amount })),
      ]),
    ];
  },
};

/** The sums of the numeric columns, grouped by the other columns; without rows that are all 0. */
function addedUp(rows: readonly object[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = Object.values(row).filter((value) => typeof value === 'string');
    for (const [figure, value] of Object.entries(row)) {
      const name = [...key.toSorted(), figure].join(' ');
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value);
    }
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0));
}

export async function expectDailyFigures(db: Database): Promise<void> {
  const records = await readRecords(db);
  for (const table of Object.keys(COUNTED) as Table[]) {
    const kept = await db.read.selectFrom(table).selectAll().execute();
    expect(addedUp(kept), table).toEqual(addedUp(COUNTED[table](records)));
  }
}
