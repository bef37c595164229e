// What of a payment is left.
import type { Payment } from '../../../contract/payments.ts';
import { figureFromRupees, rupeesFromPaisa } from '../../../core/money.ts';

/** What was not taken back of it, in rupees. */
export function leftOf({ amount, reversals }: Payment): number {
  return less(
    amount,
    reversals.map((reversal) => reversal.amount),
  );
}

/** An amount less others, exact to the paisa. */
export function less(amount: number, others: readonly number[]): number {
  const paisa = (rupees: number): number => figureFromRupees(rupees) ?? 0;
  return rupeesFromPaisa(others.reduce((left, other) => left - paisa(other), paisa(amount)));
}
