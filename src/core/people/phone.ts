/**
 * Telephone numbers as people write them: how they are compared and searched (NAME-8), and how to recognise one that a
 * spreadsheet has spoiled.
 */
import { collapseSpace, foldDigits, stripInvisible } from '../text/letters.ts';

/** Fewer digits occur in too many numbers to identify anybody. */
const FEWEST_DIGITS = 4;
/** A Pakistani number without the country code 92 or the 0 in its place. */
const NATIONAL = /^(?:0092|92|0)?([1-9]\d{8,9})$/;
const BETWEEN_NUMBERS = /[,;/،؛]|\s+(?:or|یا)\s+|\n/i;

const digitsIn = (text: string): string => foldDigits(text).replaceAll(/\D/g, '');

/**
 * The digits of each number, for Pakistani numbers both with 0 and with 92 in front, so that a search finds them in
 * either form; null if there are no digits.
 */
export function phoneKey(phone: string): string | null {
  const keys = phone.split(BETWEEN_NUMBERS).flatMap((number) => {
    const digits = digitsIn(number);
    const national = NATIONAL.exec(digits)?.[1];
    return digits === '' ? [] : national === undefined ? [digits] : [`0${national}`, `92${national}`];
  });
  return keys.length === 0 ? null : keys.join(' ');
}

/** The digits to look for in keys; null if the term is no number. */
export function phoneTerm(term: string): string | null {
  const typed = collapseSpace(foldDigits(stripInvisible(term)));
  if (!/^[\d\s()+./-]+$/.test(typed)) return null;
  const digits = digitsIn(typed).replace(/^00/, '');
  return digits.length < FEWEST_DIGITS ? null : digits;
}

/** `9.23001E+11`, as a spreadsheet writes a long number: its last digits are lost. */
export const isSpoiledNumber = (text: string): boolean =>
  /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(foldDigits(stripInvisible(text)).trim());
