// Amounts in rupees, as on the wire: converted to paisa, and summed exactly.
import { addPaisa, figureFromRupees, type Paisa, rupeesFromPaisa } from '../../../core/money/money.ts';

/** An amount from an answer, which is always valid. */
export const paisaOf = (rupees: number): Paisa => figureFromRupees(rupees) ?? 0;

export const sumOf = (amounts: readonly number[]): number => rupeesFromPaisa(addPaisa(...amounts.map(paisaOf)));

/** What a fine charges: its amount less what is waived. */
export const chargedOf = ({ outstanding, paidAmount }: { outstanding: number; paidAmount: number }): number =>
  sumOf([outstanding, paidAmount]);

/** An amount less others. */
export const less = (amount: number, others: readonly number[]): number =>
  rupeesFromPaisa(others.reduce((left, other) => left - paisaOf(other), paisaOf(amount)));
