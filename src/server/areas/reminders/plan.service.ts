// Automatic reminders: what goes out next, the ways to intervene, and processing some of the members (REMIND-10 to
// REMIND-18).
import type { NextReminder, NextReminders } from '../../../contract/money/reminder-plan.ts';
import type { Actor } from '../../../core/people/actor.ts';
import { addDays, type CalendarDay } from '../../../core/calendar.ts';
import { displayName } from '../../../core/people/person-name.ts';
import {
  beginsAt,
  dealtWith,
  dueDaysBehind,
  isDue,
  isStillDue,
  momentOf,
  nextReminder,
  nextReminders,
  type PlanRules,
  type Progress,
  runAt,
} from '../../../core/people/reminder-plan.ts';
import type { Snapshot } from '../../db/snapshot.ts';
import type { Handle } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext, CommandEnvironment, Mailing } from '../../ledger/command.ts';
import { tell } from '../../mail/outbox.ts';
import { readProgress, writeProgress } from '../../mail/reminding.ts';
import type { Reminding } from '../../mail/sender.ts';
import { newRecordId } from '../../shared/ids.ts';
import { findUser, offsetOf } from '../../shared/queries.ts';
import { dueDaysFor, dueDaysToCome, readWishes, remindables } from './plan.ts';
import * as plans from './plan.repository.ts';
import { reminderMessage } from './reminder-message.ts';
import { insertReminders, keepLatest } from './reminders.repository.ts';
import { readOwing, toOwingMembers } from './reminders.service.ts';

/** Members in one commit, so that other writes need not wait for more. */
export const AT_ONCE = 50;

type Environment = Pick<CommandEnvironment, 'clock' | 'timeZone' | 'mail'>;
interface Now {
  now: number;
  timeZone: string;
  mail: CommandEnvironment['mail'];
}

const at = ({ clock, timeZone, mail }: Environment): Now => ({ now: clock.now(), timeZone, mail });

/** How many days ahead to look for the next reminder: usually there is one within the first. */
const AHEAD = [1, 7, 366];

/** Who is reminded on the next day with any reminders; null: nobody is to be reminded. */
async function findNext(db: Handle, rules: PlanRules, progress: Progress | null, { now, timeZone, mail = null }: Now) {
  const moment = momentOf(progress, now, timeZone);
  for (const days of AHEAD) {
    const through = addDays(moment.from, days);
    const members = await remindables(db, dueDaysFor(rules, moment.after, through), { mail, now }, null);
    const next = nextReminders(members, rules, moment);
    // A later day may not be the next, because not all of those days were read.
    if (next !== null && next.day <= through) return { day: next.day, rows: next.members.map(({ row }) => row) };
  }
  return null;
}

export async function readNext(
  { tx, once }: Snapshot,
  environment: Environment,
  page: { page: number; pageSize: number },
): Promise<NextReminders> {
  const now = at(environment);
  const [{ rules, isPaused }, progress] = await settleAll([readWishes(tx), readProgress(tx)]);
  const asOf = JSON.stringify(momentOf(progress, now.now, now.timeZone));
  const next = rules && (await once(`next reminders ${asOf}`, () => findNext(tx, rules, progress, now)));
  const rows = next?.rows ?? [];
  return {
    items: rows.slice(offsetOf(page), offsetOf(page) + page.pageSize).map((row) => ({
      userId: row.id,
      userName: displayName(row.user_name),
      pendingFine: row.pending,
      credit: row.credit,
      unpaidSince: row.oldest_pending_date,
      earliestDue: row.earliest_due,
    })),
    ...page,
    totalItems: rows.length,
    isOn: rules !== null,
    isPaused,
    canSend: next !== null || (now.mail?.domain ?? null) !== null,
    isSending: rules !== null && progress !== null && runAt(progress, isPaused, now.now, now.timeZone) !== null,
    day: next?.day ?? null,
    at: next === null ? null : new Date(beginsAt(next.day, now.timeZone)).toISOString(),
    pendingFine: rows.reduce((sum, { pending }) => sum + pending, 0),
  };
}

/** Throws user-not-found. */
export async function readNextOf(db: Handle, environment: Environment, userId: string): Promise<NextReminder> {
  const now = at(environment);
  const row = await findUser(db, userId);
  if (row === undefined || row.deleted_at !== null) throw new AppError('user-not-found');
  const [{ rules, isPaused }, progress] = await settleAll([readWishes(db), readProgress(db)]);
  const moment = momentOf(progress, now.now, now.timeZone);
  const skipped = row.skipped_up_to !== null && row.skipped_up_to > moment.after ? row.skipped_up_to : null;
  const days = rules && dueDaysToCome(rules, moment.after, now.now, now.timeZone);
  const [member] = days === null ? [] : await remindables(db, days, { mail: now.mail ?? null, now: now.now }, [userId]);
  if (rules === null || member === undefined)
    return { isOn: rules !== null, isPaused, day: null, why: 'over', skipped };
  return { isOn: true, isPaused, ...nextReminder(member, rules, moment), skipped };
}

