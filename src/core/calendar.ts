/**
 * Calendar days, never timestamps: validity, arithmetic, ISO weeks, the day of an instant in a time zone, and how
 * people write days (DATE-1 to DATE-4). There is no clock here: "now" is always an argument.
 */
import type { Language } from './text/languages.ts';
import { collapseSpace, foldDigits, foldLetters, stripInvisible } from './text/letters.ts';

/** A real day of the years 1900 to 2199, 'yyyy-mm-dd'. Comparing the texts compares the days. */
export type CalendarDay = string;

/** An ISO week, Monday to Sunday, with its ISO year: 2027-01-01 belongs to week 53 of 2026. */
export interface IsoWeek {
  year: number;
  week: number;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const LAST_DAY: CalendarDay = '2199-12-31';
const MS_AN_HOUR = 3_600_000;
const MS_A_DAY = 24 * MS_AN_HOUR;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The Urdu names are those of CLDR for ur-PK, which has no short forms. */
const MONTHS: Record<Language, readonly string[]> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  ur: ['جنوری', 'فروری', 'مارچ', 'اپریل', 'مئی', 'جون', 'جولائی', 'اگست', 'ستمبر', 'اکتوبر', 'نومبر', 'دسمبر'],
};

/** The names in both languages. */
export const MONTH_NAMES: readonly string[] = Object.values(MONTHS).flat();

