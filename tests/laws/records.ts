// The records that figures are computed from.
import type { Database } from '../../src/server/db/types.ts';

export type Rows = Awaited<ReturnType<typeof readRecords>>;

export async function readRecords({ read }: Database) {
  const [fines, payments, refunds, waivers, reversals] = await Promise.all([
    read.selectFrom('fines').selectAll().execute(),
    read.selectFrom('payments').selectAll().execute(),
    read.selectFrom('refunds').selectAll().execute(),
    read.selectFrom('waivers').selectAll().execute(),
    read.selectFrom('reversals').selectAll().execute(),
  ]);
  return { fines, payments, refunds, waivers, reversals };
}
