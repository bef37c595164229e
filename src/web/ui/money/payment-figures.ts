// How much of a payment is left.
import type { Payment } from '../../../contract/money/payments.ts';
import { less } from './rupees.ts';

/** The part of it that was not taken back, in rupees. */
export function leftOf({ amount, reversals }: Pick<Payment, 'amount' | 'reversals'>): number {
  return less(
    amount,
    reversals.map((reversal) => reversal.amount),
  );
}
