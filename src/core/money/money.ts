/**
 * Money as whole paisa: validation, parsing and the three formats of the screens. Everything works on decimal digits;
 * no amount is ever the product of a floating-point multiplication (MONEY-7).
 */
import { groupThousands } from '../text/count.ts';
import type { Language } from '../text/languages.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';

/** Whole paisa, a safe integer; 100 paisa are one rupee. */
export type Paisa = number;

/** The largest single amount: Rs. 999,999,999.99 (MONEY-1). */
export const MAX_AMOUNT: Paisa = 99_999_999_999;

/**
 * The largest total. Up to 2^46 rupees, neighbouring doubles are closer together than one paisa, so every figure keeps
 * both decimals when it is sent as rupees. It is 70,000 times the largest amount.
 */
export const MAX_TOTAL: Paisa = 7_036_874_417_766_400;

/** Nobody types a longer amount; the limit keeps absurd input away from the patterns below. */
const LONGEST_TYPED = 64;

const PLAIN = /^(\d*)(?:\.(\d{1,2})?)?$/;
/** Accepts 1,500,000 as well as the lakh grouping 15,00,000. Anything else, such as 1,5, is a slip and is refused. */
const GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{0,2})?$/;
const UNIT_BEFORE = /^(?:rs\.?|pkr|rupees|₨)\s*/i;
const UNIT_BEHIND = /\s*(?:\/[-=])?\s*(?:rs\.?|pkr|rupees?|₨|روپے|روپیہ)?\s*(?:\/[-=])?(?:\s*only)?$/i;
const WIRE = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Whether `paisa` is an amount: a whole number from 0 to {@link MAX_AMOUNT}. */
export function isAmount(paisa: number): boolean {
  return Number.isSafeInteger(paisa) && paisa >= 0 && paisa <= MAX_AMOUNT;
}

/**
 * A received amount in rupees as paisa; null for anything invalid: NaN, negative, text, more than two decimals, or
 * above {@link MAX_AMOUNT} (MONEY-2). Reads the digits of the number's shortest decimal text.
 */
export function paisaFromRupees(value: unknown): Paisa | null {
  const paisa = figureFromRupees(value);
  return paisa !== null && isAmount(paisa) ? paisa : null;
}

/**
 * A received total or balance in rupees as paisa. Like {@link paisaFromRupees}, but allows negative figures and figures
 * up to {@link MAX_TOTAL}: the inverse of {@link rupeesFromPaisa}.
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
 * An amount in rupees as typed by a person, in paisa; null if it is invalid. Accepts `1,500`, `15,00,000`, `1500.50`,
 * `.5`, `Rs. 500`, `₨ 500`, `500 PKR`, `Rs 500/-`, `Rs 500/- only`, `500 روپے`, Urdu and Arabic digits with their
 * separators, and surrounding spaces. `Rs.5` is five rupees: the point belongs to the abbreviation.
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
 * Rupees to be sent: the number whose shortest decimal text is exactly this figure.
 * @throws RangeError for anything but whole paisa within ±{@link MAX_TOTAL}, beyond which a double loses paisa.
 */
export function rupeesFromPaisa(paisa: Paisa): number {
  if (!Number.isSafeInteger(paisa) || Math.abs(paisa) > MAX_TOTAL) {
    throw new RangeError(`Not a figure in whole paisa that can be sent exactly: ${paisa}`);
  }
  // Division is correctly rounded, so the result is the double nearest to the figure, and within the limit that
  // double's shortest text is the figure itself. The addition turns -0 into 0.
  return paisa / 100 + 0;
}

/** Amounts as they are sent and stored, rupees in JSON, and as both sides know them, paisa. */
export interface AmountCodec {
  /** A copy of the value with its amounts in rupees. */
  toWire<T>(value: T): T;
  /** A copy with its amounts in paisa; NaN, which equals no figure, for one with more than two decimals. */
  fromWire<T>(value: T): T;
}

/** In the contract, what stands in a field of this name is never money, whatever it is called. */
export const COUNTS = 'counts';

/** @param fields the names of the fields that hold amounts, wherever they stand */
export function amountCodec(fields: readonly string[]): AmountCodec {
  const names = new Set(fields);
  const copying = (convert: (amount: number) => number) => {
    const copy = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(copy);
      const converted: Record<string, unknown> = { ...value };
      for (const name in converted) {
        const field = converted[name];
        if (typeof field === 'number') {
          if (names.has(name)) converted[name] = convert(field);
        } else if (typeof field === 'object' && name !== COUNTS) converted[name] = copy(field);
      }
      return converted;
    };
    // The copy has the same fields.
    return <T>(value: T): T => copy(value) as T;
  };
  return { toWire: copying(rupeesFromPaisa), fromWire: copying((rupees) => figureFromRupees(rupees) ?? Number.NaN) };
}

/**
 * The sum of figures in paisa; they may be negative.
 * @throws RangeError if a figure or the sum is not a safe integer.
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
 * `Rs 1,234`, as on the overview and dashboard: the currency format of en-PK without decimals, with a no-break space
 * (MONEY-4). Half a rupee is rounded away from zero, as Intl does.
 */
export function formatWhole(paisa: Paisa, language: Language = 'en'): string {
  const { minus, rupees, fraction } = digitsOf(paisa);
  const whole = fraction >= '50' ? String(BigInt(rupees) + 1n) : rupees;
  return withUnit(`Rs\u00a0`, minus, groupThousands(whole), language);
}

/** `Rs. 1,234.00`, as in the fines table and events (MONEY-5). */
export function formatRs(paisa: Paisa, language: Language = 'en'): string {
  return withDecimals('Rs. ', paisa, language);
}

/** `1,234.00`, for tables that state once that their figures are rupees (MONEY-9). */
export function formatFigure(paisa: Paisa): string {
  return withDecimals('', paisa, 'en');
}

/** `PKR 1,234.00`, as on the two cards of the fines screen (MONEY-6). */
export function formatPkr(paisa: Paisa, language: Language = 'en'): string {
  return withDecimals('PKR ', paisa, language);
}

function withDecimals(unit: string, paisa: Paisa, language: Language): string {
  const { minus, rupees, fraction } = digitsOf(paisa);
  return withUnit(unit, minus, `${groupThousands(rupees)}.${fraction}`, language);
}

/** In Urdu the unit is a word after the figure. Direction marks keep the minus to the left of the figure. */
function withUnit(unit: string, minus: string, figure: string, language: Language): string {
  if (language === 'en') return `${minus}${unit}${figure}`;
  return `${minus === '' ? '' : `\u200f\u200e${minus}`}${figure}\u00a0روپے`;
}

function digitsOf(paisa: Paisa): { minus: '' | '-'; rupees: string; fraction: string } {
  if (!Number.isSafeInteger(paisa)) throw new RangeError(`Not a whole number of paisa: ${paisa}`);
  const digits = String(Math.abs(paisa)).padStart(3, '0');
  return { minus: paisa < 0 ? '-' : '', rupees: digits.slice(0, -2), fraction: digits.slice(-2) };
}

/** Digits before and after the point as paisa. Too many digits give an unsafe integer, which every check refuses. */
function paisaFromDigits(rupees: string, fraction: string): Paisa {
  return Number(rupees + fraction.padEnd(2, '0'));
}
