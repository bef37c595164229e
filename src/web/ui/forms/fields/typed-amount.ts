// An amount from the wire, as the field for amounts (AmountInput) shows it.
import { figureFromRupees, formatRs } from '../../../../core/money/money.ts';

/** As a person would type it: 1,500 or 1,500.50; empty if the figure is no amount. */
export function typedAmount(rupees: number): string {
  const paisa = figureFromRupees(rupees);
  return paisa === null ? '' : formatRs(paisa).replace('Rs. ', '').replace(/\.00$/, '');
}
