/**
 * Money as whole paisa: the guard, the parsers and the three formats of the screens. Everything works on decimal
 * digits; no amount is ever the product of a floating-point multiplication (MONEY-7).
 */
import { groupThousands } from '../text/count.ts';
import type { Language } from '../text/languages.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';

/** Whole paisa, a safe integer; 100 paisa are one rupee. */
export type Paisa = number;

/** The largest single amount: Rs. 999,999,999.99 (MONEY-1). */
export const MAX_AMOUNT: Paisa = 99_999_999_999;

/**
 * The largest total. Up to 2^46 rupees neighbouring doubles lie closer together than one paisa, so every figure
 * keeps both decimals when it crosses the wire as rupees. It is 70,000 times the largest amount.
 */
export const MAX_TOTAL: Paisa = 7_036_874_417_766_400;

/** No amount a person types is longer; it keeps absurd input away from the patterns below. */
const LONGEST_TYPED = 64;

const PLAIN = /^(\d*)(?:\.(\d{1,2})?)?$/;
/** 1,500,000 as well as the lakh grouping 15,00,000; anything else, such as 1,5, is a slip and is refused. */
const GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{0,2})?$/;
const UNIT_BEFORE = /^(?:rs\.?|pkr|₨)\s*/i;
const UNIT_BEHIND = /\s*(?:\/[-=])?\s*(?:rs\.?|pkr|₨|روپے|روپیہ)?\s*(?:\/[-=])?$/i;
const WIRE = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whether `paisa` is an amount: a whole number from 0 to {@link MAX_AMOUNT}. */
export function isAmount(paisa: number): boolean {
  return Number.isSafeInteger(paisa) && paisa >= 0 && paisa <= MAX_AMOUNT;
}

/**
 * An amount from the wire, in rupees, as paisa; null for whatever is none: NaN, negative, text, more than two decimals,
 * or above {@link MAX_AMOUNT} (MONEY-2). Reads the digits of the number's shortest decimal text.
 */
export function paisaFromRupees(value: unknown): Paisa | null {
  const paisa = figureFromRupees(value);
  return paisa !== null && isAmount(paisa) ? paisa : null;
}

/**
 * A total or a balance from the wire, in rupees, as paisa. As {@link paisaFromRupees}, but negative figures and
 * figures up to {@link MAX_TOTAL} are allowed: it is the inverse of {@link rupeesFromPaisa}.
 */
export function figureFromRupees(value: unknown): Paisa | null {
  if (typeof value !== 'number') return null;
  const parts = WIRE.exec(String(value));
  if (parts === null) return null;
  const paisa = paisaFromDigits(parts[2] ?? '', parts[3] ?? '');
  if (paisa > MAX_TOTAL) return null;
  return parts[1] === '-' ? 0 - paisa : paisa;
}

/**
 * What a person types as an amount, in rupees, as paisa; null when it cannot be one. Accepts `1,500`, `15,00,000`,
 * `1500.50`, `.5`, `Rs. 500`, `₨ 500`, `500 PKR`, `Rs 500/-`, `500 روپے`, Urdu and Arabic digits with their separators, and spaces around.
 * `Rs.5` is five rupees: the point belongs to the abbreviation.
 */
export function parseAmount(text: string): Paisa | null {
  if (text.length > LONGEST_TYPED) return null;
  const digits = foldDigits(stripInvisible(text))
    .replaceAll(/[\u066c\u060c]/g, ',')
    .replaceAll('\u066b', '.')
    .trim()
    .replace(UNIT_BEFORE, '')
    .replace(UNIT_BEHIND, '');
  const plain = GROUPED.test(digits) ? digits.replaceAll(',', '') : digits;
  const parts = PLAIN.exec(plain);
  if (parts === null) return null;
  const rupees = parts[1] ?? '';
  const fraction = parts[2] ?? '';
  if (rupees === '' && fraction === '') return null;
  const paisa = paisaFromDigits(rupees, fraction);
  return isAmount(paisa) ? paisa : null;
}

/**
 * Rupees for the wire: the number whose shortest decimal text is exactly this figure.
 * @throws RangeError for anything but whole paisa within ±{@link MAX_TOTAL}: beyond it a double loses paisa.
 */
export function rupeesFromPaisa(paisa: Paisa): number {
  if (!Number.isSafeInteger(paisa) || Math.abs(paisa) > MAX_TOTAL) {
    throw new RangeError(`Not a figure in whole paisa that can be sent exactly: ${paisa}`);
  }
  // Division is correctly rounded, so the result is the double nearest to the figure, and within the limit that
  // double's shortest text is the figure itself. The addition turns -0 into 0.
  return paisa / 100 + 0;
}

/**
 * The sum of figures in paisa; negative ones are allowed.
 * @throws RangeError when a figure or the sum is no safe integer.
 */
export function addPaisa(...values: Paisa[]): Paisa {
  let sum = 0n;
  for (const value of values) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of paisa: ${value}`);
    sum += BigInt(value);
  }
  const total = Number(sum);
  if (!Number.isSafeInteger(total)) throw new RangeError('The sum is too large to be kept exactly');
  return total;
}

/**
 * `Rs 1,234`: overview and dashboard, the currency format of en-PK without decimals, whose space is a no-break space
 * (MONEY-4). Half a rupee is rounded away from zero, as Intl does.
 */
export function formatWhole(paisa: Paisa, language: Language = 'en'): string {
  const { minus, rupees, fraction } = digitsOf(paisa);
  const whole = fraction >= '50' ? String(BigInt(rupees) + 1n) : rupees;
  return withUnit(`Rs\u00a0`, minus, groupThousands(whole), language);
}

/** `Rs. 1,234.00`: the fines table and events (MONEY-5). */
export function formatRs(paisa: Paisa, language: Language = 'en'): string {
  return withDecimals('Rs. ', paisa, language);
}

/** `1,234.00`: tables that say once that their figures are rupees (MONEY-9). */
export function formatFigure(paisa: Paisa): string {
  return withDecimals('', paisa, 'en');
}

/** `PKR 1,234.00`: the two cards of the fines screen (MONEY-6). */
export function formatPkr(paisa: Paisa, language: Language = 'en'): string {
  return withDecimals('PKR ', paisa, language);
}

function withDecimals(unit: string, paisa: Paisa, language: Language): string {
  const { minus, rupees, fraction } = digitsOf(paisa);
  return withUnit(unit, minus, `${groupThousands(rupees)}.${fraction}`, language);
}

/** In Urdu the unit is a word behind the figure. Marks keep the minus on the left of the figure, and the figure on the right. */
function withUnit(unit: string, minus: string, figure: string, language: Language): string {
  if (language === 'en') return `${minus}${unit}${figure}`;
  return `${minus === '' ? '' : `\u200f\u200e${minus}`}${figure}\u00a0روپے`;
}

function digitsOf(paisa: Paisa): { minus: '' | '-'; rupees: string; fraction: string } {
  if (!Number.isSafeInteger(paisa)) throw new RangeError(`Not a whole number of paisa: ${paisa}`);
  const digits = String(Math.abs(paisa)).padStart(3, '0');
  return { minus: paisa < 0 ? '-' : '', rupees: digits.slice(0, -2), fraction: digits.slice(-2) };
}

/** Digits before and after the point as paisa; too many give an unsafe integer, which every guard refuses. */
function paisaFromDigits(rupees: string, fraction: string): Paisa {
  return Number(rupees + fraction.padEnd(2, '0'));
}
