// Automatic reminders go out, and once a week the collector goes through the list of members who owe something, writes
// to some, and one promises to pay.
import { listReminders, promise, remind } from '../../src/contract/money/reminders.ts';
import { addDays } from '../../src/core/calendar.ts';
import { REMINDER_CHANNELS } from '../../src/core/people/reminder.ts';
import type { Story } from './story.ts';

const THURSDAY = 3;
/** The first day with a list of reminders, in days ago. */
const SINCE = 60;
const AT_ONCE = 6;
const PROMISED_DAYS = 9;

export async function remindOfTheDay({ office, day, collector }: Story): Promise<void> {
  office.clock.turnTo(day.ago, 0.65);
  await office.post()?.remind();
  if (day.ago > SINCE || (day.weekday !== THURSDAY && day.ago > 0)) return;
  office.clock.turnTo(day.ago, 0.7);
  const hand = collector();
  const { items } = await hand(listReminders, { query: { notRemindedFor: 5, pageSize: AT_ONCE } });
  for (const [place, { userId, number, landline }] of items.entries()) {
    const channel = number === null || landline ? 'email' : (REMINDER_CHANNELS[place % 3] ?? 'whatsapp');
    await hand(remind, { body: { userId, channel } });
  }
  const promising = items.at(-1);
  if (promising === undefined) return;
  await hand(promise, { body: { userId: promising.userId, until: addDays(day.date, PROMISED_DAYS) } });
}
