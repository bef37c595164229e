// Months, `yyyy-mm`, for the chart of a report.
import { dayText } from '../../messages/formats.ts';

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