/** Throws user-not-found, reminder-not-planned. */
export async function skip(
  context: CommandContext,
  { userId, day: upTo }: { userId: string; day: CalendarDay | null },
): Promise<{ skipped: CalendarDay | null }> {
  const { tx, now, today } = context;
  const row = await findUser(tx, userId);
  if (row === undefined || row.deleted_at !== null) throw new AppError('user-not-found');
  if (row.skipped_up_to === upTo) return { skipped: upTo };
  if (upTo !== null && upTo !== (await readNextOf(tx, environmentOf(context), userId)).day) {
    throw new AppError('reminder-not-planned');
  }
  const skipped = {
    id: newRecordId(),
    user_id: userId,
    up_to: upTo,
    day: today,
    skipped_by: context.actor.name,
    created_at: now,
  };
  const { id: subjectId } = skipped;
  const sequence = context.record({ subject: 'skip', subjectId, userId, before: null, after: skipped });
  context.send([plans.insertSkips(tx, [{ ...skipped, sequence }]), keepLatest(tx, userId, { skipped_up_to: upTo })]);
  return { skipped: upTo };
}

const environmentOf = ({ now, timeZone, mail }: CommandContext): Environment => ({
  clock: { now: () => now },
  timeZone,
  mail,
});

/**
 * Sends the reminders of a day early; the first ones in this command, the others after it. Throws reminders-off,
 * reminder-not-planned.
 */
export async function sendAtOnce(context: CommandContext, day: CalendarDay): Promise<{ count: number }> {
  const { tx, now, timeZone, actor } = context;
  const { rules, isPaused } = await readWishes(tx);
  if (rules === null || isPaused) throw new AppError('reminders-off');
  const progress = await readProgress(tx);
  const next = await findNext(tx, rules, progress, context);
  if (next?.day !== day || (progress?.asked ?? null) !== null) throw new AppError('reminder-not-planned');
  const run = { through: day, by: actor };
  await writeProgress(tx, { after: dealtWith(progress, now, timeZone), asked: run });
  const ids = next.rows.map(({ id }) => id);
  const isAll = ids.length <= AT_ONCE;
  const reminded = await dealWith(context, run, ids.slice(0, AT_ONCE), isAll);
  return { count: isAll ? (reminded ?? 0) : ids.length };
}

/** What senders of messages need to know about waiting automatic reminders. */
export const remindingBy = (mail: Mailing): Reminding => ({
  async state(db) {
    const { rules, isPaused } = await readWishes(db);
    return rules === null ? 'off' : isPaused ? 'paused' : 'on';
  },
  async textFor(db, userId, today) {
    const [member, texts] = await settleAll([readOwing(db, userId, { today, mail }), plans.readTexts(db)]);
    return member === null ? null : reminderMessage(member, texts, mail.link ?? '');
  },
  async messageTo(db, userId, { now, today }) {
    const [{ rules }, row, texts] = await settleAll([readWishes(db), findUser(db, userId), plans.readTexts(db)]);
    if (rules === null || row === undefined) return null;
    const { reminded_up_to: sentEarly } = row;
    const through = sentEarly !== null && sentEarly > today ? sentEarly : today;
    const [member] = await remindables(db, dueDaysBehind(rules, through), { mail, now }, [userId]);
    if (member === undefined || !isStillDue(member, rules, today)) return null;
    const [owing] = await toOwingMembers(db, [member.row], { today, mail });
    return owing === undefined ? null : reminderMessage(owing, texts, mail.link ?? '');
  },
});

/** What a run does, as determined when it began. */
export interface Run {
  through: CalendarDay;
  by: Actor | null;
}

/**
 * Reminds those of these members who are to be reminded, if the run is still wanted. `isLast`: the run ends with them.
 * Returns how many were reminded; null if it is no longer wanted.
 */
export async function dealWith(
  context: CommandContext,
  { through, by }: Run,
  userIds: readonly string[],
  isLast: boolean,
): Promise<number | null> {
  const { tx, now, today, timeZone, mail } = context;
  const [{ rules, isPaused }, progress] = await settleAll([readWishes(tx), readProgress(tx)]);
  const run = rules === null || progress === null ? null : runAt(progress, isPaused, now, timeZone);
  if (rules === null || run?.through !== through) return null;
  const after = dealtWith(progress, now, timeZone);
  const found = await remindables(tx, dueDaysFor(rules, after, through), { mail, now }, userIds);
  const due = found.filter((member) => isDue(member, rules, { after, through, today }));
  const rows = due.map(({ row }) => row);
  const [members, texts] = await settleAll([toOwingMembers(tx, rows, context), plans.readTexts(tx)]);
  const reminders = members.map((member, place) => {
    const reminder = {
      id: newRecordId(),
      user_id: member.userId,
      channel: 'auto' as const,
      pending: rows[place]?.pending ?? 0,
      overdue: member.overdue,
      day: today,
      sent_by: context.actor.name,
      created_at: now,
      through,
    };
    const { id: subjectId, user_id: userId } = reminder;
    const sequence = context.record({ subject: 'reminder', subjectId, userId, before: null, after: reminder });
    tell(context, {
      to: userId,
      kind: 'reminder',
      facts: { ...reminderMessage(member, texts, mail?.link ?? ''), byItself: by === null },
    });
    return { ...reminder, sequence };
  });
  const latest = { reminded_on: today, reminded_through: 'auto', reminded_up_to: through } as const;
  context.send([
    insertReminders(tx, reminders),
    ...reminders.map(({ user_id: userId }) => keepLatest(tx, userId, latest)),
  ]);
  if (isLast) await writeProgress(tx, { after: through > after ? through : after, asked: null });
  return reminders.length;
}
