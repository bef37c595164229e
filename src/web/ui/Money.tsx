// An amount on screen, in one of the three formats of the product (decisions section 2), with figures of one width.
import type { JSX } from 'react';
import type { Paisa } from '../../core/money.ts';
import { figureFromRupees, formatPkr, formatRs, formatWhole } from '../../core/money.ts';
import classes from './Money.module.css';

export type MoneyFormat = 'whole' | 'rs' | 'pkr';

const FORMAT: Record<MoneyFormat, (paisa: Paisa) => string> = { whole: formatWhole, rs: formatRs, pkr: formatPkr };

/** The text of an amount in rupees as the wire carries it: `Rs 1,234`, `Rs. 1,234.00` or `PKR 1,234.00`. */
export function moneyText(rupees: number, format: MoneyFormat): string {
  const paisa = figureFromRupees(rupees);
  // The contract sends no other figures; a dash is better than a wrong amount should it ever happen.
  return paisa === null ? '—' : FORMAT[format](paisa);
}

type MoneyProps = { format: MoneyFormat } & ({ rupees: number; paisa?: never } | { paisa: Paisa; rupees?: never });

/** `<Money rupees={fine.amount} format="rs" />`. Negative figures are red, with a minus sign. */
export function Money({ paisa, rupees, format }: MoneyProps): JSX.Element {
  const text = paisa === undefined ? moneyText(rupees, format) : FORMAT[format](paisa);
  return (
    <span className={classes['money']} data-negative={(paisa ?? rupees) < 0 || undefined}>
      {text}
    </span>
  );
}
