import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountInWords } from '../../../src/core/money/amount-in-words.ts';
import { MAX_AMOUNT } from '../../../src/core/money/money.ts';

// Reads words back into a number, without anything of the core.
const numbered = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, place) => [word, from + place * step]);

const ENGLISH = new Map([
  ...numbered('zero one two three four five six seven eight nine ten eleven twelve', 0),
  ...numbered('thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 13),
  ...numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
]);
// Column by column: first all that end in 0, then all that end in 1, …
const URDU = new Map([
  ...numbered('دس بیس تیس چالیس پچاس ساٹھ ستر اسی نوے', 10, 10),
  ...numbered('ایک گیارہ اکیس اکتیس اکتالیس اکاون اکسٹھ اکہتر اکیاسی اکانوے', 1, 10),
  ...numbered('دو بارہ بائیس بتیس بیالیس باون باسٹھ بہتر بیاسی بانوے', 2, 10),
  ...numbered('تین تیرہ تئیس تینتیس تینتالیس ترپن تریسٹھ تہتر تراسی ترانوے', 3, 10),
  ...numbered('چار چودہ چوبیس چونتیس چوالیس چون چونسٹھ چوہتر چوراسی چورانوے', 4, 10),
  ...numbered('پانچ پندرہ پچیس پینتیس پینتالیس پچپن پینسٹھ پچھتر پچاسی پچانوے', 5, 10),
  ...numbered('چھ سولہ چھبیس چھتیس چھیالیس چھپن چھیاسٹھ چھہتر چھیاسی چھیانوے', 6, 10),
  ...numbered('سات سترہ ستائیس سینتیس سینتالیس ستاون سڑسٹھ ستتر ستاسی ستانوے', 7, 10),
  ...numbered('آٹھ اٹھارہ اٹھائیس اڑتیس اڑتالیس اٹھاون اڑسٹھ اٹھتر اٹھاسی اٹھانوے', 8, 10),
  ...numbered('نو انیس انتیس انتالیس انچاس انسٹھ انہتر اناسی نواسی ننانوے', 9, 10),
  ['صفر', 0] as const,
]);
const UNITS = new Map([
  ...numbered('hundred thousand', 100, 900),
  ...numbered('lakh', 100_000),
  ...numbered('crore', 10_000_000),
  ...numbered('سو ہزار', 100, 900),
  ...numbered('لاکھ', 100_000),
  ...numbered('کروڑ', 10_000_000),
]);

function read(words: string, numbers: ReadonlyMap<string, number>): number {
  let sum = 0;
  let count = 0;
  for (const word of words.split(/[ -]/)) {
    const unit = UNITS.get(word);
    const number = numbers.get(word);
    if (unit !== undefined) {
      // Not an expectation, each of which would cost more than all the rest.
      if (count === 0) throw new Error(`"${words}" has no number before "${word}"`);
      sum += count * unit;
      count = 0;
    } else if (number !== undefined) count += number;
    else throw new Error(`"${word}" is no word of a number`);
  }
  return sum + count;
}

const FORMS = {
  en: [ENGLISH, /^Rupees (.+?)(?: and (.+) paisa)? only$/],
  ur: [URDU, /^(.+?) (?:روپے|روپیہ)(?: اور (.+) (?:پیسے|پیسہ))? صرف$/],
} as const;

function paisaOf(words: string, language: 'en' | 'ur'): number {
  const [numbers, form] = FORMS[language];
  const [, rupees, paisa] = form.exec(words) ?? [];
  if (rupees === undefined) throw new Error(`"${words}" is no amount`);
  return read(rupees, numbers) * 100 + (paisa === undefined ? 0 : read(paisa, numbers));
}

describe('an amount in words', () => {
  test.each([
    [0, 'Rupees zero only', 'صفر روپے صرف'],
    [100, 'Rupees one only', 'ایک روپیہ صرف'],
    [1, 'Rupees zero and one paisa only', 'صفر روپے اور ایک پیسہ صرف'],
    [1250, 'Rupees twelve and fifty paisa only', 'بارہ روپے اور پچاس پیسے صرف'],
    [125_000, 'Rupees one thousand two hundred fifty only', 'ایک ہزار دو سو پچاس روپے صرف'],
    [4_200_021_00, 'Rupees forty-two lakh twenty-one only', 'بیالیس لاکھ اکیس روپے صرف'],
    [
      MAX_AMOUNT,
      'Rupees ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paisa only',
      'ننانوے کروڑ ننانوے لاکھ ننانوے ہزار نو سو ننانوے روپے اور ننانوے پیسے صرف',
    ],
  ])('of %i paisa [MONEY-8]', (paisa, english, urdu) => {
    expect(amountInWords(paisa, 'en')).toBe(english);
    expect(amountInWords(paisa, 'ur')).toBe(urdu);
  });

  test.each(['en', 'ur'] as const)(
    'reads back as the same amount: every rupee up to a lakh (%s) [MONEY-8]',
    (language) => {
      const wrong: string[] = [];
      for (let rupees = 0; rupees <= 100_000; rupees += 1) {
        const words = amountInWords(rupees * 100, language);
        if (paisaOf(words, language) !== rupees * 100) wrong.push(`${rupees}: ${words}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(['en', 'ur'] as const)(
    'reads back as the same amount: any amount, with paisa (%s) [MONEY-8]',
    (language) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (paisa) => {
          expect(paisaOf(amountInWords(paisa, language), language)).toBe(paisa);
        }),
        { numRuns: 2000 },
      );
    },
  );

  test.each([-1, 0.5, Number.NaN, MAX_AMOUNT + 1])('of %d is refused', (paisa) => {
    expect(() => amountInWords(paisa, 'en')).toThrow(RangeError);
  });
});