/** Whether `text` is a {@link CalendarDay}; impossible days such as 2026-02-30 are not. */
export function isCalendarDay(text: unknown): text is CalendarDay {
  if (typeof text !== 'string') return false;
  const parts = ISO_DAY.exec(text);
  return parts !== null && dayFrom(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== null;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of an instant (a Date, or milliseconds since 1970) in a time zone. "Today" is this day for the
 * current time in the organisation's zone.
 * @throws RangeError for an unknown zone, an invalid instant, or one outside the years 1900 to 2199.
 */
export function dayOf(instant: Date | number, timeZone: string): CalendarDay {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const figures = { era: '', year: '', month: '', day: '' };
  for (const { type, value } of formatter.formatToParts(instant)) {
    if (type === 'era' || type === 'year' || type === 'month' || type === 'day') figures[type] = value;
  }
  const day = figures.era.startsWith('A')
    ? dayFrom(Number(figures.year), Number(figures.month), Number(figures.day))
    : null;
  if (day === null) throw new RangeError(`The instant lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  return day;
}

/**
 * The day `n` days later, or earlier when `n` is negative.
 * @throws RangeError when `day` is not a calendar day, `n` is not whole, or the result leaves the years 1900 to 2199.
 */
export function addDays(day: CalendarDay, n: number): CalendarDay {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a whole number of days: ${n}`);
  return dayAt(numberOf(day) + n);
}

/** `now` (ms) moved to another day, at the same time of day if that day has it. {@link dayOf} the result is `day`. */
export function instantOn(day: CalendarDay, now: number, timeZone: string): number {
  let instant = now + daysBetween(dayOf(now, timeZone), day) * MS_A_DAY;
  // The offset from UTC may differ on that day, by two hours at most.
  while (dayOf(instant, timeZone) < day) instant += MS_AN_HOUR;
  while (dayOf(instant, timeZone) > day) instant -= MS_AN_HOUR;
  return instant;
}

/**
 * The instant (ms) at which a day begins in a time zone: the first for which {@link dayOf} gives `day`, or a later day
 * where the zone skipped it.
 */
export function beginningOf(day: CalendarDay, timeZone: string): number {
  const utc = numberOf(day) * MS_A_DAY;
  // No zone is further from UTC than this.
  const [before, begun] = [utc - 15 * MS_AN_HOUR, utc + 15 * MS_AN_HOUR];
  return firstInstant(before, begun, (instant) => dayOf(instant, timeZone) >= day);
}

/** The first instant (ms) at which something has begun: after `before`, and by `begun` at the latest. */
export function firstInstant(before: number, begun: number, hasBegun: (instant: number) => boolean): number {
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (hasBegun(middle)) begun = middle;
    else before = middle;
  }
  return begun;
}

/** Days from one day to another: 1 from today to tomorrow, -1 from today to yesterday. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return numberOf(to) - numberOf(from);
}

/** The first and the last day of a month, `yyyy-mm`. */
export function daysOfMonth(month: string): { from: CalendarDay; to: CalendarDay } {
  const length = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${length}` };
}

/** The month (`yyyy-mm`) `n` months later, or earlier when `n` is negative. */
export function addMonths(month: string, n: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + n;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The same day of the next year, or the day before if that year lacks it; at most the last valid day. */
export function aYearAfter(day: CalendarDay): CalendarDay {
  numberOf(day);
  const [year, month, date] = [Number(day.slice(0, 4)) + 1, Number(day.slice(5, 7)), Number(day.slice(8))];
  return dayFrom(year, month, date) ?? dayFrom(year, month, date - 1) ?? LAST_DAY;
}

/** The ISO week a day belongs to: the year and number of the week's Thursday (DATE-3). */
export function isoWeekOf(day: CalendarDay): IsoWeek {
  const number = numberOf(day);
  const thursday = new Date((number - weekdayOf(number) + 3) * MS_A_DAY);
  const year = thursday.getUTCFullYear();
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / MS_A_DAY;
  return { year, week: 1 + Math.floor(dayOfYear / 7) };
}

/**
 * The first and the last day of the ISO week of `day`, for "between" in a query. The week in which the year 2199
 * ends is cut there: no later day can occur.
 */
export function weekRange(day: CalendarDay): { monday: CalendarDay; sunday: CalendarDay } {
  const number = numberOf(day);
  const monday = number - weekdayOf(number);
  return { monday: dayAt(monday), sunday: dayAt(Math.min(monday + 6, numberOf(LAST_DAY))) };
}

/** The organisation's time zone unless it chooses another. */
export const DEFAULT_TIME_ZONE = 'Asia/Karachi';

/**
 * Whether a time zone has this name, e.g. 'Asia/Karachi'. Offsets such as '+05:00' are refused, as no browser before
 * 2023 knows them.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `20 Nov 2026` or `20 نومبر، 2026`, as people in Pakistan write days. */
export function formatDay(day: CalendarDay, language: Language = 'en'): string {
  numberOf(day);
  const month = MONTHS[language][Number(day.slice(5, 7)) - 1] ?? '';
  const shown = language === 'ur' ? `${month}،` : month.slice(0, 3);
  return `${Number(day.slice(8))} ${shown} ${day.slice(0, 4)}`;
}

/**
 * A time of day after a day, as spreadsheets and programs write it. In UTC only midnight counts: any other time may
 * fall on another day here.
 */
const TIME_BEHIND =
  /(?:[ ,،]+|(\d)T)(?:\d{1,2}:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?|00:00(?::00(?:\.0+)?)?Z)$/i;

const WEEKDAY_BEFORE = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? /i;
const ORDINAL = /^((?:[a-z]+\.? )?\d{1,2})(?:st|nd|rd|th)(?![a-z])/i;

/**
 * Reads a day as a person types, pastes or keeps it in a file: `2026-11-20`, `20/11/2026`, `20-11-2026`, `20-Nov-26`,
 * `20 Nov 2026`, `20 November 2026`, `20 نومبر 2026`, `20th Nov 2026`, `Nov 20, 2026`. The day comes before the month,
 * unless the month has its name. A two-digit year is of this century; without a year, as in `25/11` and `25 Nov`, it is
 * the day nearest to today. Single digits, points and Urdu digits are accepted too; a weekday before the day and a time
 * after it are dropped. Null for anything else.
 */
export function parseDay(text: string, today: CalendarDay): CalendarDay | null {
  if (text.length > 64) return null;
  const typed = collapseSpace(foldDigits(stripInvisible(text)))
    .replace(TIME_BEHIND, '$1')
    .replace(WEEKDAY_BEFORE, '')
    .replace(ORDINAL, '$1');
  const whole = wholeDay(typed);
  if (whole !== null) return whole;
  const short = /^(.*\D)(\d\d)$/.exec(typed);
  const inCentury = short === null ? null : wholeDay(`${short[1]}20${short[2]}`);
  if (inCentury !== null) return inCentury;
  const separator = /[a-z\u0620-\u06ff]\.?$/i.test(typed) ? ' ' : (/^\d{1,2}([-/.])\d{1,2}$/.exec(typed)?.[1] ?? null);
  if (separator === null) return null;
  const year = Number(today.slice(0, 4));
  const nearest = [year, year - 1, year + 1]
    .flatMap((candidate) => wholeDay(`${typed}${separator}${candidate}`) ?? [])
    .toSorted((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)));
  return nearest[0] ?? null;
}

/** For a day that its month does not have, such as 31/02/2026: the same text with the month's last day, or else null. */
export function lastDayInstead(text: string, today: CalendarDay): string | null {
  const [, day, rest] = /^(29|30|31)(\D.*)$/.exec(foldDigits(text).trim()) ?? [];
  if (rest === undefined || parseDay(`${day}${rest}`, today) !== null) return null;
  const possible = ['30', '29', '28'].map((last) => `${last}${rest}`);
  return possible.find((one) => parseDay(one, today) !== null) ?? null;
}

/** A day with all four digits of its year. */
function wholeDay(typed: string): CalendarDay | null {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed);
  if (yearFirst !== null) return dayFrom(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const figures = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(typed);
  if (figures !== null) return dayFrom(Number(figures[4]), Number(figures[3]), Number(figures[1]));
  const words = /^(\d{1,2})[ -]?([a-z]{3,9}|[\u0600-\u06ff]{3,9}?)\.?[,،]?[ -]?(\d{4})$/i.exec(typed);
  if (words !== null) return dayFrom(Number(words[3]), monthNamed(words[2] ?? ''), Number(words[1]));
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(typed);
  if (monthFirst === null) return null;
  return dayFrom(Number(monthFirst[3]), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]));
}

/** 1 to 12, or 0 if unknown: full names in either language, the first three letters of the English ones, and "Sept". */
function monthNamed(name: string): number {
  const wanted = foldLetters(name);
  const urdu = MONTHS.ur.findIndex((month) => foldLetters(month) === wanted);
  if (urdu >= 0) return urdu + 1;
  const index = MONTHS.en.findIndex((month) => {
    const full = month.toLowerCase();
    return wanted === full || wanted === full.slice(0, 3) || (wanted === 'sept' && full === 'september');
  });
  return index + 1;
}

function dayFrom(year: number, month: number, day: number): CalendarDay | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since 1970-01-01. Every function passes its days through here, so that none computes with an impossible day. */
function numberOf(day: CalendarDay): number {
  if (!isCalendarDay(day)) throw new RangeError(`Not a calendar day: ${String(day).slice(0, 40)}`);
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / MS_A_DAY;
}

function dayAt(number: number): CalendarDay {
  const date = new Date(number * MS_A_DAY);
  // Beyond the range of a Date its parts are NaN, which passes no comparison.
  const day = Number.isNaN(date.getTime())
    ? null
    : dayFrom(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  if (day === null) throw new RangeError(`The day lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  return day;
}

/** 0 on Mondays to 6 on Sundays; 1970-01-01 was a Thursday. */
function weekdayOf(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}
