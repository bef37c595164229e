/** The messages to members: one letter for each kind of news, worded in both languages. */
import { type CalendarDay, formatDay } from '../calendar.ts';
import { valueIn } from '../files/export-words.ts';
import type { RequestKind } from '../money/member-request.ts';
import { formatRs, type Paisa } from '../money/money.ts';
import type { NOT_RECORDED, PaymentMethod } from '../money/payment.ts';
import { formatCount } from '../text/count.ts';
import { isolatedIn } from '../text/isolation.ts';
import type { Language } from '../text/languages.ts';
import type { Letter } from './letter.ts';

interface ToldFine {
  /** id of the fine, or of its waiver */
  id: string;
  fineType: string;
  day: CalendarDay;
  amount: Paisa;
}

/** The facts in each kind of message. News of several fines is one message; there is at least one fine. */
export interface MailFacts {
  fined: { fines: readonly (ToldFine & { doubled: boolean })[] };
  paid: {
    id: string;
    receipt: string;
    amount: Paisa;
    day: CalendarDay;
    method: PaymentMethod | typeof NOT_RECORDED;
  };
  /** `amount`: what was waived of each */
  waived: { fines: readonly ToldFine[] };
  /** the decision about a member's request */
  answered: {
    id: string;
    request: RequestKind;
    accepted: boolean;
    answer: string;
    /** for a claim */
    claimed: { amount: Paisa; day: CalendarDay; method: PaymentMethod } | null;
    /** the payment that an accepted claim became; `receipt`: null if it has none */
    payment: { id: string; receipt: string | null } | null;
    /** for an appeal; `waived`: by accepting it */
    fine: { id: string; fineType: string; day: CalendarDay; waived: boolean } | null;
  };
  /** a text of the organisation, with its own greeting. `byItself`: false if somebody sent it at once */
  reminder: { subject: string; text: string; byItself: boolean };
  /** the same, sent to one member by somebody who pressed "E-mail" */
  'reminder-by-hand': { subject: string; text: string };
  test: Record<string, never>;
}
export const MAIL_KINDS = [
  'fined',
  'paid',
  'waived',
  'answered',
  'reminder',
  'reminder-by-hand',
  'test',
] as const satisfies (keyof MailFacts)[];
export type MailKind = (typeof MAIL_KINDS)[number];

/** News of a record, sent to its member unless switched off. The other kinds are sent because somebody chose to. */
export const NEWS_KINDS = ['fined', 'paid', 'waived', 'answered'] as const satisfies MailKind[];
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Fines that one message names; the others are only counted. */
const MOST_NAMED = 20;

