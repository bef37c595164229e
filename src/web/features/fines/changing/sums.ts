// Sums of fines.
import { sumOf } from '../../../ui/money/rupees.ts';

/** What is left to pay of them, in rupees. */
export const owedOf = (fines: readonly { outstanding: number }[]): number =>
  sumOf(fines.map(({ outstanding }) => outstanding));
