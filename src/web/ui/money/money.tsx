// An amount on screen, in one of the formats of the product (MONEY-4 to MONEY-6, MONEY-9), with digits of equal width.
import type { CSSProperties, JSX } from 'react';
import type { Paisa } from '../../../core/money/money.ts';
import { useTexts } from '../../messages/index.ts';
import { type MoneyFormat, moneyText } from './money-text.ts';
import classes from './money.module.css';

export { moneyText, type MoneyFormat } from './money-text.ts';

interface FigureProps {
  text: string;
  negative?: boolean;
  /**
   * How many characters must fit in the surrounding block: if it is too narrow, the figure is set smaller. Figures with
   * the same number have the same size. Without it, the figure has the size of the text around it.
   */
  fitting?: number;
}

/** A figure on one line, however little room there is. */
export function Figure({ text, negative = false, fitting }: FigureProps): JSX.Element {
  const figure = (
    <span className={classes['figure']} data-negative={negative || undefined}>
      {text}
    </span>
  );
  if (fitting === undefined) return figure;
  return (
    <span className={classes['place']} style={{ '--characters': fitting } as CSSProperties}>
      {figure}
    </span>
  );
}

interface MoneyProps {
  paisa: Paisa;
  format: MoneyFormat;
  /** A negative amount is not a warning here. */
  plain?: boolean;
}

/** `<Money paisa={fine.amount} format="rs" />`. Negative figures have a minus sign and, unless `plain`, are red. */
export function Money({ paisa, format, plain = false }: MoneyProps): JSX.Element {
  // Rendered again when the language changes.
  useTexts();
  const text = moneyText(paisa, format);
  return <Figure text={text} negative={!plain && paisa < 0} />;
}
