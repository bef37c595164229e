// Sums of amounts as the wire carries them, in rupees, exact to the paisa.
import { addPaisa, figureFromRupees, type Paisa, rupeesFromPaisa } from '../../../core/money/money.ts';

const paisa = (rupees: number): Paisa => figureFromRupees(rupees) ?? 0;

export const sumOf = (amounts: readonly number[]): number => rupeesFromPaisa(addPaisa(...amounts.map(paisa)));

/** An amount less others. */
export const less = (amount: number, others: readonly number[]): number =>
  rupeesFromPaisa(others.reduce((left, other) => left - paisa(other), paisa(amount)));
