// What accepting "I have paid" will do, shown beforehand: the server will do the same with the same `allocate`.
import type { Owed } from '../../../../contract/money/payments.ts';
import type { MemberRequest } from '../../../../contract/money/requests.ts';
import { addPaisa } from '../../../../core/money/money.ts';
import { allocate } from '../../../../core/money/payment.ts';

type OwedFine = Owed['fines'][number];

export interface Claimed {
  /** the fines to be paid: those named by the claim that are still owed, or else all, oldest first */
  fines: readonly OwedFine[];
  /** what each fine gets, by id; without those that get nothing */
  gets: ReadonlyMap<string, number>;
  /** what remains unpaid of the fines */
  stays: number;
  /** what no fine takes */
  toCredit: number;
}

export function claimed(
  owed: Pick<Owed, 'fines'>,
  { amount, fines: named }: Pick<MemberRequest, 'amount' | 'fines'>,
): Claimed {
  const ids = new Set(named.map(({ fineId }) => fineId));
  const fines = named.length === 0 ? owed.fines : owed.fines.filter(({ id }) => ids.has(id));
  // The list comes oldest first, the order in which the server pays.
  const open = fines.map(({ id, date, outstanding }, sequence) => ({
    id,
    date,
    sequence,
    outstanding,
  }));
  const payment = amount ?? 0;
  const parts = allocate({ credit: 0, payment }, open);
  const paid = addPaisa(...parts.map(({ fromPayment }) => fromPayment));
  const needed = addPaisa(...open.map(({ outstanding }) => outstanding));
  return {
    fines,
    gets: new Map(parts.map(({ fineId, fromPayment }) => [fineId, fromPayment])),
    stays: needed - paid,
    toCredit: payment - paid,
  };
}
