/**
 * Reminders: by which channel, with what text, and how long somebody who promised to pay is left alone (REMIND-1 to
 * REMIND-9).
 */
import { type CalendarDay, formatDay } from '../calendar.ts';
import { formatRs, type Paisa } from '../money/money.ts';
import { isolatedIn, numbersIsolatedIn } from '../text/isolation.ts';
import type { Language } from '../text/languages.ts';

/** Ways of reminding by hand: each opens an application with the text, or copies the text. */
export const REMINDER_CHANNELS = ['whatsapp', 'sms', 'email', 'copy'] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

/** Money paid on the day of a reminder or within so many days counts as paid after it (REPORT-15). */
export const PAID_WITHIN_DAYS = 14;
/** How somebody was reminded, including automatically. */
export const RECORDED_CHANNELS = [...REMINDER_CHANNELS, 'auto'] as const;
export type RecordedChannel = (typeof RECORDED_CHANNELS)[number];

/** What a text can mention, each in braces. */
export const PLACEHOLDERS = ['name', 'amount', 'overdue', 'fines', 'dueDate', 'surcharge', 'howToPay', 'link'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The texts until the organisation writes its own. */
export const REMINDER_TEXT: Record<Language, string> = {
  en: `Assalam-o-Alaikum {name},
This is a friendly reminder that {amount} is still to be paid for your fines:
{fines}
Of this, {overdue} is overdue.
Please pay by {dueDate}.
{surcharge}
{howToPay}
Your fines: {link}
Thank you!`,
  ur: `السلام علیکم {name}،
یاد دہانی کے لیے عرض ہے کہ آپ کے جرمانوں کے {amount} ابھی بقایا ہیں:
{fines}
اس میں سے {overdue} کی آخری تاریخ گزر چکی ہے۔
براہ کرم {dueDate} تک ادا کر دیجیے۔
{surcharge}
{howToPay}
آپ کے جرمانے: {link}
شکریہ!`,
};

export const REMINDER_SUBJECT: Record<Language, string> = { en: 'A friendly reminder', ur: 'ایک دوستانہ یاد دہانی' };

const IN_BRACES = /\{([^{}\n]*)\}/g;

/** Names in braces that are no placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(IN_BRACES), ([, name = '']) => name).filter(
    (name) => !PLACEHOLDERS.includes(name as Placeholder),
  );

/** One of the fines that are still owed. */
export interface OwedFine {
  /** the type, in the language of the text */
  typeName: string;
  date: CalendarDay;
  outstanding: Paisa;
}

interface Due {
  day: CalendarDay;
  amount: Paisa;
}

/** The facts of a reminder. */
export interface Reminded {
  /** empty if the record has no name */
  name: string;
  pending: Paisa;
  overdue: Paisa;
  credit: Paisa;
  /** the oldest of them; `openCount` counts all */
  fines: readonly OwedFine[];
  openCount: number;
  /** what is not overdue, by due day, the earliest first; what has no due day is not among it */
  dues: readonly Due[];
  /** what is added next for being late; `after`: the last day without it; null if nothing is */
  surcharge: { after: CalendarDay; amount: Paisa } | null;
  howToPay: string;
  /** where members see what they owe; empty if unknown */
  link: string;
}

const MORE: Record<Language, (count: number) => string> = {
  en: (count) => `• and ${count} more`,
  ur: (count) => `• اور ${count} مزید`,
};

const COMMA: Record<Language, string> = { en: ',', ur: '،' };

/** Amounts without paisa if there are none, as people write them. */
const rupees = (amount: Paisa, language: Language): string => formatRs(amount, language).replace(/\.00(?!\d)/, '');

const TODAY: Record<Language, string> = { en: 'today', ur: 'آج' };
/** Due days that {dueDate} names; what is due after them is one sum. */
const DAYS_NAMED = 3;
const LATER: Record<Language, string> = { en: 'later days', ur: 'بعد کے دنوں' };
const AND: Record<Language, string> = { en: ' and ', ur: ' اور ' };

/**
 * By when to pay: today what is overdue, the rest by its days. With more than one day, or if some of the debt has none,
 * each day has its amount, so that nothing is asked for by the day of something else. Credit pays in this order.
 */
function dueDate({ pending, overdue, dues, credit }: Reminded, language: Language): string {
  const later = dues.slice(DAYS_NAMED).reduce((sum, { amount }) => sum + amount, 0);
  let paying = credit;
  const parts = [
    { when: TODAY[language], amount: overdue },
    ...dues.slice(0, DAYS_NAMED).map(({ day, amount }) => ({ when: formatDay(day, language), amount })),
    { when: LATER[language], amount: later },
  ].flatMap(({ when, amount }) => {
    const paid = Math.min(paying, amount);
    paying -= paid;
    return amount > paid ? [{ when, left: amount - paid }] : [];
  });
  const [only] = parts;
  if (parts.length === 1 && only?.left === pending - credit) return only.when;
  const named = parts.map(({ when, left }) => `${when} (${rupees(left, language)})`);
  return [named.slice(0, -1).join(`${COMMA[language]} `), ...named.slice(-1)]
    .filter((part) => part !== '')
    .join(AND[language]);
}

/** A sentence of its own. */
const SURCHARGE: Record<Language, (next: NonNullable<Reminded['surcharge']>) => string> = {
  en: ({ after, amount }) => `${rupees(amount, 'en')} is added after ${formatDay(after, 'en')}.`,
  ur: ({ after, amount }) => `${formatDay(after, 'ur')} کے بعد ${rupees(amount, 'ur')} مزید لگیں گے۔`,
};

function valuesOf(about: Reminded, language: Language): Record<Placeholder, string> {
  const lines = about.fines.map(
    ({ typeName, date, outstanding }) =>
      `• ${isolatedIn(typeName, language)}${COMMA[language]} ${formatDay(date, language)}: ${rupees(outstanding, language)}`,
  );
  const others = about.openCount - about.fines.length;
  return {
    name: isolatedIn(about.name, language),
    amount: rupees(about.pending, language),
    overdue: about.overdue === 0 ? '' : rupees(about.overdue, language),
    fines: [...lines, ...(others > 0 ? [MORE[language](others)] : [])].join('\n'),
    dueDate: dueDate(about, language),
    surcharge: about.surcharge === null ? '' : SURCHARGE[language](about.surcharge),
    howToPay: numbersIsolatedIn(about.howToPay, language),
    link: about.link,
  };
}

/** What replaces an empty value in a line that has others: "Please pay Rs. 500 by today." */
const INSTEAD: Record<Language, Partial<Record<Placeholder, string>>> = {
  en: { overdue: rupees(0, 'en'), dueDate: TODAY.en },
  ur: { overdue: rupees(0, 'ur'), dueDate: TODAY.ur },
};

/** What the member's credit does for the debt. `left`: what remains to be paid; null if nothing does. */
const CREDIT: Record<Language, (credit: string, left: string | null) => string> = {
  en: (credit, left) =>
    left === null
      ? `Your credit of ${credit} covers all of this, so there is nothing to pay.`
      : `Your credit of ${credit} can pay a part of this, which leaves ${left} to pay.`,
  ur: (credit, left) =>
    left === null
      ? `آپ کی ${credit} کی جمع رقم اس سب کے لیے کافی ہے، آپ کو کچھ ادا نہیں کرنا۔`
      : `آپ کی ${credit} کی جمع رقم اس میں کام آ سکتی ہے، پھر ${left} باقی رہیں گے۔`,
};

function creditLines({ pending, credit }: Reminded, language: Language): string[] {
  if (credit === 0) return [];
  const left = isCovered({ pending, credit }) ? null : rupees(pending - credit, language);
  return [CREDIT[language](rupees(credit, language), left)];
}

/** Whether the credit is enough for all that somebody owes, which may be nothing. */
export const isCovered = ({ pending, credit }: { pending: Paisa; credit: Paisa }): boolean => credit >= pending;

/** The line about credit stands after these. */
const ABOUT_DEBT: readonly string[] = ['amount', 'overdue', 'fines'] satisfies Placeholder[];
/** Not said if there is nothing to pay. */
const ABOUT_PAYING: readonly string[] = ['dueDate', 'surcharge', 'howToPay'] satisfies Placeholder[];

const namesIn = (line: string): string[] => Array.from(line.matchAll(IN_BRACES), ([, name = '']) => name);

/**
 * The text with its placeholders filled in. A line is left out if all that it mentions is empty, e.g. the overdue
 * amount. Every template gets a line about credit, if there is any, because it asks for all that is owed.
 */
export function reminderText(template: string, about: Reminded, language: Language): string {
  const values = valuesOf(about, language);
  const isUnsaid = (name: string): boolean =>
    values[name as Placeholder] === '' || (isCovered(about) && ABOUT_PAYING.includes(name));
  const said = (name: Placeholder): string =>
    (values[name] === '' ? INSTEAD[language][name] : undefined) ?? values[name];
  const lines = template.split('\n');
  const filled = lines.map((line) => {
    const named = namesIn(line);
    // A greeting stays even without a name.
    const isEmpty = named.length > 0 && named.every((name) => name !== 'name' && isUnsaid(name));
    const isKnown = (name: string): name is Placeholder => name in values;
    return isEmpty ? [] : [line.replaceAll(IN_BRACES, (whole, name: string) => (isKnown(name) ? said(name) : whole))];
  });
  const debt = lines.findLastIndex((line) => namesIn(line).some((name) => ABOUT_DEBT.includes(name)));
  filled.splice(debt === -1 ? lines.length : debt + 1, 0, creditLines(about, language));
  return filled
    .flat()
    .map((line) => line.replaceAll(/ +(?=[,،])/g, '').trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Whether somebody is left alone because they promised to pay something that they still owe: until that day is over.
 * `until`: null without such a promise.
 */
export const promiseHolds = (until: CalendarDay | null, today: CalendarDay): boolean =>
  until !== null && until >= today;
