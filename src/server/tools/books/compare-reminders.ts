// What is kept with each user of the latest reminder and the latest promise (REMIND-3).
import { sql } from 'kysely';
import type { Handle } from '../../db/types.ts';
import type { Problems } from './problems.ts';

export async function compareReminders(db: Handle, problems: Problems): Promise<void> {
  const newest = (table: string) => sql`
    (select * from ${sql.table(table)} latest
     where sequence = (select max(sequence) from ${sql.table(table)} other where other.user_id = latest.user_id))`;
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join ${newest('reminders')} reminded on reminded.user_id = users.id
    left join ${newest('promises')} promised on promised.user_id = users.id
    where coalesce(users.reminded_on, '') <> coalesce(reminded.day, '')
       or coalesce(users.reminded_through, '') <> coalesce(reminded.channel, '')
       or coalesce(users.promised_until, '') <> coalesce(promised.until, '')
       or coalesce(users.promise_covers, '') <> coalesce(case when promised.until is not null then promised.covers end, '')
    order by users.id`.execute(db);
  for (const { id } of rows) {
    problems.add(`The latest reminder or promise of the user ${id} is not the one that is kept with them.`);
  }
}
