// Single values of an export: texts, instants, days and amounts, in whatever way years of direct writes left them.
import { type CalendarDay, dayOf, parseDay } from '../../../core/calendar.ts';
import { type Paisa, paisaFromRupees, parseAmount } from '../../../core/money.ts';
import { isObject, own } from './export-file.ts';

/** Instants outside lie outside the years that the calendar knows, in some time zone. */
const EARLIEST = Date.UTC(1900, 0, 2);
const LATEST = Date.UTC(2199, 11, 30);
/** A number this large is milliseconds since 1970 (from March 1973 on), not a year or a day. */
const SMALLEST_MILLISECONDS = 100_000_000_000;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * The text of a value, trimmed; numbers and booleans as they are written, anything else is empty. NUL and lone
 * surrogates, which PostgreSQL cannot store, are left out or replaced.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : '';
}

/** Cut to `max` characters, never through the middle of one that takes two UTF-16 units. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

/** Whether a field is absent, null or an empty text: in Firestore all three say "nothing". */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Milliseconds since 1970 of a timestamp, an ISO instant or a number of milliseconds; null for anything else. */
export function instantOf(value: unknown): number | null {
  const ms = millisecondsOf(value);
  return ms !== null && ms >= EARLIEST && ms <= LATEST ? ms : null;
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value >= SMALLEST_MILLISECONDS ? Math.floor(value) : null;
  if (typeof value === 'string') return ISO_INSTANT.test(value.trim()) ? finite(Date.parse(value.trim())) : null;
  if (!isObject(value)) return null;
  const inner = own(value, '__datatype__') === 'timestamp' ? own(value, 'value') : value;
  if (!isObject(inner)) return null;
  const seconds = own(inner, '_seconds') ?? own(inner, 'seconds');
  const nanoseconds = own(inner, '_nanoseconds') ?? own(inner, 'nanoseconds') ?? 0;
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return null;
  return finite(Math.floor(seconds) * 1000 + Math.floor(nanoseconds / 1_000_000));
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export interface ReadDay {
  day: CalendarDay;
  form: 'plain' | 'timestamp' | 'slashes' | 'other';
}

/**
 * A day: `yyyy-mm-dd`, the same with slashes or points, `20 Nov 2026`, or the organisation's day of an instant.
 * 05/06/2026 is nobody's guess, so figures with the year last are not read at all. Null when it cannot be read.
 */
export function readDay(value: unknown, timeZone: string): ReadDay | null {
  const instant = instantOf(value);
  if (instant !== null) return { day: dayOf(instant, timeZone), form: 'timestamp' };
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,2}[-/.]/.test(text)) return null;
  const day = parseDay(text);
  if (day === null) return null;
  return { day, form: day === text ? 'plain' : text.includes('/') ? 'slashes' : 'other' };
}

export type ReadAmount = { paisa: Paisa; asText: boolean } | { paisa: null; reason: string };

/** An amount in rupees, as a number or as text; else why it is none. */
export function readAmount(value: unknown): ReadAmount {
  const asText = typeof value === 'string';
  const paisa = asText ? parseAmount(value) : paisaFromRupees(value);
  return paisa === null ? { paisa, reason: whyNoAmount(value) } : { paisa, asText };
}

function whyNoAmount(value: unknown): string {
  if (value === undefined) return 'the amount is missing';
  const shown = `the amount ${show(value)}`;
  if (typeof value !== 'number' && typeof value !== 'string') return `${shown} is not a number`;
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return `${shown} is not a number`;
  if (number < 0) return `${shown} is negative`;
  if (number > 999_999_999.99) return `${shown} is more than 999,999,999.99`;
  return `${shown} has more than two decimals`;
}

/** A value as the report shows it, on one line and not too long. */
export function show(value: unknown): string {
  const instant = isObject(value) ? instantOf(value) : null;
  if (instant !== null) return new Date(instant).toISOString();
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
