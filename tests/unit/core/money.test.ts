// Money: parsing, JSON, addition, and the three formats, each compared with Intl's en-PK.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPaisa,
  figureFromRupees,
  formatFigure,
  formatPkr,
  formatRs,
  formatWhole,
  isAmount,
  MAX_AMOUNT,
  MAX_TOTAL,
  paisaFromRupees,
  parseAmount,
  rupeesFromPaisa,
} from '../../../src/core/money/money.ts';

const amounts = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MAX_AMOUNT }));
const figures = fc.integer({ min: -MAX_TOTAL, max: MAX_TOTAL });
const safeIntegers = fc.maxSafeInteger();

/** Rupees as exact decimal text, computed independently. */
function decimalText(paisa: number): string {
  const value = BigInt(paisa);
  const absolute = value < 0n ? -value : value;
  const sign = value < 0n ? '-' : '';
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}

describe('amounts', () => {
  test('amounts are 0 to 999,999,999.99 [MONEY-1]', () => {
    expect(MAX_AMOUNT).toBe(99_999_999_999);
    expect([0, 1, MAX_AMOUNT].every(isAmount)).toBe(true);
    expect([-1, MAX_AMOUNT + 1, 0.5, NaN, Infinity].some(isAmount)).toBe(false);
  });
});

describe('the wire', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [0.1, 10],
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [1234.5, 123_450],
    [999_999_999.99, MAX_AMOUNT],
  ])('%d rupees are %d paisa', (rupees, paisa) => {
    expect(paisaFromRupees(rupees)).toBe(paisa);
  });

  test.each([
    NaN,
    Infinity,
    -1,
    -0.01,
    0.001,
    1.005,
    0.1 + 0.2,
    1e-7,
    1e21,
    1_000_000_000,
    '5',
    '',
    null,
    undefined,
    true,
    5n,
    [],
    {},
  ])('more decimals, NaN, negatives, strings and anything larger are refused: %s [MONEY-2]', (value) => {
    expect(paisaFromRupees(value)).toBeNull();
  });

  test('every amount can be sent and read back [MONEY-1]', () => {
    fc.assert(
      fc.property(amounts, (paisa) => paisaFromRupees(JSON.parse(JSON.stringify(rupeesFromPaisa(paisa)))) === paisa),
    );
  });

  test('every total and balance can be sent and read back, with exact decimals', () => {
    fc.assert(
      fc.property(figures, (paisa) => {
        const rupees = rupeesFromPaisa(paisa);
        expect(figureFromRupees(rupees)).toBe(paisa);
        expect(String(rupees)).toBe(decimalText(paisa).replace(/\.?0+$/, ''));
      }),
      { examples: [[MAX_TOTAL], [MAX_TOTAL - 1], [-MAX_TOTAL]] },
    );
  });

  test('no total is -0', () => {
    expect(Object.is(rupeesFromPaisa(-0), 0)).toBe(true);
    expect(Object.is(figureFromRupees(-0), 0)).toBe(true);
  });

  test('a figure that cannot be sent exactly is refused, not rounded [MONEY-7]', () => {
    for (const paisa of [MAX_TOTAL + 1, -MAX_TOTAL - 1, 0.5, NaN, Infinity]) {
      expect(() => rupeesFromPaisa(paisa)).toThrow(RangeError);
    }
    expect(figureFromRupees(MAX_TOTAL)).toBeNull();
  });

  test('the largest total leaves room for 70,000 of the largest fines', () => {
    expect(MAX_TOTAL).toBeGreaterThan(70_000 * MAX_AMOUNT);
  });
});

