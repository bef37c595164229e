/** Telephone numbers as people write them: how they are compared and searched (NAME-8), and what a spreadsheet leaves of one. */
import { collapseSpace, foldDigits, stripInvisible } from '../text/letters.ts';

/** Fewer digits are in too many numbers to find anybody by. */
const FEWEST_DIGITS = 4;
/** Without the country's 92 or the 0 in its place. */
const NATIONAL = /^(?:0092|92|0)?([1-9]\d{8,9})$/;
const BETWEEN_NUMBERS = /[,;/،؛]|\s+(?:or|یا)\s+|\n/i;

const digitsIn = (text: string): string => foldDigits(text).replaceAll(/\D/g, '');

/**
 * The digits of each number, one of Pakistan both with 0 and with 92 in front, so that it is found however it was written; null
 * where there are none.
 */
export function phoneKey(phone: string): string | null {
  const keys = phone.split(BETWEEN_NUMBERS).flatMap((number) => {
    const digits = digitsIn(number);
    const national = NATIONAL.exec(digits)?.[1];
    return digits === '' ? [] : national === undefined ? [digits] : [`0${national}`, `92${national}`];
  });
  return keys.length === 0 ? null : keys.join(' ');
}

/** What a search for a number looks for in keys; null for a term that is none. */
export function phoneTerm(term: string): string | null {
  const typed = collapseSpace(foldDigits(stripInvisible(term)));
  if (!/^[\d\s()+./-]+$/.test(typed)) return null;
  const digits = digitsIn(typed).replace(/^00/, '');
  return digits.length < FEWEST_DIGITS ? null : digits;
}

/** `9.23001E+11`: what a spreadsheet makes of a long number. Its last digits are lost. */
export const isSpoiledNumber = (text: string): boolean =>
  /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(foldDigits(stripInvisible(text)).trim());
