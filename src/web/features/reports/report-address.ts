// What the reports show, the days and the age band, and how their address says so:
// `/reports?from=2026-01-01&to=2026-06-30&age=over-90&page=2`.
import { AGE_BANDS, type AgeBand } from '../../../core/money/ageing.ts';
import { addDays, type CalendarDay, daysOfMonth } from '../../../core/calendar.ts';
import { PATHS } from '../../routing/paths.ts';
import { at, DAYS, PAGE, part, type StateOf, stateFormat } from '../../ui/lists/paging/list-state.ts';
import { dayText } from '../../messages/formats.ts';

export const REPORT_FORMAT = stateFormat({
  path: at(PATHS.reports),
  filters: {},
  others: {
    // Without them as in `lastTwelveMonths`.
    ...DAYS,
    /** the age band whose members are shown; null: none */
    age: part<AgeBand | null>(null, (written) => AGE_BANDS.find((band) => band === written)),
    /** of the members */
    page: PAGE,
  },
});
export type ReportState = StateOf<typeof REPORT_FORMAT>;

/** Both ends are included. */
export interface Period {
  from: CalendarDay;
  to: CalendarDay;
}

/** The quick choices, in the order in which they are shown. */
export const PERIODS = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'lastTwelveMonths'] as const;
export type QuickPeriod = (typeof PERIODS)[number];

/** Whole months and years; those that are not over end today. */
export function quickPeriod(which: QuickPeriod, today: CalendarDay): Period {
  const year = Number(today.slice(0, 4));
  const thisMonth = `${today.slice(0, 8)}01`;
  const lastDay = addDays(thisMonth, -1);
  if (which === 'thisMonth') return { from: thisMonth, to: today };
  if (which === 'lastMonth') return { from: `${lastDay.slice(0, 8)}01`, to: lastDay };
  if (which === 'thisYear') return { from: `${year}-01-01`, to: today };
  if (which === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const month = Number(today.slice(5, 7));
  return { from: month === 12 ? `${year}-01-01` : `${year - 1}-${String(month + 1).padStart(2, '0')}-01`, to: today };
}

/** The days of an address; a missing end is that of the last twelve months. */
export function periodOf({ from, to }: Pick<ReportState, 'from' | 'to'>, today: CalendarDay): Period {
  const usual = quickPeriod('lastTwelveMonths', today);
  return { from: from ?? usual.from, to: to ?? usual.to };
}

/** The days of a month (`yyyy-mm`) that fall within the period. */
export function daysOfMonthIn(month: string, { from, to }: Period): Period {
  const days = daysOfMonth(month);
  return { from: from > days.from ? from : days.from, to: to < days.to ? to : days.to };
}

// Months, `yyyy-mm`, for the chart of a report.

/** `Nov 2026`: the text of a day without its number. */
export const monthName = (month: string): string => dayText(`${month}-01`).replace(/^\d+\s/, '');

/** All months from the first of these to the last, in order, so that the chart has no gaps. */
export function monthsBetween(months: readonly string[]): string[] {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  for (let month = numberOf(first); month <= numberOf(last); month++) {
    all.push(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`);
  }
  return all;
}

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

// Where a figure of a report leads, as paths: to the payments or waivers that it is the sum of.

const withDays = (path: string, { from, to }: Period, more: Record<string, string> = {}): string =>
  `${path}?${new URLSearchParams({ from, to, ...more })}`;

export const paymentsIn = (period: Period): string => withDays(PATHS.payments, period);
export const paymentsBy = (period: Period, method: string): string => withDays(PATHS.payments, period, { method });
export const paymentsOf = (period: Period, person: string): string => withDays(PATHS.payments, period, { by: person });
export const givenBackIn = (period: Period): string => withDays(PATHS.givenBack, period);
export const waiversIn = (period: Period): string => withDays(PATHS.waived, period);
