/**
 * Late surcharges (SURCHARGE-1 to SURCHARGE-5): what is added to a fine that is not paid in time. Each surcharge is a
 * fine of its own with a number, and each number of a fine is added at most once.
 *
 * Days missed are not made up for: of several numbers whose days have passed only the last is added, as when no server
 * ran or the member was to be left alone.
 */
import { addDays, type CalendarDay, daysBetween } from '../calendar.ts';
import { isAmount, type Paisa } from '../money/money.ts';
import { promiseHolds } from '../people/reminder.ts';

export const MAX_SURCHARGE_DAYS = 365;
export const MAX_SURCHARGES = 24;
/** Members who are left out by name. */
export const MAX_LEFT_OUT = 200;

export interface SurchargeTerms {
  /** what each adds; null if it is a percentage */
  amount: Paisa | null;
  /** of what is outstanding, in whole rupees; null if it is an amount */
  percent: number | null;
  /** days after the due day on which nothing is added yet */
  graceDays: number;
  /** days between two of one fine */
  everyDays: number;
  /** how many a fine may bear */
  times: number;
  /** the most that all of them may be, as a percentage of the fine */
  mostPercent: number;
}

/** Until the organisation chooses its own. */
const SUGGESTED: SurchargeTerms = {
  amount: 5000,
  percent: null,
  graceDays: 7,
  everyDays: 30,
  times: 1,
  mostPercent: 50,
};

/** What is stored with the rule. */
export interface StoredTerms extends SurchargeTerms {
  /** nothing is added for days before it; '' for no such day */
  since: CalendarDay;
  /** ids of the members who are left out by name */
  leftOut: readonly string[];
}

export const termsIn = (json: string | null): StoredTerms => ({
  ...SUGGESTED,
  since: '',
  leftOut: [],
  ...(json === null ? {} : (JSON.parse(json) as StoredTerms)),
});

/** The rule while it is on. `since`: the day on which it was last switched on or changed. */
export interface SurchargeRule {
  terms: SurchargeTerms;
  since: CalendarDay;
}

/** From which day on something is added if the rule is switched on or changed today; what was undone today stays so. */
export const beginsOn = ({ since }: Pick<StoredTerms, 'since'>, today: CalendarDay): CalendarDay =>
  since === addDays(today, 1) ? since : today;

/** What the rule needs to know of a fine, which is no surcharge itself. */
export interface Surchargeable {
  dueOn: CalendarDay;
  /** its amount without what was waived */
  charged: Paisa;
  outstanding: Paisa;
  /** the highest number added so far, 0 before the first */
  last: number;
  /** what its surcharges are together */
  added: Paisa;
  /** its member has a claim or appeal open over it, has the credit to pay, or is left out by name */
  silent: boolean;
  /** the day by which its member promised to pay; null without a promise */
  promisedUntil: CalendarDay | null;
}

/** The last day on which paying avoids the surcharge with this number. */
const lastDay = ({ graceDays, everyDays }: SurchargeTerms, { dueOn }: Surchargeable, number: number): CalendarDay =>
  addDays(dueOn, graceDays + (number - 1) * everyDays);

/** A percentage, and what the limit leaves, are rounded down to whole rupees. */
function amountOf({ amount, percent, mostPercent }: SurchargeTerms, fine: Surchargeable): Paisa {
  const share = (of: Paisa, hundredths: number): Paisa => Math.floor((of * hundredths) / 10_000) * 100;
  const wanted = amount ?? share(fine.outstanding, percent ?? 0);
  const limit = Math.floor((fine.charged * mostPercent) / 100);
  if (fine.added + wanted <= limit) return isAmount(wanted) ? wanted : 0;
  return Math.max(0, Math.floor((limit - fine.added) / 100) * 100);
}

/** What is added to a fine today; null: nothing. */
export function surchargeDue(
  { terms, since }: SurchargeRule,
  fine: Surchargeable,
  today: CalendarDay,
): { number: number; amount: Paisa } | null {
  const late = daysBetween(fine.dueOn, today) - terms.graceDays;
  const isLeftAlone = fine.silent || promiseHolds(fine.promisedUntil, today);
  if (isLeftAlone || fine.outstanding <= 0 || late < 1) return null;
  const number = Math.min(terms.times, 1 + Math.floor((late - 1) / terms.everyDays));
  if (number <= fine.last || lastDay(terms, fine, number) < addDays(since, -1)) return null;
  const amount = amountOf(terms, fine);
  return amount === 0 ? null : { number, amount };
}

/** What is added next if nothing is paid, and after which day; null: nothing. */
export function nextSurcharge(
  rule: SurchargeRule,
  fine: Surchargeable,
  today: CalendarDay,
): { after: CalendarDay; amount: Paisa } | null {
  const { terms, since } = rule;
  const { promisedUntil } = fine;
  if (promisedUntil !== null && promiseHolds(promisedUntil, today)) {
    // As on the day after it, if it is broken.
    const next = nextSurcharge(rule, { ...fine, promisedUntil: null }, addDays(promisedUntil, 1));
    return next && { ...next, after: next.after < promisedUntil ? promisedUntil : next.after };
  }
  const due = surchargeDue(rule, fine, today);
  if (due !== null) return { after: lastDay(terms, fine, due.number), amount: due.amount };
  const amount = amountOf(terms, fine);
  if (fine.silent || fine.outstanding <= 0 || amount === 0) return null;
  for (let number = fine.last + 1; number <= terms.times; number++) {
    const after = lastDay(terms, fine, number);
    if (after >= today && after >= addDays(since, -1)) return { after, amount };
  }
  return null;
}

/** The due days of fines to which something may be added today. */
export const dueDaysLate = ({ terms, since }: SurchargeRule, today: CalendarDay) => ({
  from: addDays(since, -1 - terms.graceDays - (terms.times - 1) * terms.everyDays),
  to: addDays(today, -1 - terms.graceDays),
});
