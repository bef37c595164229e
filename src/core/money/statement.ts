// A member's statement: what they owe after each thing that changed it (STATE-1). Below 0 it is credit.
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

/** What changed the balance; positive raises what is owed. */
export interface Changed {
  day: CalendarDay;
  amount: Paisa;
}

export interface Statement<T extends Changed> {
  from: CalendarDay;
  to: CalendarDay;
  opening: Paisa;
  /** by day, then as given */
  lines: (T & { balance: Paisa })[];
  /** lines of the period before these */
  leftOut: number;
  closing: Paisa;
  /** what changes after the last day; 0 where that is before today, since then more than what is to come follows */
  toCome: Paisa;
}

/**
 * The statement of a period: where no days are given, of everything until today. Its lines are the last `limit` of the period;
 * null where `from` is after `to`. From today on `closing` and `toCome` are together what is owed.
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
