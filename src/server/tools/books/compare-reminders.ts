// Checks the latest reminder, promise and skip stored with each user (REMIND-3, REMIND-17).
import { sql } from 'kysely';
import type { Handle } from '../../db/types.ts';
import type { Problems } from './problems.ts';

export async function compareReminders(db: Handle, problems: Problems): Promise<void> {
  const newest = (table: string, which = sql`true`) => sql`
    (select * from ${sql.table(table)} latest
     where sequence = (
       select max(sequence) from ${sql.table(table)} other where other.user_id = latest.user_id and ${which}
     ))`;
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join ${newest('reminders')} reminded on reminded.user_id = users.id
    left join ${newest('promises')} promised on promised.user_id = users.id
    left join ${newest('reminders', sql`through is not null`)} went on went.user_id = users.id
    left join ${newest('skips')} skipped on skipped.user_id = users.id
    where coalesce(users.reminded_on, '') <> coalesce(reminded.day, '')
       or coalesce(users.reminded_through, '') <> coalesce(reminded.channel, '')
       or coalesce(users.promised_until, '') <> coalesce(promised.until, '')
       or coalesce(users.promise_covers, '') <> coalesce(case when promised.until is not null then promised.covers end, '')
       or coalesce(users.reminded_up_to, '') <> coalesce(went.through, '')
       or coalesce(users.skipped_up_to, '') <> coalesce(skipped.up_to, '')
    order by users.id`.execute(db);
  for (const { id } of rows) {
    problems.add(`The latest reminder, promise or skip kept with the user ${id} differs from the records.`);
  }
}
