/**
 * Figures derived from totals: collected, rate, share, average, balance (TOTAL-3 to TOTAL-6). Quotients are computed in
 * integers, so they are exact for every figure.
 */
import { addPaisa, type Paisa } from './money.ts';

/** The two totals, in paisa; 0 <= pending <= total. A Balance has both. */
interface Totals {
  total: Paisa;
  pending: Paisa;
}

/** What has been paid: total minus pending, in paisa. */
export function collected(totals: Totals): Paisa {
  return addPaisa(totals.total, 0 - totals.pending);
}

/**
 * Whether a member has fines and nothing is left to pay: they were paid or waived. A member without fines, or only with
 * unmarked fines of 0, had nothing to pay.
 */
export function isSettled({ pendingFine, paidCount }: { pendingFine: number; paidCount: number }): boolean {
  return pendingFine === 0 && paidCount > 0;
}

/** 100 minus the rounded pending share, in percent; 100 if there are no fines. */
export function collectionRate(totals: Totals): number {
  return 100 - pendingShare(totals);
}

/** Pending over total in whole percent, halves rounded up; 0 when the total is 0. */
export function pendingShare({ total, pending }: Totals): number {
  return total === 0 ? 0 : roundedQuotient(100n * BigInt(pending), BigInt(total));
}

/** The total divided by the number of users, rounded to whole rupees, in paisa; 0 without users. */
export function averagePerUser(total: Paisa, users: number): Paisa {
  return users <= 0 ? 0 : roundedQuotient(BigInt(total), 100n * BigInt(users)) * 100;
}

/** What events may still use, in paisa; negative when more was used than collected. */
export function availableBalance(collectedAmount: Paisa, used: Paisa): Paisa {
  return addPaisa(collectedAmount, 0 - used);
}

/** Both arguments are at least 0; halves are rounded up. */
function roundedQuotient(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
