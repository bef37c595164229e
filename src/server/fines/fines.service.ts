// Assessing, adding, paying and deleting fines (FINE-2 to FINE-7, REPEAT-1 to REPEAT-12).
import type { Selectable } from 'kysely';
import type {
  addFines as addFinesOperation,
  Assessment,
  deleteFine as deleteFineOperation,
  payFines as payFinesOperation,
  readDeletion as readDeletionOperation,
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
import { type Paisa, rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import {
  AmountTooLargeError,
  type Charge,
  chargesFor,
  reductionOnDelete,
  sameCharges,
} from '../../core/repeat-offence.ts';
import type { CommandContext } from '../ledger/command.ts';
import type { Database, Handle } from '../db/types.ts';
import type { FinesTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import { AppError } from '../errors.ts';
import { newRecordId } from '../shared/ids.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import { type FineRow, paisa, toFine, toTotals } from '../shared/wire.ts';
import * as changes from './fine-changes.repository.ts';
import * as repository from './fines.repository.ts';

interface ToCharge {
  amount: Paisa;
  date: CalendarDay;
  userIds: readonly string[];
}

/** The data that charges depend on. */
export interface ChargeBasis {
  users: Map<string, repository.UserToFine>;
  ruleOn: boolean;
}

export async function readChargeBasis(
  db: Handle,
  { date, userIds }: Omit<ToCharge, 'amount'>,
  onMissing: OnMissingRule,
): Promise<ChargeBasis> {
  const [users, ruleOn] = await settleAll([
    repository.usersToFine(db, userIds, weekRange(date)),
    isRuleOn(db, 'repeat-offence', onMissing),
  ]);
  return { users, ruleOn };
}

/** What each user would be charged now. Throws user-not-found (with the ids) and amount-too-large. */
function assessCharges({ users, ruleOn }: ChargeBasis, { amount, userIds }: Omit<ToCharge, 'date'>): Charge[] {
  const missing = userIds.filter((id) => !users.has(id));
  if (missing.length > 0) throw new AppError('user-not-found', { details: { userIds: missing } });
  const found = [...users.values()];
  const repeatOffenders = new Set(found.filter((user) => user.fined_in_week !== null).map(({ id }) => id));
  try {
    return chargesFor({ amount, ruleOn, userIds, repeatOffenders });
  } catch (error) {
    throw error instanceof AmountTooLargeError ? new AppError('amount-too-large') : error;
  }
}

async function toAssessment(db: Handle, { users, ruleOn }: ChargeBasis, charges: Charge[]): Promise<Assessment> {
  const earlierId = ({ userId, doubled }: Charge) => (doubled ? (users.get(userId)?.fined_in_week ?? null) : null);
  const ids = charges.flatMap((charge) => earlierId(charge) ?? []);
  const earlier = ids.length === 0 ? null : await repository.findFines(db, ids);
  return {
    ruleOn,
    charges: charges.map((charge) => {
      const first = earlier?.get(earlierId(charge) ?? '')?.fine;
      return {
        userId: charge.userId,
        userName: displayName(users.get(charge.userId)?.user_name ?? ''),
        amount: rupeesFromPaisa(charge.amount),
        doubled: charge.doubled,
        earlier: first ? { fineType: first.fine_type, date: first.date, amount: rupeesFromPaisa(first.amount) } : null,
      };
    }),
  };
}

/** What each user would be charged, for the confirmation. Saves nothing. */
export async function assess(
  db: Database,
  body: { amount: number; date: CalendarDay; userIds: readonly string[] },
  onMissing: OnMissingRule,
): Promise<Assessment> {
  const basis = await readChargeBasis(db.read, body, onMissing);
  return toAssessment(db.read, basis, assessCharges(basis, { ...body, amount: paisa(body.amount) }));
}

/**
 * Fines all of the users or none. The charges are recomputed here, under the lock of the books. Throws
 * `charges-changed` with the new assessment if they differ from the confirmed ones, or none were confirmed although the
 * rule is on.
 */
export async function addFines(
  context: CommandContext,
  body: ParsedInput<typeof addFinesOperation>['body'],
  basis: ChargeBasis,
): Promise<Output<typeof addFinesOperation>> {
  const { users, ruleOn } = basis;
  const amount = paisa(body.amount);
  const charges = assessCharges(basis, { ...body, amount });
  const confirmed = body.confirmed?.map((charge) => ({ ...charge, amount: paisa(charge.amount) }));
  if (confirmed === undefined ? ruleOn : !sameCharges(confirmed, charges)) {
    throw new AppError('charges-changed', { details: await toAssessment(context.tx, basis, charges) });
  }

  const fines = charges.map((charge) => {
    const doubledBy = charge.doubled ? (users.get(charge.userId)?.fined_in_week ?? null) : null;
    return recordAdding(context, body, charge, doubledBy);
  });
  context.send([changes.insertFines(context.tx, fines)]);
  const summaries = [...Map.groupBy(charges, (charge) => charge.amount)].map(([charged, alike]) =>
    changes.changeSummaries(
      context.tx,
      alike.flatMap((charge) => users.get(charge.userId) ?? []),
      changeOfAdding({ amount: charged, status: 'Pending' }),
      { newest: { atLeast: body.date }, now: context.now },
    ),
  );
  context.send(summaries);
  for (const fine of fines) context.defer(changes.dayCounts, { date: fine.date, change: changeOfAdding(fine) });
  context.defer(changes.usedTypes, { fineType: body.fineType, amount, sequence: fines.at(-1)?.sequence ?? 0 });
  return {
    fineIds: fines.map(({ id }) => id),
    totals: toTotals(context.books()),
  };
}

function recordAdding(
  context: CommandContext,
  body: { fineType: string; description: string; date: CalendarDay },
  charge: Charge,
  doubledBy: string | null,
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
    doubled_by: doubledBy,
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

/** Throws fine-not-found. */
export async function readFine(tx: Handle, fineId: string): Promise<repository.FineWithUser> {
  const found = (await repository.findFines(tx, [fineId])).get(fineId);
  if (found === undefined) throw new AppError('fine-not-found');
  return found;
}

/** Marks a fine paid or unpaid. Throws already-paid, already-pending. */
export async function setStatus(
  context: CommandContext,
  { fine: before, user }: repository.FineWithUser,
  status: FineStatus,
): Promise<Output<typeof setFineStatusOperation>> {
  const { tx, now } = context;
  if (before.status === status) throw new AppError(status === 'Paid' ? 'already-paid' : 'already-pending');
  const values = { status, paid_on: status === 'Paid' ? now : null, updated_at: now };
  const after: FineRow = { ...before, ...values };
  const balance = changeOfStatus(before.amount, before.status, status);
  context.record({ subject: 'fine', subjectId: before.id, userId: user.id, before, after, balance });
  context.send([changes.updateFine(tx, before.id, values), changes.changeSummaries(tx, [user], balance, { now })]);
  context.defer(changes.dayCounts, { date: before.date, change: balance });
  return { fine: toFine(after), totals: toTotals(context.books()) };
}

/** Marks pending fines paid, all of them or none. Throws fines-not-pending (with the ids). */
export async function payFines(
  context: CommandContext,
  fineIds: readonly string[],
  found: ReadonlyMap<string, repository.FineWithUser>,
): Promise<Output<typeof payFinesOperation>> {
  const { tx, now } = context;
  const deleted = fineIds.filter((id) => !found.has(id));
  const paid = fineIds.filter((id) => found.get(id)?.fine.status === 'Paid');
  if (deleted.length + paid.length > 0) throw new AppError('fines-not-pending', { details: { paid, deleted } });

  const payments = fineIds.flatMap((id) => found.get(id) ?? []);
  const balances = payments.map(({ fine: before, user }) => {
    const after: FineRow = { ...before, status: 'Paid', paid_on: now, updated_at: now };
    const balance = changeOfStatus(before.amount, 'Pending', 'Paid');
    context.record({ subject: 'fine', subjectId: before.id, userId: user.id, before, after, balance });
    context.defer(changes.dayCounts, { date: before.date, change: balance });
    return { user, balance };
  });
  context.send([changes.payFines(tx, fineIds, now)]);
  const summaries = [...Map.groupBy(balances, ({ user }) => user.id).values()].map((own) => {
    const sum = sumChanges(own.map(({ balance }) => balance));
    return changes.changeSummaries(
      tx,
      own.slice(0, 1).map(({ user }) => user),
      sum,
      { now },
    );
  });
  context.send(summaries);
  return { totals: toTotals(context.books()) };
}

/** A fine about to be deleted, and the changes its deletion causes. */
export interface Deletion {
  deleted: FineRow;
  user: repository.SummaryRow;
  reduced: Reduced | null;
  /** the newest date of the user's other fines; undefined if this one's is not the newest */
  newestDate: CalendarDay | null | undefined;
}

/** Throws fine-not-found. */
export async function readDeletion(tx: Handle, fineId: string, onMissing: OnMissingRule): Promise<Deletion> {
  const [{ fine: deleted, user }, ruleOn] = await settleAll([
    readFine(tx, fineId),
    isRuleOn(tx, 'repeat-offence', onMissing),
  ]);
  const isNewest = user.newest_fine_date === deleted.date;
  const [doubled, newestDate] = await settleAll([
    ruleOn ? repository.finesOfAmount(tx, user.id, weekRange(deleted.date), 2 * deleted.amount) : [],
    isNewest ? repository.newestOtherDate(tx, deleted) : undefined,
  ]);
  return { deleted, user, reduced: reductionOf(deleted, doubled, ruleOn), newestDate };
}

/** What deleting would do to another fine, for the question. */
export function foreseen({ reduced }: Deletion): Output<typeof readDeletionOperation> {
  if (reduced === null) return { reduction: null };
  const { fine_type: fineType, date } = reduced.before;
  return { reduction: { ...toReduction(reduced), fineType, date } };
}

/**
 * Deletes a fine; with the rule on, a fine that was doubled because of it is reduced. Throws `reduction-changed` if
 * that is not the one the administrator was told.
 */
export async function deleteFine(
  context: CommandContext,
  { deleted, user, reduced, newestDate }: Deletion,
  told: string | undefined,
): Promise<Output<typeof deleteFineOperation>> {
  if (told !== undefined && told !== (reduced?.before.id ?? '')) throw new AppError('reduction-changed');
  const { tx, now } = context;
  const balances: BalanceChange[] = [];
  if (reduced !== null) {
    const { before, to } = reduced;
    const balance = changeOfReducing(before, to);
    const values = { amount: to, doubled_by: null, updated_at: now };
    const after = { ...before, ...values };
    context.record({ subject: 'fine', subjectId: before.id, userId: user.id, before, after, balance });
    context.send([changes.updateFine(tx, before.id, values)]);
    balances.push(balance);
  }
  const balance = changeOfDeleting(deleted);
  context.record({ subject: 'fine', subjectId: deleted.id, userId: user.id, before: deleted, after: null, balance });
  balances.push(balance);
  const newest = newestDate === undefined ? null : { exactly: newestDate };
  context.send([
    changes.removeFine(tx, deleted.id),
    changes.changeSummaries(tx, [user], sumChanges(balances), { newest, now }),
  ]);
  context.defer(changes.dayCounts, { date: deleted.date, change: balance });
  return {
    deleted: toFine(deleted),
    reduction: reduced === null ? null : toReduction(reduced),
    totals: toTotals(context.books()),
  };
}

/** A fine whose doubling is undone: its amount becomes `to`. */
interface Reduced {
  before: Selectable<FinesTable>;
  to: Paisa;
}

/** The doubling that the deleted fine had caused; null if there is none. */
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
