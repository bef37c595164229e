// What of a payment is left.
import type { Payment } from '../../../contract/money/payments.ts';
import { less } from './rupees.ts';

/** What was not taken back of it, in rupees. */
export function leftOf({ amount, reversals }: Pick<Payment, 'amount' | 'reversals'>): number {
  return less(
    amount,
    reversals.map((reversal) => reversal.amount),
  );
}
