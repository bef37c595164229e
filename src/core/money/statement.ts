// A member's statement: what they owe after each change (STATE-1). A negative balance is credit.
import type { CalendarDay } from '../calendar.ts';
import { addPaisa, type Paisa } from './money.ts';

/** What a line of a statement is about. */
export const STATEMENT_KINDS = [
  'fine',
  'deletion',
  'reduction',
  'correction',
  'waiver',
  'waiver-reversal',
  'release',
  'payment',
  'payment-reversal',
  'refund',
  'refund-reversal',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** A change of the balance; a positive amount raises what is owed. */
export interface Changed {
  day: CalendarDay;
  amount: Paisa;
}

export interface Statement<T extends Changed> {
  from: CalendarDay;
  to: CalendarDay;
  opening: Paisa;
  /** by day, then in the order given */
  lines: (T & { balance: Paisa })[];
  /** earlier lines of the period that were left out */
  leftOut: number;
  closing: Paisa;
  /**
   * the sum of changes after the last day; 0 if that day is past, since it would include changes that are not to come
   */
  toCome: Paisa;
}

/**
 * The statement of a period, or of everything until today if no days are given. It lists the last `limit` lines of the
 * period. Null if `from` is after `to`. From today on, `closing` plus `toCome` is what is owed.
 */
export function statementOf<T extends Changed>(
  changes: readonly T[],
  {
    from,
    to,
    today,
    limit,
  }: { from: CalendarDay | undefined; to: CalendarDay | undefined; today: CalendarDay; limit: number },
): Statement<T> | null {
  const sorted = changes.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
  const last = to ?? today;
  const first = from ?? earlier(last, sorted[0]?.day ?? today);
  if (first > last) return null;
  let balance: Paisa = 0;
  let opening: Paisa = 0;
  let toCome: Paisa = 0;
  const lines: (T & { balance: Paisa })[] = [];
  for (const change of sorted) {
    if (change.day > last) {
      if (last >= today) toCome = addPaisa(toCome, change.amount);
      continue;
    }
    balance = addPaisa(balance, change.amount);
    if (change.day < first) opening = balance;
    else lines.push({ ...change, balance });
  }
  const leftOut = Math.max(0, lines.length - limit);
  return { from: first, to: last, opening, lines: lines.slice(leftOut), leftOut, closing: balance, toCome };
}

export const later = (a: CalendarDay, b: CalendarDay): CalendarDay => (a > b ? a : b);
const earlier = (a: CalendarDay, b: CalendarDay): CalendarDay => (a < b ? a : b);
