// Late surcharges: the terms of the rule, what it would add now, adding it to some of the members, and undoing what was
// added today (SURCHARGE-1 to SURCHARGE-8).
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type * as contract from '../../../contract/settings/rules.ts';
import { addDays, beginningOf, type CalendarDay, weekRange } from '../../../core/calendar.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import {
  beginsOn,
  dueDaysLate,
  nextSurcharge,
  type StoredTerms,
  type Surchargeable,
  surchargeDue,
  type SurchargeRule,
  termsIn,
} from '../../../core/fines/late-surcharge.ts';
import { RULE_ID } from '../../../core/fines/rules.ts';
import { LATE_PAYMENT } from '../../../core/fines/type-name.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { isCovered, promiseHolds } from '../../../core/people/reminder.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { tell } from '../../mail/outbox.ts';
import { definedFields, requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { newRecordId } from '../../shared/ids.ts';
import { remainingOf } from '../../shared/joined-users.ts';
import { readDueDays } from '../../shared/rules.ts';
import { readDeletions, remove } from '../fines/deletion.service.ts';
import { enterFines } from '../fines/enter-fines.ts';
import { usersToFine } from '../fines/fines.repository.ts';
import { openRequests } from './plan.repository.ts';
import { promisesOf } from './reminders.repository.ts';

const THE_RULE = RULE_ID['late-surcharge'];

/** `rule`: as it applies; null while it is off. */
interface Stored {
  stored: StoredTerms;
  rule: SurchargeRule | null;
}

export async function readSurchargeRule(db: Handle): Promise<Stored> {
  const [row] = await run(db, db.selectFrom('settings').select(['allow_disallow', 'terms']).where('id', '=', THE_RULE));
  const { since, leftOut, ...terms } = termsIn(row?.terms ?? null);
  return { stored: { ...terms, since, leftOut }, rule: row?.allow_disallow === 1 ? { terms, since } : null };
}

/** The members who are left out by name and present, in the order in which they are shown; whoever a joined one is now. */
async function leftOutMembers(db: Handle, { leftOut }: Pick<StoredTerms, 'leftOut'>) {
  if (leftOut.length === 0) return [];
  const remaining = await remainingOf(db, leftOut);
  const ids = [...new Set(leftOut.map(remaining))];
  const present = db.selectFrom('users').select(['id', 'user_name']).where('deleted_at', 'is', null);
  return run(
    db,
    present
      .where(isOneOf(db, 'id', ids))
      .orderBy('sort_key')
      .orderBy('id'),
  );
}

/** A fine that may bear a surcharge. */
interface Found extends Surchargeable {
  fineId: string;
  userId: string;
}

/**
 * The fines with these due days of present members (null: all), without surcharges. Uses the conditions of the index
 * fines_pending.
 */
async function surchargeables(
  db: Handle,
  stored: Pick<StoredTerms, 'leftOut'>,
  { from, to, today }: { from: CalendarDay; to: CalendarDay | null; today: CalendarDay },
  userIds: readonly string[] | null,
): Promise<Found[]> {
  const owed = db
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .select(['fines.id', 'user_id', 'due_on', 'amount', 'waived_amount', 'paid_amount'])
    .select(['users.pending', 'users.credit'])
    .where(sql<boolean>`fines.status = 'Pending' and fines.amount > 0`)
    .where('due_on', '>=', from)
    .where('users.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('surcharges').select('number').whereRef('surcharges.id', '=', 'fines.id'))),
    )
    .orderBy('user_id')
    .orderBy('fines.sequence')
    .$castTo<{ due_on: CalendarDay } & Record<'id' | 'user_id', string> & Record<Figures, Paisa>>();
  const late = to === null ? owed : owed.where('due_on', '<=', to);
  const fines = await run(db, userIds === null ? late : late.where(isOneOf(db, 'user_id', userIds)));
  if (fines.length === 0) return [];
  const users = [...new Set(fines.map(({ user_id: id }) => id))];
  const ids = fines.map(({ id }) => id);
  const [borne, promises, requests, leftOut] = await settleAll([
    borneBy(db, ids),
    promisesOf(db, users),
    openRequests(db, users),
    leftOutMembers(db, stored),
  ]);
  const requested = new Set(
    requests.flatMap((request) => (JSON.parse(request.fines) as { id: string }[]).map(({ id }) => id)),
  );
  const spared = new Set(leftOut.map(({ id }) => id));
  return fines.map(({ id, user_id: userId, due_on: dueOn, ...figures }) => {
    const charged = figures.amount - figures.waived_amount;
    const { last, added } = borne.get(id) ?? { last: 0, added: 0 };
    const silent =
      spared.has(userId) ||
      requested.has(id) ||
      isCovered(figures) ||
      promiseHolds(promises.get(userId) ?? null, today);
    return { fineId: id, userId, dueOn, charged, outstanding: charged - figures.paid_amount, last, added, silent };
  });
}
type Figures = 'amount' | 'waived_amount' | 'paid_amount' | 'pending' | 'credit';

/** The last number of each of these fines, and what those of its surcharges that still exist are together. */
async function borneBy(db: Handle, fineIds: readonly string[]) {
  const rows = await run(
    db,
    db
      .selectFrom('surcharges')
      .leftJoin('fines', 'fines.id', 'surcharges.id')
      .select(({ fn }) => [
        'surcharges.fine_id',
        fn.max('surcharges.number').as('last'),
        sql<Paisa>`coalesce(sum(fines.amount), 0)`.as('added'),
      ])
      .where(isOneOf(db, 'surcharges.fine_id', fineIds))
      .groupBy('surcharges.fine_id'),
  );
  return new Map(rows.map(({ fine_id: id, last, added }) => [id, { last, added }]));
}

interface ToAdd {
  fineId: string;
  userId: string;
  number: number;
  amount: Paisa;
}

/** What the rule adds today to fines of these members (null: all). */
export async function surchargesDue(
  db: Handle,
  { stored, rule }: Stored,
  today: CalendarDay,
  userIds: readonly string[] | null,
): Promise<ToAdd[]> {
  if (rule === null) return [];
  const found = await surchargeables(db, stored, { ...dueDaysLate(rule, today), today }, userIds);
  return found.flatMap((fine) => {
    const due = surchargeDue(rule, fine, today);
    return due === null ? [] : { fineId: fine.fineId, userId: fine.userId, ...due };
  });
}

/** What is added next to fines of these members, by the fine. */
export async function surchargesNext(
  db: Handle,
  userIds: readonly string[],
  today: CalendarDay,
): Promise<Map<string, { userId: string; after: CalendarDay; amount: Paisa }>> {
  const { stored, rule } = await readSurchargeRule(db);
  if (rule === null) return new Map();
  const { from } = dueDaysLate(rule, today);
  const found = await surchargeables(db, stored, { from, to: null, today }, userIds);
  return new Map(
    found.flatMap((fine) => {
      const next = nextSurcharge(rule, fine, today);
      return next === null ? [] : [[fine.fineId, { userId: fine.userId, ...next }] as const];
    }),
  );
}

const insertSurcharges = insertion('surcharges');

/** Adds what is due today to fines of these members; returns how many surcharges that were. */
export async function addSurcharges(context: CommandContext, userIds: readonly string[]): Promise<number> {
  const { tx, today } = context;
  const due = await surchargesDue(tx, await readSurchargeRule(tx), today, userIds);
  const users = await usersToFine(tx, [...new Set(due.map(({ userId }) => userId))], weekRange(today));
  const fines = await enterFines(
    context,
    due.map(({ userId, amount }) => ({
      id: newRecordId(),
      userId,
      fineType: LATE_PAYMENT.en,
      ...ofEachText(() => ''),
      date: today,
      amount,
      typicalAmount: amount,
      doubledBy: null,
      dueOn: today,
    })),
    users,
  );
  const rows = due.flatMap(({ fineId: fine_id, number }, place) => {
    const fine = fines[place];
    if (fine === undefined) return [];
    const { id, sequence } = fine;
    context.attach(sequence, 'surcharges', [{ fine_id, number }]);
    const news = { id, fineType: fine.fine_type, day: fine.date, amount: fine.amount, doubled: false };
    tell(context, { to: fine.user_id, kind: 'fined', facts: { fines: [news] } });
    return { sequence, fine_id, number, id };
  });
  context.send([insertSurcharges(tx, rows)]);
  return rows.length;
}

type Today = Pick<CommandContext, 'today' | 'timeZone'>;

/** The surcharges that were added today and still exist: by their entries, because the day of a fine may be corrected. */
const addedToday = (db: Handle, { today, timeZone }: Today) =>
  db
    .selectFrom('journal')
    .innerJoin('surcharges', 'surcharges.sequence', 'journal.sequence')
    .innerJoin('fines', 'fines.id', 'surcharges.id')
    .where('journal.subject', '=', 'fine')
    .where('journal.at', '>=', beginningOf(today, timeZone))
    .where('journal.at', '<', beginningOf(addDays(today, 1), timeZone));

export async function readSurcharges(db: Handle, at: Today): Promise<Output<typeof contract.readSurcharges>> {
  const { today } = at;
  const [{ stored, rule }, dueDays] = await settleAll([readSurchargeRule(db), readDueDays(db)]);
  const { since: _since, leftOut: _leftOut, ...terms } = stored;
  const [due, added, people] = await settleAll([
    surchargesDue(db, { stored, rule: rule ?? { terms, since: today } }, today, null),
    runOne(
      db,
      addedToday(db, at).select(({ fn }) => [
        sql<number>`count(distinct fines.user_id)`.as('members'),
        fn.countAll<number>().as('fines'),
        sql<Paisa>`coalesce(sum(fines.amount), 0)`.as('amount'),
      ]),
    ),
    leftOutMembers(db, stored),
  ]);
  return {
    isOn: rule !== null,
    hasDueDays: dueDays !== null,
    terms,
    leftOut: people.map(({ id, user_name: name }) => ({ userId: id, userName: displayName(name) })),
    now: {
      members: new Set(due.map(({ userId }) => userId)).size,
      fines: due.length,
      amount: due.reduce((sum, { amount }) => sum + amount, 0),
    },
    today: added,
  };
}

/** Throws record-changed. */
export async function updateSurcharges(
  context: CommandContext,
  { shown, ...body }: ParsedInput<typeof contract.updateSurcharges>['body'],
): Promise<Output<typeof contract.updateSurcharges>> {
  const { tx, today } = context;
  const { stored } = await readSurchargeRule(tx);
  const { since, leftOut: _leftOut, ...terms } = stored;
  const leftOut = (await leftOutMembers(tx, stored)).map(({ id }) => id);
  requireFieldsAsShown({ ...terms, leftOut }, shown);
  const { amount, percent, graceDays, everyDays, times, mostPercent } = body;
  const wanted = definedFields<typeof terms>({ amount, percent, graceDays, everyDays, times, mostPercent });
  const isOther = !isDeepStrictEqual({ ...terms, ...wanted }, terms);
  await keepTerms(context, {
    ...terms,
    ...wanted,
    since: isOther ? beginsOn(stored, today) : since,
    leftOut: body.leftOut ?? leftOut,
  });
  return readSurcharges(tx, context);
}

async function keepTerms({ tx, now, record }: CommandContext, terms: StoredTerms): Promise<void> {
  const before = await runOne(tx, tx.selectFrom('settings').selectAll().where('id', '=', THE_RULE));
  const after = { ...before, terms: JSON.stringify(terms), updated_at: now };
  if (after.terms === before.terms) return;
  const { terms: kept, updated_at } = after;
  await tx.updateTable('settings').set({ terms: kept, updated_at }).where('id', '=', THE_RULE).execute();
  record({ subject: 'setting', subjectId: THE_RULE, userId: null, before, after });
}

/** Surcharges undone in one command, so that other writes need not wait for more. */
const UNDONE_AT_ONCE = 200;

/**
 * Deletes some of what was added today; the caller asks again while some are left. What was paid of it becomes credit,
 * and nothing is added again for the days up to today. Throws nothing-to-undo.
 */
export async function undoSurcharges(
  context: CommandContext,
  { day }: ParsedInput<typeof contract.undoSurcharges>['body'],
): Promise<Output<typeof contract.undoSurcharges>> {
  const { tx, today } = context;
  const rows = await run(tx, addedToday(tx, context).select('surcharges.id').orderBy('surcharges.sequence'));
  if (rows.length === 0 || day !== today) throw new AppError('nothing-to-undo');
  const { stored } = await readSurchargeRule(tx);
  await keepTerms(context, { ...stored, since: addDays(today, 1) });
  const ids = rows.slice(0, UNDONE_AT_ONCE).map(({ id }) => id);
  await remove(context, await readDeletions(tx, ids, () => {}, 'undone'), undefined);
  return { undone: ids.length, remaining: rows.length - ids.length };
}
