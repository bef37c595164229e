/**
 * The repeat-offence rule: a further fine in the same ISO week is doubled, and deleting a fine undoes one doubling
 * (REPEAT-1, REPEAT-7), as does undoing one (FINE-20).
 */
import { type CalendarDay, weekRange } from '../calendar.ts';
import type { FineStatus } from './fine.ts';
import { formatRs, isAmount, MAX_AMOUNT, type Paisa } from '../money/money.ts';

/** What one user is charged, in paisa. */
export interface Charge {
  userId: string;
  amount: Paisa;
  /**
   * The user has already been fined this week ("repeated mistake this week"); also true for an amount of 0, which stays
   * 0.
   */
  doubled: boolean;
}

/** What the rule needs to know of a fine. */
export interface ReducibleFine {
  id: string;
  userId: string;
  amount: Paisa;
  date: CalendarDay;
  status: FineStatus;
  /** Waived as a mistake, so it does not count as an offence. */
  mistake: boolean;
  /** Grows with creation: the smaller, the older. */
  sequence: number;
  /** the fine because of which it was doubled; null if it was not, or that is not recorded */
  doubledBy: string | null;
}

/** One fine to be reduced, amounts in paisa. */
export interface Reduction {
  fineId: string;
  from: Paisa;
  to: Paisa;
  /** Status of the reduced fine: if it is Paid, the difference is given back. */
  status: FineStatus;
}

/** The doubled amount would exceed the largest fine. */
export class AmountTooLargeError extends RangeError {
  override readonly name = 'AmountTooLargeError';
  constructor(amount: Paisa) {
    super(`${formatRs(amount)} doubled would be more than the largest fine, ${formatRs(MAX_AMOUNT)}`);
  }
}

/**
 * What each user is charged, in the order given and each user once. `repeatOffenders` are the users who already have a
 * fine, whatever its status, in the ISO week of the new one. Nobody is doubled while the rule is off.
 * @throws AmountTooLargeError when a doubled amount would exceed the largest amount; RangeError for an invalid amount.
 */
export function chargesFor(submission: {
  amount: Paisa;
  ruleOn: boolean;
  userIds: readonly string[];
  repeatOffenders: ReadonlySet<string>;
}): Charge[] {
  const { amount, ruleOn, userIds, repeatOffenders } = submission;
  if (!isAmount(amount)) throw new RangeError(`Not an amount in paisa: ${amount}`);
  return [...new Set(userIds)].map((userId) => {
    const doubled = ruleOn && repeatOffenders.has(userId);
    if (doubled && !isAmount(2 * amount)) throw new AmountTooLargeError(amount);
    return { userId, amount: doubled ? 2 * amount : amount, doubled };
  });
}

/** A fine to be entered, with the amount before it is doubled. */
export interface FineToCharge {
  id: string;
  userId: string;
  amount: Paisa;
  date: CalendarDay;
  /** it was charged elsewhere, so the amount is not doubled again */
  asCharged?: boolean;
  /** waived as a mistake, so no offence */
  mistake?: boolean;
}

/** The first offence of a user in a week. */
export interface FirstOffence {
  fineId: string;
  date: CalendarDay;
}

export interface ChargeInTurn {
  /** null: it cannot be entered because its doubled amount would exceed the largest */
  amount: Paisa | null;
  /** the fine because of which this one is doubled, or null */
  doubledBy: string | null;
}

/** The key of a user's week in {@link chargesInTurn}. */
export const userWeek = (userId: string, date: CalendarDay): string => `${weekRange(date).monday} ${userId}`;

/**
 * What each of these fines is charged when they are entered one after the other, as by {@link chargesFor}: an earlier
 * one in the list doubles a later one. `offences`: the first fine already entered for each user and week, by {@link
 * userWeek}.
 */
export function chargesInTurn(
  ruleOn: boolean,
  fines: readonly FineToCharge[],
  offences: ReadonlyMap<string, FirstOffence>,
): ChargeInTurn[] {
  const first = new Map(offences);
  return fines.map(({ id, userId, amount, date, asCharged = false, mistake = false }) => {
    if (mistake) return { amount, doubledBy: null };
    const week = userWeek(userId, date);
    const earlier = first.get(week);
    const doubledBy = ruleOn && !asCharged && earlier !== undefined ? earlier.fineId : null;
    if (doubledBy !== null && !isAmount(2 * amount)) return { amount: null, doubledBy };
    // The same order as in the lookup: by date, then by entry.
    if (earlier === undefined || date < earlier.date) first.set(week, { fineId: id, date });
    return { amount: doubledBy === null ? amount : 2 * amount, doubledBy };
  });
}

/**
 * Which fine is reduced when another is deleted or waived as a mistake, if any. It is of the same user and ISO week and
 * exactly double the amount; a Pending one comes before a Paid one, then the oldest. An amount of 0 never reduces
 * anything, and mistakes neither reduce nor are reduced.
 */
export function reductionOnDelete(deletion: {
  ruleOn: boolean;
  deleted: ReducibleFine;
  others: readonly ReducibleFine[];
}): Reduction | null {
  const { ruleOn, deleted, others } = deletion;
  if (!ruleOn || deleted.amount === 0 || deleted.mistake) return null;
  let chosen: ReducibleFine | null = null;
  for (const fine of others) {
    if (fine.id === deleted.id || fine.userId !== deleted.userId || fine.amount !== 2 * deleted.amount) continue;
    if (fine.mistake || !isSameWeek(fine, deleted)) continue;
    if (chosen === null || comesBefore(fine, chosen)) chosen = fine;
  }
  return chosen && { fineId: chosen.id, from: chosen.amount, to: deleted.amount, status: chosen.status };
}

/**
 * Which fine is reduced when another is undone, if any. Unlike a deletion, undoing takes back what it did and nothing
 * that merely looks like it: the fine was doubled because of the undone one, and no other is left before it in their
 * week that would have doubled it. `others`: without those that are undone together.
 */
export function reductionOnUndo(undoing: {
  ruleOn: boolean;
  undone: ReducibleFine;
  others: readonly ReducibleFine[];
}): Reduction | null {
  const { ruleOn, undone, others } = undoing;
  if (!ruleOn || undone.amount === 0) return null;
  const [first] = others
    .filter((fine) => fine.userId === undone.userId && !fine.mistake && isSameWeek(fine, undone))
    .toSorted((a, b) => a.sequence - b.sequence);
  if (first === undefined || first.doubledBy !== undone.id || first.amount === 0 || first.amount % 2 === 1) return null;
  return { fineId: first.id, from: first.amount, to: first.amount / 2, status: first.status };
}

function isSameWeek({ date }: ReducibleFine, other: ReducibleFine): boolean {
  return weekRange(date).monday === weekRange(other.date).monday;
}

/**
 * Whether two lists charge the same people the same amounts, in any order: then what was confirmed is what will be
 * saved.
 */
export function sameCharges(a: readonly Charge[], b: readonly Charge[]): boolean {
  if (a.length !== b.length) return false;
  const listed = texts(a);
  return texts(b).every((text, index) => text === listed[index]);
}

function texts(charges: readonly Charge[]): string[] {
  return charges.map(({ userId, amount, doubled }) => JSON.stringify([userId, amount, doubled])).toSorted();
}

function comesBefore(fine: ReducibleFine, other: ReducibleFine): boolean {
  if (fine.status !== other.status) return fine.status === 'Pending';
  return fine.sequence < other.sequence;
}