const WORDS = {
  fined: { en: 'You were fined {amount}', ur: 'آپ پر {amount} کا جرمانہ' },
  finedSeveral: { en: 'You were fined: {count} fines, {amount}', ur: 'آپ پر {count} جرمانے، {amount}' },
  finedText: { en: 'This was recorded for you:', ur: 'آپ کے نام یہ درج ہوا ہے:' },
  doubled: {
    en: '{amount}, doubled as it was repeated in the same week',
    ur: '{amount}، اسی ہفتے میں دہرائے جانے پر دگنا',
  },
  more: { en: 'More fines', ur: 'مزید جرمانے' },
  paid: { en: 'Payment received: {amount}, receipt {receipt}', ur: 'ادائیگی وصول ہوئی: {amount}، رسید {receipt}' },
  paidText: { en: 'We have received your payment. Thank you.', ur: 'آپ کی ادائیگی وصول ہو گئی ہے۔ شکریہ۔' },
  receipt: { en: 'Receipt', ur: 'رسید' },
  amount: { en: 'Amount', ur: 'رقم' },
  day: { en: 'Date', ur: 'تاریخ' },
  method: { en: 'Method', ur: 'طریقہ' },
  credit: { en: 'Your credit', ur: 'آپ کی جمع رقم' },
  waived: { en: 'Waived: {amount}', ur: 'معاف ہوا: {amount}' },
  waivedText: { en: 'This was waived. You need not pay it.', ur: 'یہ معاف کر دیا گیا ہے، آپ کو اسے ادا نہیں کرنا۔' },
  claimAccepted: { en: 'Your payment was accepted: {amount}', ur: 'آپ کی ادائیگی منظور ہو گئی: {amount}' },
  claimRefused: { en: 'Your payment was not accepted: {amount}', ur: 'آپ کی ادائیگی منظور نہیں ہوئی: {amount}' },
  claimRefusedText: {
    en: 'You told us that you have paid. We checked this and did not accept it:',
    ur: 'آپ نے لکھا تھا کہ آپ ادائیگی کر چکے ہیں۔ اسے دیکھ کر نامنظور کر دیا گیا ہے:',
  },
  appealAccepted: { en: 'Your appeal was accepted: {fine}', ur: 'آپ کی اپیل منظور ہو گئی: {fine}' },
  appealAcceptedText: {
    en: 'The fine was a mistake and is waived. You need not pay it.',
    ur: 'یہ جرمانہ غلطی سے تھا اور معاف کر دیا گیا ہے، آپ کو اسے ادا نہیں کرنا۔',
  },
  appealRefused: { en: 'Your appeal was refused: {fine}', ur: 'آپ کی اپیل نامنظور ہوئی: {fine}' },
  appealRefusedText: {
    en: 'We looked at your appeal. The fine remains.',
    ur: 'آپ کی اپیل دیکھ لی گئی ہے۔ جرمانہ برقرار ہے۔',
  },
  answer: { en: 'Answer', ur: 'جواب' },
  fine: { en: 'Fine', ur: 'جرمانہ' },
  news: { en: 'There is news for you. Open to see it.', ur: 'آپ کے لیے نئی اطلاع ہے۔ دیکھنے کے لیے کھولیں۔' },
  owed: { en: 'Left to pay in all', ur: 'کل بقایا' },
  test: { en: 'A test message', ur: 'آزمائشی پیغام' },
  testText: {
    en: 'Messages from Jurmana arrive at this address.',
    ur: 'جرمانہ ایپ کے پیغام اس پتے پر پہنچتے ہیں۔',
  },
  open: { en: 'See your account', ur: 'اپنا حساب دیکھیں' },
} as const satisfies Record<string, Record<Language, string>>;

const say = (language: Language, word: keyof typeof WORDS, values: Record<string, string> = {}): string =>
  WORDS[word][language].replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');

/** What a notification says when it may not say what it is about. */
export const newsIn = (language: Language): string => say(language, 'news');

type Content = Omit<Letter, 'name' | 'link'> & { greets?: false };

/** What the reader owes in all, and their credit. */
export interface Balance {
  owed: Paisa;
  credit: Paisa;
}

const balanceLines = ({ owed, credit }: Balance, language: Language): (readonly [string, string])[] => [
  [say(language, 'owed'), formatRs(owed, language)],
  ...(credit === 0 ? [] : [[say(language, 'credit'), formatRs(credit, language)] as const]),
];

const sum = (fines: readonly ToldFine[]): Paisa => fines.reduce((total, { amount }) => total + amount, 0);

const fineName = ({ fineType, day }: Pick<ToldFine, 'fineType' | 'day'>, language: Language): string =>
  `${isolatedIn(fineType, language)} (${formatDay(day, language)})`;

function linesOf<F extends ToldFine>(
  fines: readonly F[],
  language: Language,
  amountOf: (fine: F) => string,
): (readonly [string, string])[] {
  const named = fines.length > MOST_NAMED ? fines.slice(0, MOST_NAMED) : fines;
  const rest = fines.slice(named.length);
  return [
    ...named.map((fine) => [fineName(fine, language), amountOf(fine)] as const),
    ...(rest.length === 0
      ? []
      : [[say(language, 'more'), `${formatCount(rest.length)}: ${formatRs(sum(rest), language)}`] as const]),
  ];
}

/** The facts with the types of fines as the reader calls them. */
function withNames<F extends MailFacts[MailKind]>(facts: F, nameOfType: To['nameOfType']): F {
  const named = <N extends { fineType: string }>(fine: N): N => ({ ...fine, fineType: nameOfType(fine.fineType) });
  return {
    ...facts,
    ...('fines' in facts && { fines: facts.fines.map(named) }),
    ...('fine' in facts && facts.fine !== null && { fine: named(facts.fine) }),
  };
}

