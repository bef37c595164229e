// Sums of fines, exact to the paisa.
import { addPaisa, figureFromRupees, rupeesFromPaisa } from '../../../core/money.ts';

/** What is left to pay of them, in rupees. */
export function owedOf(fines: readonly { outstanding: number }[]): number {
  return rupeesFromPaisa(addPaisa(...fines.map(({ outstanding }) => figureFromRupees(outstanding) ?? 0)));
}
