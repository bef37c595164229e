// What happens when fines are assessed, added, paid and deleted (specification sections 4 and 9, decisions section 4).
import type { Selectable } from 'kysely';
import type {
  addFines as addFinesOperation,
  Assessment,
  deleteFine as deleteFineOperation,
  setFineStatus as setFineStatusOperation,
} from '../../contract/fines.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../core/calendar.ts';
import {
  type BalanceChange,
  changeOfAdding,
  changeOfDeleting,
  changeOfReducing,
  changeOfStatus,
  type FineStatus,
  sumChanges,
} from '../../core/fine.ts';
import { type Paisa, paisaFromRupees, rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import {
  AmountTooLargeError,
  type Charge,
  chargesFor,
  reductionOnDelete,
  sameCharges,
} from '../../core/repeat-offence.ts';
import type { CommandContext, ReadThenDecide } from '../command.ts';
import type { Database, Handle } from '../db/engine.ts';
import type { FinesTable } from '../db/schema.ts';
import { together } from '../db/transactions.ts';
import { AppError } from '../errors.ts';
import { newRecordId } from '../shared/ids.ts';
import { isOn, isRuleOn, type OnMissingSetting } from '../shared/queries.ts';
import { type FineRow, toFine, toTotals } from '../shared/wire.ts';
import * as changes from './fine-changes.repository.ts';
import * as repository from './fines.repository.ts';

interface Submission {
  amount: Paisa;
  date: CalendarDay;
  userIds: readonly string[];
}
type UsersToFine = Map<string, repository.UserToFine>;

const readUsers = (db: Handle, { date, userIds }: Omit<Submission, 'amount'>): Promise<UsersToFine> =>
  repository.usersToFine(db, userIds, weekRange(date));

/** Works out what each user would be charged now. Throws user-not-found (with the ids) and amount-too-large. */
function work(users: UsersToFine, { amount, userIds }: Omit<Submission, 'date'>, onMissing: OnMissingSetting) {
  const missing = userIds.filter((id) => !users.has(id));
  if (missing.length > 0) throw new AppError('user-not-found', { details: { userIds: missing } });
  const found = [...users.values()];
  const ruleOn = isOn('repeat-offence', found[0]?.rule ?? null, onMissing);
  const repeatOffenders = new Set(found.filter((user) => user.fined_in_week !== null).map(({ id }) => id));
  try {
    return { ruleOn, charges: chargesFor({ amount, ruleOn, userIds, repeatOffenders }) };
  } catch (error) {
    throw error instanceof AmountTooLargeError ? new AppError('amount-too-large') : error;
  }
}

function toAssessment(users: Map<string, repository.UserToFine>, ruleOn: boolean, charges: Charge[]): Assessment {
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
  db: Database,
  body: { amount: number; date: CalendarDay; userIds: readonly string[] },
  onMissing: OnMissingSetting,
): Promise<Assessment> {
  const users = await readUsers(db.read, body);
  const { ruleOn, charges } = work(users, { ...body, amount: paisa(body.amount) }, onMissing);
  return toAssessment(users, ruleOn, charges);
}

/**
 * Fines all of the users or none. The amounts are worked out again here, under the lock of the books; where they differ
 * from what was confirmed, or nothing was confirmed though the rule is on, `charges-changed` carries the new assessment.
 */
export const addFines = (
  body: ParsedInput<typeof addFinesOperation>['body'],
  onMissing: OnMissingSetting,
): ReadThenDecide<UsersToFine, Output<typeof addFinesOperation>> => ({
  read: (tx) => readUsers(tx, body),
  about: () => body.userIds,
  decide(context, users) {
    const amount = paisa(body.amount);
    const { ruleOn, charges } = work(users, { ...body, amount }, onMissing);
    const confirmed = body.confirmed?.map((charge) => ({ ...charge, amount: paisa(charge.amount) }));
    if (confirmed === undefined ? ruleOn : !sameCharges(confirmed, charges)) {
      throw new AppError('charges-changed', { details: toAssessment(users, ruleOn, charges) });
    }

    const fines = charges.map((charge) => recordAdding(context, body, charge));
    const summaries = [...Map.groupBy(charges, (charge) => charge.amount)].map(([charged, alike]) =>
      changes.changeSummaries(
        context.tx,
        alike.flatMap((charge) => users.get(charge.userId) ?? []),
        changeOfAdding({ amount: charged, status: 'Pending' }),
        { newest: { atLeast: body.date }, now: context.now },
      ),
    );
    context.send([...summaries, changes.insertFines(context.tx, fines)]);
    context.leave(changes.dayCounts, { date: body.date, by: fines.length });
    context.leave(changes.usedTypes, { fineType: body.fineType, amount, sequence: fines.at(-1)?.sequence ?? 0 });
    return {
      fines: fines.map((fine) => toFine({ ...fine, user_name: users.get(fine.user_id)?.user_name ?? '' })),
      totals: toTotals(context.books()),
    };
  },
});

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

type Found = Awaited<ReturnType<typeof repository.findFine>>;

/** Marks a fine paid or unpaid. Throws fine-not-found, already-paid, already-pending. */
export const setStatus = (
  fineId: string,
  status: FineStatus,
): ReadThenDecide<Found, Output<typeof setFineStatusOperation>> => ({
  read: (tx) => repository.findFine(tx, fineId),
  about: (found) => (found === undefined ? null : [found.user.id]),
  decide(context, found) {
    if (found === undefined) throw new AppError('fine-not-found');
    const { tx, now } = context;
    const { fine: before, user } = found;
    if (before.status === status) throw new AppError(status === 'Paid' ? 'already-paid' : 'already-pending');
    const values = { status, paid_on: status === 'Paid' ? now : null, updated_at: now };
    const after: FineRow = { ...before, ...values };
    const balance = changeOfStatus(before.amount, before.status, status);
    context.record({ subject: 'fine', subjectId: fineId, userId: user.id, before, after, balance });
    context.send([changes.updateFine(tx, fineId, values), changes.changeSummaries(tx, [user], balance, { now })]);
    return { fine: toFine(after), totals: toTotals(context.books()) };
  },
});

/** A fine about to be deleted, with what follows from that. */
interface Deletion {
  deleted: FineRow;
  user: repository.SummaryRow;
  reduced: Reduced | null;
  /** the newest date of the user's other fines; undefined where this one's is not the newest */
  newestDate: CalendarDay | null | undefined;
}

async function readDeletion(tx: Handle, fineId: string, onMissing: OnMissingSetting): Promise<Deletion | null> {
  const [found, ruleOn] = await together([repository.findFine(tx, fineId), isRuleOn(tx, 'repeat-offence', onMissing)]);
  if (found === undefined) return null;
  const { fine: deleted, user } = found;
  const isNewest = user.newest_fine_date === deleted.date;
  const [doubled, newestDate] = await together([
    ruleOn ? repository.finesOfAmount(tx, user.id, weekRange(deleted.date), 2 * deleted.amount) : [],
    isNewest ? repository.newestOtherDate(tx, deleted) : undefined,
  ]);
  return { deleted, user, reduced: reductionOf(deleted, doubled, ruleOn), newestDate };
}

/** Deletes a fine; with the rule on, one that it had doubled is reduced. Throws fine-not-found. */
export const deleteFine = (
  fineId: string,
  onMissing: OnMissingSetting,
): ReadThenDecide<Deletion | null, Output<typeof deleteFineOperation>> => ({
  read: (tx) => readDeletion(tx, fineId, onMissing),
  about: (deletion) => (deletion === null ? null : [deletion.user.id]),
  decide(context, deletion) {
    if (deletion === null) throw new AppError('fine-not-found');
    const { tx, now } = context;
    const { deleted, user, reduced, newestDate } = deletion;
    const balances: BalanceChange[] = [];
    if (reduced !== null) {
      const { before, to } = reduced;
      const balance = changeOfReducing(before, to);
      const after = { ...before, amount: to, updated_at: now };
      context.record({ subject: 'fine', subjectId: before.id, userId: user.id, before, after, balance });
      context.send([changes.updateFine(tx, before.id, { amount: to, updated_at: now })]);
      balances.push(balance);
    }
    const balance = changeOfDeleting(deleted);
    context.record({ subject: 'fine', subjectId: fineId, userId: user.id, before: deleted, after: null, balance });
    balances.push(balance);
    const newest = newestDate === undefined ? null : { exactly: newestDate };
    context.send([
      changes.removeFine(tx, fineId),
      changes.changeSummaries(tx, [user], sumChanges(balances), { newest, now }),
    ]);
    context.leave(changes.dayCounts, { date: deleted.date, by: -1 });
    return {
      deleted: toFine(deleted),
      reduction: reduced === null ? null : toReduction(reduced),
      totals: toTotals(context.books()),
    };
  },
});

/** A fine whose amount becomes `to` again. */
interface Reduced {
  before: Selectable<FinesTable>;
  to: Paisa;
}

/** Which doubling the fine about to be deleted had caused; null when there is none. */
function reductionOf(deleted: FineRow, doubled: readonly Selectable<FinesTable>[], ruleOn: boolean): Reduced | null {
  const reducible = (fine: Selectable<FinesTable>) => ({ ...fine, userId: fine.user_id });
  const reduction = reductionOnDelete({ ruleOn, deleted: reducible(deleted), others: doubled.map(reducible) });
  const before = doubled.find((fine) => fine.id === reduction?.fineId);
  return reduction === null || before === undefined ? null : { before, to: reduction.to };
}

function toReduction({ before, to }: Reduced) {
  return {
    fineId: before.id,
    from: rupeesFromPaisa(before.amount),
    to: rupeesFromPaisa(to),
    status: before.status,
    toGiveBack: before.status === 'Paid' ? rupeesFromPaisa(before.amount - to) : 0,
  };
}