/** A text of the organisation, which greets by itself. */
const ownWords = ({ subject, text }: { subject: string; text: string }): Content => ({
  subject,
  paragraphs: [text],
  greets: false,
});

/** The content of a message of each kind. */
const CONTENTS: { [K in MailKind]: (facts: MailFacts[K], language: Language, balance: Balance) => Content } = {
  fined({ fines }, language, balance) {
    const amount = formatRs(sum(fines), language);
    const subject =
      fines.length === 1
        ? say(language, 'fined', { amount })
        : say(language, 'finedSeveral', { amount, count: formatCount(fines.length) });
    const amountOf = (fine: (typeof fines)[number]): string => {
      const own = formatRs(fine.amount, language);
      return fine.doubled ? say(language, 'doubled', { amount: own }) : own;
    };
    return {
      subject,
      paragraphs: [say(language, 'finedText')],
      facts: [...linesOf(fines, language, amountOf), ...balanceLines(balance, language)],
    };
  },
  paid({ receipt, amount, day, method }, language, balance) {
    return {
      subject: say(language, 'paid', { amount: formatRs(amount, language), receipt }),
      paragraphs: [say(language, 'paidText')],
      facts: [
        [say(language, 'receipt'), receipt],
        [say(language, 'amount'), formatRs(amount, language)],
        [say(language, 'day'), formatDay(day, language)],
        [say(language, 'method'), valueIn(language, method)],
        ...balanceLines(balance, language),
      ],
    };
  },
  waived({ fines }, language, balance) {
    return {
      subject: say(language, 'waived', { amount: formatRs(sum(fines), language) }),
      paragraphs: [say(language, 'waivedText')],
      facts: [
        ...linesOf(fines, language, (fine) => formatRs(fine.amount, language)),
        ...balanceLines(balance, language),
      ],
    };
  },
  answered({ request, accepted, answer, claimed, payment, fine }, language, balance) {
    const end = [
      ...(answer === '' ? [] : [[say(language, 'answer'), answer] as const]),
      ...balanceLines(balance, language),
    ];
    if (request === 'appeal') {
      const named = fine === null ? '' : fineName(fine, language);
      return {
        subject: say(language, accepted ? 'appealAccepted' : 'appealRefused', {
          fine: isolatedIn(fine?.fineType ?? '', language),
        }),
        paragraphs: [say(language, accepted ? 'appealAcceptedText' : 'appealRefusedText')],
        facts: [[say(language, 'fine'), named], ...end],
      };
    }
    const amount = formatRs(claimed?.amount ?? 0, language);
    const receipt = payment?.receipt ?? null;
    return {
      subject: say(language, accepted ? 'claimAccepted' : 'claimRefused', { amount }),
      paragraphs: [say(language, accepted ? 'paidText' : 'claimRefusedText')],
      facts: [
        ...(receipt === null ? [] : [[say(language, 'receipt'), receipt] as const]),
        [say(language, 'amount'), amount],
        ...(claimed === null
          ? []
          : [
              [say(language, 'day'), formatDay(claimed.day, language)] as const,
              [say(language, 'method'), valueIn(language, claimed.method)] as const,
            ]),
        ...end,
      ],
    };
  },
  reminder: ownWords,
  'reminder-by-hand': ownWords,
  test: (_facts, language) => ({ subject: say(language, 'test'), paragraphs: [say(language, 'testText')] }),
};

interface To {
  name: string;
  language: Language;
  /** where the reader finds more; null: nowhere */
  link: string | null;
  balance: Balance;
  /** what the reader calls a type of fines */
  nameOfType: (fineType: string) => string;
}

/** The letter of one kind. */
export function letterOf<K extends MailKind>(
  kind: K,
  facts: MailFacts[K],
  { name, language, link, balance, nameOfType }: To,
): Letter {
  const { greets = true, ...content } = CONTENTS[kind](withNames(facts, nameOfType), language, balance);
  return {
    ...content,
    name: greets ? name : null,
    link: link === null ? null : { text: say(language, 'open'), url: link },
  };
}
