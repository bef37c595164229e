// Sums of fines.
import { sumOf } from '../../../ui/money/rupees.ts';

/** What is still to be paid of them, in rupees. */
export const owedOf = (fines: readonly { outstanding: number }[]): number =>
  sumOf(fines.map(({ outstanding }) => outstanding));