describe('what a person types', () => {
  test.each([
    ['1,500', 150_000],
    ['1500.50', 150_050],
    ['1500.5', 150_050],
    ['1,500.50', 150_050],
    ['1500.', 150_000],
    ['.5', 50],
    ['0', 0],
    ['007', 700],
    ['  250 ', 25_000],
    ['\u00a0250\u00a0', 25_000],
    ['Rs 1,500', 150_000],
    ['Rs. 1,500.00', 150_000],
    ['Rs\u00a01,500', 150_000],
    ['rs.500', 50_000],
    ['Rs.5', 500],
    ['Rs .5', 50],
    ['PKR 1,500.00', 150_000],
    ['pkr1500', 150_000],
    ['500/-', 50_000],
    ['₨ 500', 50_000],
    ['₨500', 50_000],
    ['500 Rs', 50_000],
    ['500 Rupees', 50_000],
    ['1 rupee', 100],
    ['Rupees 500', 50_000],
    ['500 Rs.', 50_000],
    ['500 PKR', 50_000],
    ['500pkr', 50_000],
    ['500 ₨', 50_000],
    ['Rs 500/-', 50_000],
    ['Rs. 1,500.50/-', 150_050],
    ['500/- Rs', 50_000],
    ['500 Rs/-', 50_000],
    ['Rs. 1,500/- only', 150_000],
    ['500 Rupees Only', 50_000],
    ['۵۰۰ روپے', 50_000],
    ['1,500,000', 150_000_000],
    ['15,00,000', 150_000_000],
    ['1,50,000', 15_000_000],
    ['12,34,567.89', 123_456_789],
    ['۱۲۳', 12_300],
    ['١٢٣', 12_300],
    ['۱٬۵۰۰٫۵۰', 150_050],
    ['۱۵٬۰۰٬۰۰۰', 150_000_000],
    ['\u200f۵۰۰\u200f', 50_000],
    ['999,999,999.99', MAX_AMOUNT],
  ])('%s is %d paisa [MONEY-3]', (text, paisa) => {
    expect(parseAmount(text)).toBe(paisa);
  });

  test.each([
    '',
    ' ',
    '.',
    ',',
    'Rs',
    'Rs.',
    'PKR',
    'only',
    'Rs only',
    '1,5',
    '15,00',
    '1,5000',
    '1,,500',
    ',500',
    '1,500,',
    '1500,000',
    '123,45,678',
    '1,234,56,789',
    '1.234',
    '1.2.3',
    '.5,000',
    '-5',
    '+5',
    '1e3',
    '0x10',
    'abc',
    '5 dollars',
    '1 500',
    'NaN',
    'Infinity',
    '½',
    'USD 5',
    '1,000,000,000',
    '999,999,999.999',
  ])('%s is refused [MONEY-3]', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('a text of 100,000 characters is refused', () => {
    for (const part of ['9', '1,', ' ', '1,00', '٬']) expect(parseAmount(part.repeat(100_000))).toBeNull();
  });

  test('every amount can be typed back as it is shown [LANG-4]', () => {
    fc.assert(
      fc.property(amounts, (paisa) => {
        expect(parseAmount(formatRs(paisa))).toBe(paisa);
        expect(parseAmount(formatPkr(paisa))).toBe(paisa);
        expect(parseAmount(formatRs(paisa, 'ur'))).toBe(paisa);
        expect(parseAmount(decimalText(paisa))).toBe(paisa);
        expect(parseAmount(String(rupeesFromPaisa(paisa)))).toBe(paisa);
      }),
    );
  });

  test('every amount can be typed with the lakh grouping [MONEY-3]', () => {
    const lakhs = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
    fc.assert(fc.property(amounts, (paisa) => parseAmount(lakhs.format(decimalText(paisa) as `${number}`)) === paisa));
  });

  test('any typed text is either an amount or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[Rs. 0-9,٬٫۰-۹-]{0,12}$/)), (text) => {
        const paisa = parseAmount(text);
        expect(paisa === null || isAmount(paisa)).toBe(true);
      }),
    );
  });
});

