// Members who were reminded in a period, and paid soon afterwards (REPORT-15).
import { sql } from 'kysely';
import type { AfterReminders } from '../../../contract/reports.ts';
import { type Paisa, rupeesFromPaisa } from '../../../core/money/money.ts';
import { PAID_WITHIN_DAYS, RECORDED_CHANNELS, type RecordedChannel } from '../../../core/people/reminder.ts';
import { isPostgres, run } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { Period } from './reports.repository.ts';

export async function readAfterReminders(db: Handle, period: Period): Promise<AfterReminders> {
  const [reminded, paid] = await settleAll([remindedIn(db, period), paidAfter(db, period)]);
  const figuresOf = (channel: RecordedChannel | null) => {
    const { reminderCount = 0, memberCount = 0 } = reminded.find((row) => row.channel === channel) ?? {};
    const { paidMemberCount = 0, received = 0 } = paid.find((row) => row.channel === channel) ?? {};
    return { reminderCount, memberCount, paidMemberCount, received: rupeesFromPaisa(received) };
  };
  return {
    channels: RECORDED_CHANNELS.map((channel) => ({ channel, ...figuresOf(channel) })).filter(
      ({ reminderCount }) => reminderCount > 0,
    ),
    total: figuresOf(null),
  };
}

/** Numbers by channel; null stands for all channels together. */
const remindedIn = (db: Handle, { from, to }: Period) =>
  run(
    db,
    sql<{ channel: RecordedChannel | null; reminderCount: number; memberCount: number }>`
      with sent as (select channel, user_id from reminders where day >= ${from} and day <= ${to})
      select channel, count(*) as "reminderCount", count(distinct user_id) as "memberCount" from sent group by channel
      union all
      select null, count(*), count(distinct user_id) from sent`,
  );

const paidAfter = (db: Handle, { from, to }: Period) => {
  const until = isPostgres(db)
    ? sql`to_char(day::date + ${sql.lit(PAID_WITHIN_DAYS)}, 'YYYY-MM-DD')`
    : sql`date(day, ${sql.lit(`+${PAID_WITHIN_DAYS} days`)})`;
  return run(
    db,
    sql<{ channel: RecordedChannel | null; paidMemberCount: number; received: Paisa }>`
      with sent as (
        select distinct channel, user_id, day, ${until} as until
        from reminders where day >= ${from} and day <= ${to}
      ), followed as (
        select distinct sent.channel, payments.id, payments.user_id, payments.amount from sent
        inner join payments on payments.user_id = sent.user_id
          and payments.received_on >= sent.day and payments.received_on <= sent.until
      ), paid as (
        select channel, id, user_id, amount - coalesce(
          (select sum(reversals.amount) from reversals where reversals.payment_id = followed.id), 0
        ) as amount from followed
      )
      select channel, count(distinct user_id) as "paidMemberCount", sum(amount) as received
      from paid where amount > 0 group by channel
      union all
      select null, count(distinct user_id), coalesce(sum(amount), 0)
      from (select distinct id, user_id, amount from paid where amount > 0) as once`,
  );
};
