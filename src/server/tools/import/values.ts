// Parses single values of an export: texts, timestamps, days and amounts, in all forms that unvalidated writes left.
import { type CalendarDay, dayOf, parseDay } from '../../../core/calendar.ts';
import { type Paisa, paisaFromRupees, parseAmount } from '../../../core/money/money.ts';
import { normalizedText } from '../../../core/text/letters.ts';
import { isObject, ownProperty } from './export-file.ts';

/** In any time zone, instants in this range are within the years that the calendar supports. */
const EARLIEST = Date.UTC(1900, 0, 2);
const LATEST = Date.UTC(2199, 11, 30);
/** A number this large is a timestamp in milliseconds (from March 1973 on), not a year or a day. */
const MIN_TIMESTAMP = 100_000_000_000;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * A value as the text that is kept. Numbers and booleans are converted, anything else is empty. NUL and lone surrogates, which
 * PostgreSQL cannot store, are removed or replaced.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? normalizedText(value.toWellFormed().replaceAll('\0', '')) : '';
}

/** Truncates to `max` UTF-16 code units without splitting a surrogate pair. */
export function truncate(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

/** Whether a field is absent, null or blank: the exports use all three for "no value". */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Milliseconds since 1970 of a timestamp, an ISO instant or a number of milliseconds; null for anything else. */
export function instantOf(value: unknown): number | null {
  const ms = millisecondsOf(value);
  return ms !== null && ms >= EARLIEST && ms <= LATEST ? ms : null;
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value >= MIN_TIMESTAMP ? Math.floor(value) : null;
  if (typeof value === 'string') return ISO_INSTANT.test(value.trim()) ? finite(Date.parse(value.trim())) : null;
  if (!isObject(value)) return null;
  const inner = ownProperty(value, '__datatype__') === 'timestamp' ? ownProperty(value, 'value') : value;
  if (!isObject(inner)) return null;
  const seconds = ownProperty(inner, '_seconds') ?? ownProperty(inner, 'seconds');
  const nanoseconds = ownProperty(inner, '_nanoseconds') ?? ownProperty(inner, 'nanoseconds') ?? 0;
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return null;
  return finite(Math.floor(seconds) * 1000 + Math.floor(nanoseconds / 1_000_000));
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

interface ParsedDay {
  day: CalendarDay;
  form: 'plain' | 'timestamp' | 'slashes' | 'other';
}

/**
 * A day: `yyyy-mm-dd`, the same with slashes or points, `20 Nov 2026`, or a timestamp, as the organisation's day.
 * Numeric dates that end with the year, such as 05/06/2026, are ambiguous when written by a program, and are not
 * accepted. A date without a year is the one nearest to `near`. Null if it cannot be parsed.
 */
export function readDay(value: unknown, timeZone: string, near: CalendarDay): ParsedDay | null {
  const instant = instantOf(value);
  if (instant !== null) return { day: dayOf(instant, timeZone), form: 'timestamp' };
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,2}[-/.]/.test(text)) return null;
  const day = parseDay(text, near);
  if (day === null) return null;
  return { day, form: day === text ? 'plain' : text.includes('/') ? 'slashes' : 'other' };
}

type ParsedAmount = { paisa: Paisa; asText: boolean } | { paisa: null; reason: string };

/** Parses an amount in rupees, a number or text; for an invalid one, says why. */
export function readAmount(value: unknown): ParsedAmount {
  const asText = typeof value === 'string';
  const paisa = asText ? parseAmount(value) : paisaFromRupees(value);
  return paisa === null ? { paisa, reason: amountProblem(value) } : { paisa, asText };
}

function amountProblem(value: unknown): string {
  if (value === undefined) return 'the amount is missing';
  const shown = `the amount ${formatValue(value)}`;
  if (typeof value !== 'number' && typeof value !== 'string') return `${shown} is not a number`;
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return `${shown} is not a number`;
  if (number < 0) return `${shown} is negative`;
  if (number > 999_999_999.99) return `${shown} is more than 999,999,999.99`;
  return `${shown} has more than two decimals`;
}

/** Formats a value for the report: on one line, truncated. */
export function formatValue(value: unknown): string {
  const instant = isObject(value) ? instantOf(value) : null;
  if (instant !== null) return new Date(instant).toISOString();
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