describe('adding', () => {
  test('adds whole paisa exactly [MONEY-7]', () => {
    expect(addPaisa()).toBe(0);
    expect(addPaisa(10, 20, -5)).toBe(25);
    expect(addPaisa(Number.MAX_SAFE_INTEGER, 2, -2)).toBe(Number.MAX_SAFE_INTEGER);
    expect(Object.is(addPaisa(-0), 0)).toBe(true);
  });

  test('refuses sums too large to be exact', () => {
    expect(() => addPaisa(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
    expect(() => addPaisa(-Number.MAX_SAFE_INTEGER, -1)).toThrow(RangeError);
    expect(() => addPaisa(0.5, 0.5)).toThrow(RangeError);
    expect(() => addPaisa(NaN)).toThrow(RangeError);
  });
});

describe('the three formats', () => {
  test('overview and dashboard: Rs 1,234, the locale’s own currency format [MONEY-4]', () => {
    expect(formatWhole(123_400)).toBe('Rs\u00a01,234');
    expect(formatWhole(123_450)).toBe('Rs\u00a01,235');
    expect(formatWhole(0)).toBe('Rs\u00a00');
  });

  test('fines table and events: Rs. 1,234.00 [MONEY-5]', () => {
    expect(formatRs(123_400)).toBe('Rs. 1,234.00');
    expect(formatRs(5)).toBe('Rs. 0.05');
    expect(formatRs(-123_450)).toBe('-Rs. 1,234.50');
  });

  test('the two cards of the fines screen: PKR 1,234.00 [MONEY-6]', () => {
    expect(formatPkr(123_400)).toBe('PKR 1,234.00');
    expect(formatPkr(-5)).toBe('-PKR 0.05');
  });

  test('a figure in a table has no unit [MONEY-9]', () => {
    expect(formatFigure(123_400)).toBe('1,234.00');
    expect(formatFigure(-5)).toBe('-0.05');
  });

  test('figures that are not whole paisa are refused', () => {
    for (const format of [formatWhole, formatRs, formatPkr]) expect(() => format(0.5)).toThrow(RangeError);
  });

  // Intl formats decimal text exactly, without the rounding error of a division by 100.
  const whole = new Intl.NumberFormat('en-PK', { style: 'currency', currency: 'PKR', maximumFractionDigits: 0 });
  const code = new Intl.NumberFormat('en-PK', {
    style: 'currency',
    currency: 'PKR',
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
  });

  test('every safe integer is formatted as Intl’s en-PK does', () => {
    fc.assert(
      fc.property(fc.oneof(safeIntegers, fc.integer({ min: -20_000, max: 20_000 })), (paisa) => {
        const exact = decimalText(paisa) as `${number}`;
        const pkr = code.format(exact).replace('\u00a0', ' ');
        expect(formatWhole(paisa)).toBe(whole.format(exact));
        expect(formatPkr(paisa)).toBe(pkr);
        expect(formatRs(paisa)).toBe(pkr.replace('PKR', 'Rs.'));
      }),
      { numRuns: 2000, examples: [[-40], [-50], [50], [99_950], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]] },
    );
  });

  test('in Urdu the unit is a word after the figure, as Intl’s ur-PK writes it [LANG-4]', () => {
    const figure = (digits: number) =>
      new Intl.NumberFormat('ur-PK', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    expect(formatWhole(123_400, 'ur')).toBe('1,234\u00a0روپے');
    expect(formatRs(-123_450, 'ur')).toBe('\u200f\u200e-1,234.50\u00a0روپے');
    fc.assert(
      fc.property(safeIntegers, (paisa) => {
        const exact = decimalText(paisa) as `${number}`;
        const mark = (text: string) => text.replace('\u200e', '\u200f\u200e');
        expect(formatWhole(paisa, 'ur')).toBe(`${mark(figure(0).format(exact))}\u00a0روپے`);
        for (const format of [formatRs, formatPkr]) {
          expect(format(paisa, 'ur')).toBe(`${mark(figure(2).format(exact))}\u00a0روپے`);
        }
      }),
      { examples: [[-40], [-50], [50], [0]] },
    );
  });
});
