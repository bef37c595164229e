// A fine as its own member sees it: what happened to it and what paid it, but not who did that, nor their words.
import type { FineChange, FineDetails } from '../../../contract/fines/fine-details.ts';
import type { OwnChange, OwnFine } from '../../../contract/money/own.ts';

export function toOwnFine({ fine, doubling, paid, history }: FineDetails): OwnFine {
  const earlier = doubling?.earlier ?? null;
  return {
    fine: {
      ...fine,
      doubling: doubling && { earlier: earlier && { fineType: earlier.fineType, date: earlier.date } },
    },
    paid: paid.flatMap(({ payment, left }) =>
      left > 0
        ? {
            amount: left,
            payment: payment && {
              receipt: payment.receipt,
              method: payment.method,
              receivedOn: payment.receivedOn,
            },
          }
        : [],
    ),
    history: history.flatMap(toOwnChange),
  };
}

/** A correction of only the note is not shown to the member. */
function toOwnChange({ kind, at, before, after }: FineChange): OwnChange | [] {
  const amount = after.amount;
  if (kind === 'imported') return { kind: 'added', at, amount };
  if (kind === 'paid' || kind === 'unpaid') return { kind, at, amount: between(before?.paidAmount, after.paidAmount) };
  if (kind === 'waived' || kind === 'unwaived') {
    return { kind, at, amount: between(before?.waivedAmount, after.waivedAmount) };
  }
  if (kind === 'corrected' && before !== null) {
    const isSame = before.fineType === after.fineType && before.amount === amount && before.date === after.date;
    if (isSame && before.dueOn === after.dueOn) return [];
  }
  return { kind, at, amount };
}

/** Rounded to whole paisa, since the difference of two rupee amounts may be inexact. */
const between = (before = 0, after: number): number => Math.round(Math.abs(after - before) * 100) / 100;
