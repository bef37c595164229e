// The organisation's figures by day, which every write updates.
import { expect, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { testClock } from '../helpers/clock.ts';
import { addUser, fineOne, mark, setRule } from '../helpers/ledger.ts';

test('there is one row for each of the organisation’s days, with the figures at its end [TOTAL-9]', async () => {
  // In Karachi the day begins at 19:00 UTC.
  const clock = testClock('2026-11-18T18:58:00Z');
  const app = await startApp({ clock });
  try {
    const administrator = await app.administrator();
    await setRule(administrator, false);
    const { id } = await addUser(administrator);
    await fineOne(administrator, id, { amount: 100 });
    const { id: fineId } = await fineOne(administrator, id, { amount: 50.5 });
    clock.set('2026-11-18T19:00:00Z');
    await mark(administrator, fineId, 'Paid');
    clock.set('2026-11-21T07:00:00Z');
    await fineOne(administrator, id, { amount: 1 });
    const rows = await app.db.read
      .selectFrom('books_by_day')
      .select(['day', 'total', 'pending', 'used'])
      .orderBy('day')
      .execute();
    expect(rows).toEqual([
      { day: '2026-11-18', total: 15_050, pending: 15_050, used: 0 },
      { day: '2026-11-19', total: 15_050, pending: 10_000, used: 0 },
      { day: '2026-11-21', total: 15_150, pending: 10_100, used: 0 },
    ]);
  } finally {
    await app.stop();
  }
});
