// The text of an amount, in one of the formats of the product (MONEY-4 to MONEY-6, MONEY-9).
import { formatFigure, formatPkr, formatRs, formatWhole, type Paisa } from '../../../core/money/money.ts';
import type { Translate } from '../../messages/index.ts';
import { currentLanguage } from '../../messages/language.ts';

export type MoneyFormat = 'whole' | 'rs' | 'pkr' | 'figure';

const FORMAT = { whole: formatWhole, rs: formatRs, pkr: formatPkr, figure: formatFigure };

/** Shown in place of a figure that is not known. */
export const NO_FIGURE = '—';

/**
 * `Rs 1,234`, `Rs. 1,234.00` or `PKR 1,234.00`: as in core, with a no-break space between figure and unit, so that no
 * line on the page ends after "Rs." (LOOK-16).
 */
export const moneyText = (paisa: Paisa, format: MoneyFormat): string =>
  // The contract sends no other figures; a dash is better than a wrong amount should it ever happen.
  Number.isSafeInteger(paisa) ? FORMAT[format](paisa, currentLanguage()).replace(' ', '\u00a0') : NO_FIGURE;

/** An amount in a sentence. */
export const rs = (paisa: Paisa): string => moneyText(paisa, 'rs');

/**
 * An amount in a message that is sent, formatted as in the reminders and mails of core. With a no-break space an
 * English SMS would hold only 70 characters instead of 160.
 */
export const messageRs = (paisa: Paisa): string => formatRs(paisa, currentLanguage());

/** A text that was written as a message, shown on the page: no line breaks within its amounts and receipt numbers. */
export const withWholeAmounts = (text: string): string =>
  text
    .replaceAll(/Rs\. (?=\d)/g, 'Rs.\u00a0')
    .replaceAll(/ (?=روپے)/g, '\u00a0')
    .replaceAll(/\b([RV])-(\d{4})-(?=\d)/g, '$1-\u2060$2-\u2060');

/** How much of what is owed is overdue. Both figures must be from the same answer. */
export const overdueText = (t: Translate, overdue: number, owed: number, format: MoneyFormat): string =>
  overdue === owed ? t('common.fine.overdueAll') : t('common.fine.overdueOf', { amount: moneyText(overdue, format) });
