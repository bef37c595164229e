// How marking or deleting a fine changes the list on the screen: its row, both cards, and the user's own
// figures, all at once and before the server has answered.
import type { Fine, listFines, Reduction } from '../../../contract/fines/fines.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Summary, Totals } from '../../../contract/shapes.ts';
import {
  changeOfFine,
  changeOfMoney,
  isWaived,
  outstanding,
  reducedTo,
  statusOf,
  sumChanges,
  type Balance,
  type BalanceChange,
  type FineFigures,
  type FineStatus,
} from '../../../core/fines/fine.ts';
import { availableBalance, collected, collectionRate } from '../../../core/money/totals.ts';

/** An answer of `fines.list`. */
export type FinesList = Output<typeof listFines>;

export interface StatusChange {
  kind: 'status';
  fineId: string;
  status: FineStatus;
}

/** A change shown over the server's list. */
export type FineChange = StatusChange | { kind: 'delete'; fineId: string } | { kind: 'waive'; fineId: string };

/**
 * The list as it will be after the change; a list of one status loses a fine that gets another. A list that already
 * shows the change, or does not contain the fine, is returned as it is, so that nothing is counted twice when the
 * server's newer list arrives before its answer.
 */
export function withChange(list: FinesList, change: FineChange): FinesList {
  const fine = list.items.find((item) => item.id === change.fineId);
  if (fine === undefined) return list;
  if (change.kind === 'delete') {
    const items = list.items.filter((item) => item !== fine);
    return withFigures({ ...list, items, totalItems: list.totalItems - 1 }, fine, changeOfFine(figuresOf(fine), null));
  }
  const before = figuresOf(fine);
  if (change.kind === 'waive') {
    const after = { ...before, waivedAmount: before.amount - before.paidAmount, status: 'Paid' as const };
    return fine.outstanding === 0 ? list : withMark(list, fine, after, changeOfFine(before, after));
  }
  if (fine.status === change.status) return list;
  const paidAmount = change.status === 'Paid' ? before.amount - before.waivedAmount : 0;
  const after = { ...before, status: change.status, paidAmount };
  return withMark(list, fine, after, marking(before, after));
}

/** The list with a fine that now has another status; a list of one status may lose it. */
function withMark(list: FinesList, fine: Fine, after: FineFigures, change: BalanceChange): FinesList {
  const stays = list.status === 'all' || list.status === after.status || (list.status === 'Waived' && isWaived(after));
  const items = stays
    ? list.items.map((item) => (item === fine ? withFine(fine, after) : item))
    : list.items.filter((item) => item !== fine);
  return withFigures({ ...list, items, totalItems: list.totalItems - (stays ? 0 : 1) }, fine, change);
}

/** The list after another fine was reduced because the one deleted had doubled it. */
export function withReduction(list: FinesList, reduction: Reduction): FinesList {
  const fine = list.items.find((item) => item.id === reduction.fineId);
  if (fine === undefined || fine.amount === reduction.to) return list;
  const before = figuresOf(fine);
  const { to } = reduction;
  const reduced = { ...before, ...reducedTo(before, to), amount: to };
  const after = { ...reduced, status: statusOf(reduced) };
  const items = list.items.map((item) => (item === fine ? withFine(fine, after) : item));
  return withFigures({ ...list, items }, fine, changeOfFine(before, after));
}

function withFine(fine: Fine, figures: FineFigures): Fine {
  return {
    ...fine,
    amount: figures.amount,
    waivedAmount: figures.waivedAmount,
    paidAmount: figures.paidAmount,
    outstanding: outstanding(figures),
    status: figures.status,
  };
}

/** The fine's money comes in or goes out with its mark. */
function marking(before: FineFigures, after: FineFigures): BalanceChange {
  return sumChanges([changeOfFine(before, after), changeOfMoney(after.paidAmount - before.paidAmount)]);
}

/** The totals after a change of the balance; the amount used by events stays the same. */
function changedTotals(totals: Totals, change: BalanceChange): Totals {
  const after = changedBalance(
    {
      total: totals.totalFinesAmount,
      pending: totals.pendingFinesAmount,
      credit: totals.creditHeld,
      fineCount: totals.fineCount,
      paidCount: totals.paidCount,
    },
    change,
  );
  return {
    totalFinesAmount: after.total,
    pendingFinesAmount: after.pending,
    collectedAmount: collected(after),
    usedAmount: totals.usedAmount,
    availableBalance: availableBalance(collected(after), totals.usedAmount),
    creditHeld: after.credit,
    collectionRate: collectionRate(after),
    fineCount: after.fineCount,
    paidCount: after.paidCount,
  };
}

function withFigures(list: FinesList, fine: Fine, change: BalanceChange): FinesList {
  const { user } = list;
  return {
    ...list,
    totals: changedTotals(list.totals, change),
    user: user === null || user.id !== fine.userId ? user : { ...user, summary: changedSummary(user.summary, change) },
  };
}

function changedSummary(summary: Summary, change: BalanceChange): Summary {
  const after = changedBalance(
    {
      total: summary.totalFine,
      pending: summary.pendingFine,
      credit: summary.credit,
      fineCount: summary.fineCount,
      paidCount: summary.paidCount,
    },
    change,
  );
  return {
    totalFine: after.total,
    pendingFine: after.pending,
    paidAmount: collected(after),
    credit: after.credit,
    fineCount: after.fineCount,
    paidCount: after.paidCount,
    lastActivity: summary.lastActivity,
  };
}

/** Never below 0, and pending never above the total, because the list may be from another moment. */
function changedBalance(balance: Balance, change: BalanceChange): Balance {
  const sum = sumChanges([balance, change]);
  const total = Math.max(0, sum.total);
  const fineCount = Math.max(0, sum.fineCount);
  return {
    total,
    pending: Math.min(total, Math.max(0, sum.pending)),
    credit: Math.max(0, sum.credit),
    fineCount,
    paidCount: Math.min(fineCount, Math.max(0, sum.paidCount)),
  };
}

const figuresOf = ({ amount, waivedAmount, paidAmount, status }: Fine): FineFigures => ({
  amount,
  waivedAmount,
  paidAmount,
  status,
});
