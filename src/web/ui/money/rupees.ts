// Amounts as the wire carries them, in rupees: in paisa, and summed exactly.
import { addPaisa, figureFromRupees, type Paisa, rupeesFromPaisa } from '../../../core/money/money.ts';

/** An amount of an answer, which always is one. */
export const paisaOf = (rupees: number): Paisa => figureFromRupees(rupees) ?? 0;

export const sumOf = (amounts: readonly number[]): number => rupeesFromPaisa(addPaisa(...amounts.map(paisaOf)));

/** An amount less others. */
export const less = (amount: number, others: readonly number[]): number =>
  rupeesFromPaisa(others.reduce((left, other) => left - paisaOf(other), paisaOf(amount)));
