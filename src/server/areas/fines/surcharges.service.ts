// Late surcharges: adding them to some of the members, undoing what was added today, and the terms of the rule
// (SURCHARGE-1 to SURCHARGE-8).
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type * as contract from '../../../contract/settings/rules.ts';
import { addDays, beginningOf, weekRange } from '../../../core/calendar.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import { beginsOn, type StoredTerms } from '../../../core/fines/late-surcharge.ts';
import { LATE_PAYMENT } from '../../../core/fines/type-name.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { leftOutMembers, readSurchargeRule, surchargesDue, THE_RULE } from '../../balances/surcharges.ts';
import { insertion } from '../../db/insert.ts';
import { run, runOne } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { tell } from '../../mail/outbox.ts';
import { definedFields, requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { newRecordId } from '../../shared/ids.ts';
import { remainingOf } from '../../shared/joined-users.ts';
import { readDueDays } from '../../shared/rules.ts';
import { readDeletions, remove } from './deletion.service.ts';
import { enterFines } from './enter-fines.ts';
import { usersToFine } from './fines.repository.ts';

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

/** Throws record-changed, user-not-found (with the ids). */
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
    leftOut: body.leftOut === undefined ? stored.leftOut : await leftOutAs(context, stored, body.leftOut),
  });
  return readSurcharges(tx, context);
}

/**
 * The ids to store for these members: of whom a joined one is now, that one's, which counts for whoever it is again once
 * the joining is undone.
 */
async function leftOutAs({ tx }: CommandContext, stored: StoredTerms, userIds: readonly string[]): Promise<string[]> {
  const present = new Set((await leftOutMembers(tx, { leftOut: userIds })).map(({ id }) => id));
  const gone = userIds.filter((id) => !present.has(id));
  if (gone.length > 0) throw new AppError('user-not-found', { details: { userIds: gone } });
  const remaining = await remainingOf(tx, stored.leftOut);
  return userIds.flatMap((id) => {
    const joined = stored.leftOut.filter((one) => remaining(one) === id);
    return joined.length === 0 ? [id] : joined;
  });
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
