// What happens when fines are assessed, added, paid and deleted (specification sections 4 and 9, decisions section 4).
import type { Selectable } from 'kysely';
import type { Assessment, Fine } from '../../contract/fines.ts';
import type { addFines as addFinesOperation } from '../../contract/fines.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../core/calendar.ts';
import {
  changeOfAdding,
  changeOfDeleting,
  changeOfReducing,
  changeOfStatus,
  type FineStatus,
} from '../../core/fine.ts';
import { type Paisa, paisaFromRupees, rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import { type Charge, chargesFor, reductionOnDelete, sameCharges } from '../../core/repeat-offence.ts';
import type { CommandContext } from '../command.ts';
import type { Handle } from '../db/engine.ts';
import type { FinesTable, UsersTable } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import { newRecordId } from '../shared/ids.ts';
import { findUser, isRuleOn } from '../shared/queries.ts';
import { type FineRow, toFine, toTotals } from '../shared/wire.ts';
import * as changes from './fine-changes.repository.ts';
import * as repository from './fines.repository.ts';

/** Told when the rule's settings row is lost. */
export type OnMissingSetting = (settingId: string) => void;

interface Submission {
  amount: Paisa;
  date: CalendarDay;
  userIds: readonly string[];
}

/** Works out what each user would be charged now. Throws user-not-found (with the ids) and AmountTooLargeError. */
async function work(db: Handle, submission: Submission, onMissing: OnMissingSetting) {
  const users = await repository.usersToFine(db, submission.userIds);
  const missing = submission.userIds.filter((id) => !users.has(id));
  if (missing.length > 0) throw new AppError('user-not-found', { details: { userIds: missing } });
  const ruleOn = await isRuleOn(db, 'repeat-offence', onMissing);
  const repeatOffenders = ruleOn
    ? await repository.usersFinedBetween(db, submission.userIds, weekRange(submission.date))
    : new Set<string>();
  const charges = chargesFor({ amount: submission.amount, ruleOn, userIds: submission.userIds, repeatOffenders });
  return { users, ruleOn, charges };
}

function toAssessment(users: Map<string, Selectable<UsersTable>>, ruleOn: boolean, charges: Charge[]): Assessment {
  return {
    ruleOn,
    charges: charges.map(({ userId, amount, doubled }) => ({
      userId,
      userName: displayName(users.get(userId)?.user_name ?? ''),
      amount: rupeesFromPaisa(amount),
      doubled,
    })),
  };
}

/** An amount the contract has checked. */
function paisa(rupees: number): Paisa {
  const amount = paisaFromRupees(rupees);
  if (amount === null) throw new AppError('invalid-input');
  return amount;
}

/** What each user would be charged, for the confirmation. Saves nothing. */
export async function assess(
  db: Handle,
  body: { amount: number; date: CalendarDay; userIds: readonly string[] },
  onMissing: OnMissingSetting,
): Promise<Assessment> {
  const { users, ruleOn, charges } = await work(db, { ...body, amount: paisa(body.amount) }, onMissing);
  return toAssessment(users, ruleOn, charges);
}

/**
 * Fines all of the users or none. The amounts are worked out again here, under the lock of the books; where they differ
 * from what was confirmed, or nothing was confirmed though the rule is on, `charges-changed` carries the new assessment.
 */
export async function addFines(
  context: CommandContext,
  body: ParsedInput<typeof addFinesOperation>['body'],
  onMissing: OnMissingSetting,
): Promise<Output<typeof addFinesOperation>> {
  const amount = paisa(body.amount);
  const { users, ruleOn, charges } = await work(context.tx, { ...body, amount }, onMissing);
  const confirmed = body.confirmed?.map((charge) => ({ ...charge, amount: paisa(charge.amount) }));
  if (confirmed === undefined ? ruleOn : !sameCharges(confirmed, charges)) {
    throw new AppError('charges-changed', { details: toAssessment(users, ruleOn, charges) });
  }

  const fines = charges.map((charge) => recordAdding(context, body, charge));
  await changes.insertFines(context.tx, fines);
  for (const charged of new Set(charges.map((charge) => charge.amount))) {
    const ids = charges.filter((charge) => charge.amount === charged).map((charge) => charge.userId);
    const rows = ids.flatMap((id) => users.get(id) ?? []);
    await changes.changeSummaries(context.tx, rows, changeOfAdding({ amount: charged, status: 'Pending' }), {
      now: context.now,
    });
  }
  await changes.raiseNewestDate(context.tx, body.userIds, body.date);
  await changes.changeDay(context.tx, body.date, fines.length);
  await changes.rememberType(context.tx, {
    fineType: body.fineType,
    amount,
    sequence: fines.at(-1)?.sequence ?? 0,
  });
  return {
    fines: fines.map((fine) => toFine({ ...fine, user_name: users.get(fine.user_id)?.user_name ?? '' })),
    totals: toTotals(context.books()),
  };
}

function recordAdding(
  context: CommandContext,
  body: { fineType: string; description: string; date: CalendarDay },
  charge: Charge,
): Selectable<FinesTable> {
  const fine = {
    id: newRecordId(),
    user_id: charge.userId,
    fine_type: body.fineType,
    description: body.description,
    amount: charge.amount,
    date: body.date,
    status: 'Pending' as const,
    created_at: context.now,
    paid_on: null,
    updated_at: context.now,
  };
  const sequence = context.record({
    subject: 'fine',
    subjectId: fine.id,
    userId: fine.user_id,
    before: null,
    after: fine,
    balance: changeOfAdding(fine),
  });
  return { ...fine, sequence };
}

/** Marks a fine paid or unpaid. Throws fine-not-found, already-paid, already-pending. */
export async function setStatus(context: CommandContext, fineId: string, status: FineStatus) {
  const before = await findOrThrow(context, fineId);
  if (before.status === status) throw new AppError(status === 'Paid' ? 'already-paid' : 'already-pending');
  const values = { status, paid_on: status === 'Paid' ? context.now : null, updated_at: context.now };
  await changes.updateFine(context.tx, fineId, values);
  const after: FineRow = { ...before, ...values };
  const balance = changeOfStatus(before.amount, before.status, status);
  context.record({ subject: 'fine', subjectId: fineId, userId: before.user_id, before, after, balance });
  const user = await userOf(context, before.user_id);
  await changes.changeSummaries(context.tx, [user], balance, { now: context.now });
  return { fine: toFine(after), totals: toTotals(context.books()) };
}

/** Deletes a fine; with the rule on, one that it had doubled is reduced. Throws fine-not-found. */
export async function deleteFine(context: CommandContext, fineId: string, onMissing: OnMissingSetting) {
  const deleted = await findOrThrow(context, fineId);
  const reduced = await reduceDoubled(context, deleted, onMissing);
  await changes.removeFine(context.tx, fineId);
  const balance = changeOfDeleting(deleted);
  context.record({
    subject: 'fine',
    subjectId: fineId,
    userId: deleted.user_id,
    before: deleted,
    after: null,
    balance,
  });
  await changes.changeDay(context.tx, deleted.date, -1);
  const user = await userOf(context, deleted.user_id);
  const newest = user.newest_fine_date;
  await changes.changeSummaries(context.tx, [user], balance, {
    now: context.now,
    ...(newest === deleted.date ? { newestFineDate: await changes.newestFineDate(context.tx, deleted.user_id) } : {}),
  });
  return { deleted: toFine(deleted) satisfies Fine, reduction: reduced, totals: toTotals(context.books()) };
}

/** Undoes one doubling that the fine about to be deleted had caused; null when there is none. */
async function reduceDoubled(context: CommandContext, deleted: FineRow, onMissing: OnMissingSetting) {
  const ruleOn = await isRuleOn(context.tx, 'repeat-offence', onMissing);
  if (!ruleOn) return null;
  const week = weekRange(deleted.date);
  const others = await repository.finesOfAmount(context.tx, deleted.user_id, week, 2 * deleted.amount);
  const reducible = (fine: Selectable<FinesTable>) => ({ ...fine, userId: fine.user_id });
  const reduction = reductionOnDelete({ ruleOn, deleted: reducible(deleted), others: others.map(reducible) });
  const before = others.find((fine) => fine.id === reduction?.fineId);
  if (reduction === null || before === undefined) return null;
  const values = { amount: reduction.to, updated_at: context.now };
  await changes.updateFine(context.tx, before.id, values);
  const balance = changeOfReducing(before, reduction.to);
  context.record({
    subject: 'fine',
    subjectId: before.id,
    userId: before.user_id,
    before,
    after: { ...before, ...values },
    balance,
  });
  await changes.changeSummaries(context.tx, [await userOf(context, before.user_id)], balance, { now: context.now });
  return {
    fineId: before.id,
    from: rupeesFromPaisa(reduction.from),
    to: rupeesFromPaisa(reduction.to),
    status: reduction.status,
    toGiveBack: reduction.status === 'Paid' ? rupeesFromPaisa(reduction.from - reduction.to) : 0,
  };
}

async function findOrThrow(context: CommandContext, fineId: string): Promise<FineRow> {
  const fine = await repository.findFine(context.tx, fineId);
  if (fine === undefined) throw new AppError('fine-not-found');
  return fine;
}

/** The user's row as it is now in this transaction, deleted or not: the money records stay. */
async function userOf(context: CommandContext, userId: string): Promise<Selectable<UsersTable>> {
  const user = await findUser(context.tx, userId);
  if (user === undefined) throw new Error(`The user ${userId} of a fine is missing.`);
  return user;
}
