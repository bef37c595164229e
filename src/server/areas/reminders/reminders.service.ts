// Reminders and promises: what a member is reminded of, and recording that it was done (REMIND-1 to REMIND-9).
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { aYearAfter, type CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { promiseHolds, type ReminderChannel } from '../../../core/people/reminder.ts';
import { finesByPlace } from '../../balances/fines-of-users.ts';
import { promisesOf } from '../../balances/overdue.ts';
import { surchargesNext } from '../../balances/surcharges.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext, Mailing } from '../../ledger/command.ts';
import { refusalsOf } from '../../mail/mails.repository.ts';
import { tell } from '../../mail/outbox.ts';
import { readersOf } from '../../mail/readers.ts';
import { findUser, organisationWords, readNamesOfTypes } from '../../shared/queries.ts';
import { newRecordId } from '../../shared/ids.ts';
import { telephoneIn } from '../../shared/telephone.ts';
import { toFine } from '../../shared/wire.ts';
import { readTexts } from './plan.repository.ts';
import { reminderMessage } from './reminder-message.ts';
import * as repository from './reminders.repository.ts';
import type { OwingRow } from './reminders.repository.ts';

/** Fines that a reminder names; the others are only counted. */
const FINES_NAMED = 5;

interface Now {
  today: CalendarDay;
  mail?: Mailing | null | undefined;
}

const hasMailServer = ({ mail }: Pick<Now, 'mail'>): boolean => (mail?.domain ?? null) !== null;

/** Members in the order of the rows. */
export async function toOwingMembers(
  db: Handle,
  rows: readonly OwingRow[],
  { today, mail }: Now,
): Promise<OwingMember[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const addresses = rows.flatMap(({ email_key: key }) => key ?? []);
  const [debts, promises, fines, languages, refusals, organisation, nameOfType, surcharges] = await settleAll([
    repository.debtsOf(db, ids, today),
    promisesOf(db, ids),
    finesByPlace(db, ids, FINES_NAMED, 'oldest-unpaid'),
    repository.languagesOf(db, addresses),
    refusalsOf(db, addresses),
    organisationWords(db),
    readNamesOfTypes(db),
    surchargesNext(db, ids, today),
  ]);
  const surchargesOf = Map.groupBy(surcharges.values(), ({ userId }) => userId);
  const finesOf = Map.groupBy(fines, ({ user_id: id }) => id);
  return rows.map((row) => {
    const debt = debts.get(row.id);
    const until = promises.get(row.id);
    const telephone = telephoneIn(row.phone);
    const language = languages.get(row.email_key ?? '') ?? organisation.language;
    return {
      userId: row.id,
      userName: displayName(row.user_name),
      status: row.status,
      pendingFine: row.pending,
      credit: row.credit,
      earliestDue: row.earliest_due,
      overdue: debt?.overdue ?? 0,
      unpaidSince: row.oldest_pending_date,
      fines: (finesOf.get(row.id) ?? []).map((fine) => {
        const { fineType, date, outstanding } = toFine(fine);
        return { typeName: nameOfType(fineType, language), date, outstanding };
      }),
      openCount: debt?.openCount ?? 0,
      dues: (debt?.dues ?? []).map(({ day, amount }) => ({ day, amount })),
      phone: row.phone,
      surcharge: nextOf(surchargesOf.get(row.id) ?? []),
      number: telephone?.number ?? null,
      landline: telephone?.landline ?? false,
      userEmail: row.user_email,
      mailed: hasMailServer({ mail }) && row.user_email !== null,
      mailRefused: refusals.get(row.email_key ?? '') ?? null,
      language,
      reminded:
        row.reminded_on === null || row.reminded_through === null
          ? null
          : { day: row.reminded_on, channel: row.reminded_through },
      promise: until === undefined ? null : { until, holds: promiseHolds(until, today) },
    };
  });
}

/** The sum of those that are added first. */
function nextOf(surcharges: readonly { after: CalendarDay; amount: Paisa }[]): OwingMember['surcharge'] {
  const [after] = surcharges.map((one) => one.after).toSorted();
  if (after === undefined) return null;
  return { after, amount: surcharges.reduce((sum, one) => sum + (one.after === after ? one.amount : 0), 0) };
}

const owes = (row: NonNullable<Awaited<ReturnType<typeof findUser>>>): row is OwingRow =>
  row.oldest_pending_date !== null;

/** Null if nothing is owed. Throws user-not-found, also for a deleted user, whom nobody can remind. */
export async function readOwing(db: Handle, userId: string, now: Now): Promise<OwingMember | null> {
  const row = await findUser(db, userId);
  if (row === undefined || row.deleted_at !== null) throw new AppError('user-not-found');
  if (!owes(row)) return null;
  const [member] = await toOwingMembers(db, [row], now);
  return member ?? null;
}

/** Throws user-not-found, owes-nothing. */
async function requireOwing(context: CommandContext, userId: string): Promise<OwingRow> {
  const row = await findUser(context.tx, userId);
  if (row === undefined || row.deleted_at !== null) throw new AppError('user-not-found');
  if (!owes(row)) throw new AppError('owes-nothing');
  return row;
}

/**
 * Records a reminder, and with `send` also writes the e-mail. Throws user-not-found, owes-nothing, mail-not-configured,
 * mail-unwanted, mailed-today.
 */
export async function recordReminder(
  context: CommandContext,
  { userId, channel, send }: { userId: string; channel: ReminderChannel; send: boolean },
): Promise<{ member: OwingMember }> {
  const { tx, today } = context;
  const row = await requireOwing(context, userId);
  if (send) await mailReminder(context, row);
  const debt = (await repository.debtsOf(tx, [userId], today)).get(userId);
  const reminder = {
    id: newRecordId(),
    user_id: userId,
    channel,
    pending: row.pending,
    overdue: debt?.overdue ?? 0,
    day: today,
    sent_by: context.actor.name,
    created_at: context.now,
    through: null,
  };
  const { id: subjectId } = reminder;
  const sequence = context.record({ subject: 'reminder', subjectId, userId, before: null, after: reminder });
  const latest = { reminded_on: today, reminded_through: channel };
  context.send([
    repository.insertReminders(tx, [{ ...reminder, sequence }]),
    repository.keepLatest(tx, userId, latest),
  ]);
  return { member: await asOwing(context, { ...row, ...latest }) };
}

/** Throws mail-not-configured, mail-unwanted, mailed-today. */
async function mailReminder(context: CommandContext, row: OwingRow): Promise<void> {
  const { tx, today, mail } = context;
  if (!hasMailServer(context)) throw new AppError('mail-not-configured');
  // A second press is one too many, and so is a press after the automatic reminder.
  if (await repository.isMailedOn(tx, row.id, today)) throw new AppError('mailed-today');
  const [member, readers, texts] = await settleAll([asOwing(context, row), readersOf(tx, [row.id]), readTexts(tx)]);
  const reader = readers.get(row.id);
  if (reader === undefined || reader.mails_off === 1) throw new AppError('mail-unwanted');
  tell(context, { to: row.id, kind: 'reminder-by-hand', facts: reminderMessage(member, texts, mail?.link ?? '') });
}

/** Throws user-not-found, owes-nothing, promise-day. */
export async function recordPromise(
  context: CommandContext,
  { userId, until }: { userId: string; until: CalendarDay | null },
): Promise<{ member: OwingMember }> {
  const { tx, today } = context;
  if (until !== null && (until < today || until > aYearAfter(today))) throw new AppError('promise-day');
  const row = await requireOwing(context, userId);
  // The only unpaid fines may be dated in the future.
  const covers = row.oldest_pending_date > today ? row.oldest_pending_date : today;
  const latest = { promised_until: until, promise_covers: until === null ? null : covers };
  if (until === null && row.promised_until === null) return { member: await asOwing(context, row) };
  const promise = {
    id: newRecordId(),
    user_id: userId,
    until,
    covers,
    day: today,
    made_by: context.actor.name,
    created_at: context.now,
  };
  const { id: subjectId } = promise;
  const sequence = context.record({ subject: 'promise', subjectId, userId, before: null, after: promise });
  context.send([repository.insertPromises(tx, [{ ...promise, sequence }]), repository.keepLatest(tx, userId, latest)]);
  // It covers all that is owed.
  return { member: { ...(await asOwing(context, row)), promise: until === null ? null : { until, holds: true } } };
}

async function asOwing(context: CommandContext, row: OwingRow): Promise<OwingMember> {
  const [member] = await toOwingMembers(context.tx, [row], context);
  if (member === undefined) throw new Error('A row has become no member.');
  return member;
}
