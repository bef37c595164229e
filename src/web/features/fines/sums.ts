// Sums of fines, exact to the paisa.
import { addPaisa, figureFromRupees, rupeesFromPaisa } from '../../../core/money.ts';

/** In rupees. */
export function sumOf(fines: readonly { amount: number }[]): number {
  return rupeesFromPaisa(addPaisa(...fines.map(({ amount }) => figureFromRupees(amount) ?? 0)));
}
