// How much of a payment is left.
import type { Payment } from '../../../contract/money/payments.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';

/** The part of it that was not taken back. */
export function leftOf({ amount, reversals }: Pick<Payment, 'amount' | 'reversals'>): Paisa {
  return amount - addPaisa(...reversals.map((reversal) => reversal.amount));
}
