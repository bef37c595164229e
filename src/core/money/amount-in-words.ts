/** An amount in words, by lakh and crore, as on receipts and cheques (MONEY-8). */
import type { Language } from '../text/languages.ts';
import { isAmount, type Paisa } from './money.ts';

interface Words {
  /** the words for 0 to 99 */
  small: readonly string[];
  crore: string;
  lakh: string;
  thousand: string;
  hundred: string;
}

const ENGLISH_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const ENGLISH: Words = {
  small: [
    ...ENGLISH_ONES,
    ...ENGLISH_TENS.flatMap((ten) =>
      ENGLISH_ONES.slice(0, 10).map((one, place) => (place === 0 ? ten : `${ten}-${one}`)),
    ),
  ],
  crore: 'crore',
  lakh: 'lakh',
  thousand: 'thousand',
  hundred: 'hundred',
};

/** In Urdu each number below a hundred is a word of its own. */
const URDU: Words = {
  small: [
    'صفر ایک دو تین چار پانچ چھ سات آٹھ نو',
    'دس گیارہ بارہ تیرہ چودہ پندرہ سولہ سترہ اٹھارہ انیس',
    'بیس اکیس بائیس تئیس چوبیس پچیس چھبیس ستائیس اٹھائیس انتیس',
    'تیس اکتیس بتیس تینتیس چونتیس پینتیس چھتیس سینتیس اڑتیس انتالیس',
    'چالیس اکتالیس بیالیس تینتالیس چوالیس پینتالیس چھیالیس سینتالیس اڑتالیس انچاس',
    'پچاس اکاون باون ترپن چون پچپن چھپن ستاون اٹھاون انسٹھ',
    'ساٹھ اکسٹھ باسٹھ تریسٹھ چونسٹھ پینسٹھ چھیاسٹھ سڑسٹھ اڑسٹھ انہتر',
    'ستر اکہتر بہتر تہتر چوہتر پچھتر چھہتر ستتر اٹھتر اناسی',
    'اسی اکیاسی بیاسی تراسی چوراسی پچاسی چھیاسی ستاسی اٹھاسی نواسی',
    'نوے اکانوے بانوے ترانوے چورانوے پچانوے چھیانوے ستانوے اٹھانوے ننانوے',
  ].flatMap((ten) => ten.split(' ')),
  crore: 'کروڑ',
  lakh: 'لاکھ',
  thousand: 'ہزار',
  hundred: 'سو',
};

/** The words of a whole number from 0 to 999,999,999. */
function numberInWords(number: number, words: Words): string {
  if (number === 0) return words.small[0] ?? '';
  const parts = [
    [Math.floor(number / 10_000_000), words.crore],
    [Math.floor(number / 100_000) % 100, words.lakh],
    [Math.floor(number / 1000) % 100, words.thousand],
    [Math.floor(number / 100) % 10, words.hundred],
    [number % 100, ''],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${words.small[count]} ${unit}`.trim())).join(' ');
}

/**
 * `Rupees one thousand two hundred fifty only`, `Rupees twelve and fifty paisa only`.
 * @throws RangeError for an invalid amount
 */
export function amountInWords(amount: Paisa, language: Language): string {
  if (!isAmount(amount)) throw new RangeError(`${amount} paisa is no amount`);
  const rupees = Math.floor(amount / 100);
  const paisa = amount % 100;
  if (language === 'ur') {
    const whole = `${numberInWords(rupees, URDU)} ${rupees === 1 ? 'روپیہ' : 'روپے'}`;
    const part = paisa === 0 ? '' : ` اور ${numberInWords(paisa, URDU)} ${paisa === 1 ? 'پیسہ' : 'پیسے'}`;
    return `${whole}${part} صرف`;
  }
  const part = paisa === 0 ? '' : ` and ${numberInWords(paisa, ENGLISH)} paisa`;
  return `Rupees ${numberInWords(rupees, ENGLISH)}${part} only`;
}
