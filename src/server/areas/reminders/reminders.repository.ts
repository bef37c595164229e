// The SQL of reminders: members who owe something, the longest unpaid first, from the index users_owing.
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { ReminderShow } from '../../../contract/money/reminders.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { Language } from '../../../core/text/languages.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runFirst, runOne } from '../../db/run.ts';
import type { Schema, UsersTable } from '../../db/schema.ts';
import type { Snapshot } from '../../db/snapshot.ts';
import type { Handle } from '../../db/types.ts';
import { isPromiseOpen } from '../../balances/overdue.ts';
import { isInGroup } from '../../shared/groups.ts';
import { pageOfUsers } from '../../shared/queries.ts';
import { findsMemberInOrder, searchFor } from '../../shared/finding/searches.ts';

export type OwingRow = Selectable<UsersTable> & { oldest_pending_date: CalendarDay };

export interface OwingFilter {
  search: string;
  show: ReminderShow;
  /** reminded before this day, or never; null for any */
  notRemindedSince: CalendarDay | null;
  group: string;
  today: CalendarDay;
}

/** The same condition as promiseHolds() of core/people/reminder.ts. */
const promiseHolds = (today: CalendarDay) =>
  sql<boolean>`(promised_until is not null and promised_until >= ${today} and ${isPromiseOpen})`;

const isLate = (today: CalendarDay) => sql<boolean>`(earliest_due is not null and earliest_due < ${today})`;

/** Only members who owe something have an oldest pending date, and the index contains no others. */
const owing = (db: Handle) =>
  db.selectFrom('users').where('deleted_at', 'is', null).where('oldest_pending_date', 'is not', null);

function filtered(db: Handle, { search, show, notRemindedSince, group, today }: OwingFilter) {
  const keys = ['name_key', 'id_key', 'role_key', 'phone_key'] as const;
  let users = owing(db)
    .where(findsMemberInOrder(db, keys, searchFor(search)))
    .where(isInGroup(group));
  if (show === 'promised' || show === 'promised-today') users = users.where(promiseHolds(today));
  if (show === 'promised-today') users = users.where('promised_until', '=', today);
  if (show === 'open' || show === 'overdue') users = users.where(sql<boolean>`not ${promiseHolds(today)}`);
  if (show === 'overdue') users = users.where(isLate(today));
  if (notRemindedSince === null) return users;
  return users.where((eb) => eb.or([eb('reminded_on', 'is', null), eb('reminded_on', '<', notRemindedSince)]));
}

export async function owingPage(
  db: Handle,
  filter: OwingFilter,
  limits: { limit: number; offset: number },
): Promise<OwingRow[]> {
  // The order of the index.
  const sorted = <O>(users: SelectQueryBuilder<Schema, 'users', O>) =>
    users.orderBy('oldest_pending_date').orderBy('sort_key').orderBy('id');
  return (await pageOfUsers(db, filtered(db, filter), sorted, limits)) as OwingRow[];
}

export const sumOwing = (db: Handle, filter: OwingFilter): Promise<{ count: number; pending: Paisa }> =>
  runOne(
    db,
    filtered(db, filter).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<Paisa>`coalesce(sum(pending), 0)`.as('pending'),
    ]),
  );

/** The number and debts of those who match, cached while the books are unchanged. */
export const owingOf = ({ tx, once }: Snapshot, filter: OwingFilter) =>
  once(`owing of ${JSON.stringify(filter)}`, () => sumOwing(tx, filter));

/** Counts of all present members who owe something. */
export const countOwing = (db: Handle, today: CalendarDay) =>
  runOne(
    db,
    owing(db).select((eb) => [
      eb.fn.countAll<number>().as('owing'),
      sql<number>`coalesce(sum(case when ${isLate(today)} then 1 else 0 end), 0)`.as('overdue'),
      sql<number>`coalesce(sum(case when ${promiseHolds(today)} then 1 else 0 end), 0)`.as('promised'),
    ]),
  );

/** Deleted users who owe something, whom nobody can remind. */
export const owingAndGone = (db: Handle) =>
  run(
    db,
    db
      .selectFrom('users')
      .select(['id', 'pending', 'earliest_due'])
      .where('deleted_at', 'is not', null)
      .where('pending', '>', 0),
  );

interface Debt {
  openCount: number;
  overdue: Paisa;
  /** what is not overdue, by due day, the earliest first; what has no due day is not among it */
  dues: { day: CalendarDay; amount: Paisa }[];
}

/** The debt of each of these users. Uses the conditions of the index fines_pending. */
export async function debtsOf(db: Handle, ids: readonly string[], today: CalendarDay): Promise<Map<string, Debt>> {
  // Null: without a due day; '': overdue.
  const due = sql<CalendarDay | null>`case when due_on >= ${today} then due_on when due_on is not null then '' end`;
  const rows = await run(
    db,
    db
      .selectFrom('fines')
      .select((eb) => [
        'user_id',
        due.as('due'),
        eb.fn.countAll<number>().as('count'),
        sql<Paisa>`sum(amount - waived_amount - paid_amount)`.as('owed'),
      ])
      .where(isOneOf(db, 'user_id', ids))
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .groupBy(['user_id', 'due'])
      .orderBy('due'),
  );
  const debts = new Map<string, Debt>();
  for (const { user_id: id, due: day, count, owed } of rows) {
    const debt = debts.get(id) ?? { openCount: 0, overdue: 0, dues: [] };
    debts.set(id, debt);
    debt.openCount += count;
    if (day === '') debt.overdue += owed;
    else if (day !== null) debt.dues.push({ day, amount: owed });
  }
  return debts;
}

/** The languages chosen by the people with these e-mails. */
export async function languagesOf(db: Handle, emailKeys: readonly string[]): Promise<Map<string, Language>> {
  const rows = await run(
    db,
    db
      .selectFrom('accounts')
      .select(['email_key', 'language'])
      .where(isOneOf(db, 'email_key', emailKeys)),
  );
  return new Map(rows.flatMap(({ email_key: key, language }) => (language === null ? [] : [[key, language] as const])));
}

/** Whether the user was reminded by e-mail on this day, by hand or automatically. */
export async function isMailedOn(db: Handle, userId: string, day: CalendarDay): Promise<boolean> {
  const reminders = db.selectFrom('reminders').select('id').where('user_id', '=', userId).where('day', '=', day);
  return (await runFirst(db, reminders.where('channel', 'in', ['email', 'auto']))) !== undefined;
}

export const insertReminders = insertion('reminders');

export const insertPromises = insertion('promises');

type Latest =
  | Pick<UsersTable, 'reminded_on' | 'reminded_through'>
  | Pick<UsersTable, 'reminded_on' | 'reminded_through' | 'reminded_up_to'>
  | Pick<UsersTable, 'promised_until' | 'promise_covers'>
  | Pick<UsersTable, 'skipped_up_to'>;

/** Stores the latest reminder, promise or skip with its user. */
export const keepLatest = (db: Handle, userId: string, latest: Latest) =>
  run(db, db.updateTable('users').set(latest).where('id', '=', userId));
