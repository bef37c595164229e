// Calendar days and ISO weeks, compared with an independent computation.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  aYearAfter,
  dayOf,
  daysBetween,
  formatDay,
  isCalendarDay,
  isoWeekOf,
  isTimeZone,
  lastDayInstead,
  parseDay,
  weekRange,
} from '../../../src/core/calendar.ts';

const TODAY = '2026-11-20';

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Every day of some years in order, computed without Date. */
function* daysOfYears(first: number, last: number): Generator<string> {
  for (let year = first; year <= last; year++) {
    for (const [index, length] of LENGTHS.entries()) {
      const days = index === 1 && isLeap(year) ? 29 : length;
      for (let day = 1; day <= days; day++) {
        yield `${year}-${String(index + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      }
    }
  }
}

const days = fc.integer({ min: 0, max: 109_572 }).map((n) => addDays('1900-01-01', n));

describe('days', () => {
  test('every day from 1900 to 2199 is valid, and follows the day before it [DATE-1]', () => {
    let before: string | null = null;
    let count = 0;
    for (const day of daysOfYears(1900, 2199)) {
      if (!isCalendarDay(day)) expect.fail(day);
      if (before !== null && (addDays(before, 1) !== day || daysBetween(day, before) !== -1)) expect.fail(day);
      before = day;
      count++;
    }
    expect(count).toBe(109_573);
    expect(before).toBe('2199-12-31');
  });

  test.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '2200-01-01',
    '2026-1-1',
    '2026/01/01',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '',
    'today',
  ])('impossible days are refused: %s [DATE-1]', (text) => {
    expect(isCalendarDay(text)).toBe(false);
    expect(() => addDays(text, 1)).toThrow(RangeError);
  });

  test('only a text can be a day', () => {
    for (const value of [null, undefined, 20_260_101, new Date(), ['2026-01-01']])
      expect(isCalendarDay(value)).toBe(false);
  });

  test('adding days and counting between them are inverse', () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(Math.sign(daysBetween(from, to))).toBe(from < to ? 1 : from === to ? 0 : -1);
      }),
    );
  });

  test('arithmetic never leaves these years or yields half days', () => {
    expect(() => addDays('2199-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('1900-01-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', 1e15)).toThrow(RangeError);
  });
});

describe('ISO weeks', () => {
  test('2027-01-01 belongs to week 53 of 2026 [DATE-3]', () => {
    expect(isoWeekOf('2027-01-01')).toEqual({ year: 2026, week: 53 });
  });

  test('weeks and years of 2020 to 2032 match counting day by day from a known Monday', () => {
    // 2019-12-30 was the Monday of week 1 of 2020. A year has 53 weeks if it starts on a Thursday, or on a Wednesday
    // and is a leap year.
    let year = 2020;
    let week = 1;
    let weekday = 2; // 2020-01-01 was a Wednesday; Monday is 0.
    let weeksOfYear = 52 + 1;
    let monday = '2019-12-30';
    for (const day of daysOfYears(2020, 2032)) {
      if (weekday === 0) {
        monday = day;
        week++;
        if (week > weeksOfYear) {
          week = 1;
          year++;
          // The weekday of 1 January, counted from this Monday, which is between 29 December and 4 January.
          const january = day.slice(5, 7) === '12' ? 32 - Number(day.slice(8)) : 1 - Number(day.slice(8));
          const first = (january + 7) % 7;
          weeksOfYear = first === 3 || (first === 2 && isLeap(year)) ? 53 : 52;
        }
      }
      expect({ day, ...isoWeekOf(day) }).toEqual({ day, year, week });
      expect(weekRange(day).monday).toBe(monday);
      weekday = (weekday + 1) % 7;
    }
    expect({ year, week }).toEqual({ year: 2032, week: 53 });
  });

  test('weeks start on Monday, and two days share a week exactly when they share its range [DATE-3]', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -8, max: 8 }), (day, n) => {
        const other = addDays(day < '1900-01-10' ? '1900-01-10' : day > '2199-12-20' ? '2199-12-20' : day, n);
        const { monday, sunday } = weekRange(day);
        const sameWeek = JSON.stringify(isoWeekOf(day)) === JSON.stringify(isoWeekOf(other));
        expect(monday <= other && other <= sunday).toBe(sameWeek);
      }),
    );
  });

  test('a week is seven days, Monday to Sunday', () => {
    expect(weekRange('2026-11-20')).toEqual({ monday: '2026-11-16', sunday: '2026-11-22' });
    expect(weekRange('2027-01-01')).toEqual({ monday: '2026-12-28', sunday: '2027-01-03' });
  });

  test('the first and last known years have weeks as well', () => {
    expect(weekRange('1900-01-01')).toEqual({ monday: '1900-01-01', sunday: '1900-01-07' });
    expect(weekRange('2199-12-31')).toEqual({ monday: '2199-12-30', sunday: '2199-12-31' });
    expect(isoWeekOf('2199-12-31')).toEqual({ year: 2200, week: 1 });
  });
});

describe('the day of an instant', () => {
  test('"today" is the organisation’s day, in its time zone [DATE-2]', () => {
    const instant = new Date('2026-11-20T19:30:00Z');
    expect(dayOf(instant, 'Asia/Karachi')).toBe('2026-11-21');
    expect(dayOf(instant, 'UTC')).toBe('2026-11-20');
    expect(dayOf(instant.getTime(), 'Pacific/Kiritimati')).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-20T02:00:00Z'), 'America/New_York')).toBe('2026-11-19');
  });

  test('the day changes at the zone’s midnight', () => {
    expect(dayOf(Date.parse('2026-12-31T18:59:59.999Z'), 'Asia/Karachi')).toBe('2026-12-31');
    expect(dayOf(Date.parse('2026-12-31T19:00:00.000Z'), 'Asia/Karachi')).toBe('2027-01-01');
  });

  test('in UTC it is the day at the start of the ISO text', () => {
    const instants = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2199-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(instants, (instant) => dayOf(instant, 'UTC') === instant.toISOString().slice(0, 10)));
  });

  test('invalid instants, unknown zones and remote years are refused', () => {
    expect(() => dayOf(NaN, 'UTC')).toThrow(RangeError);
    expect(() => dayOf(0, 'Asia/Nowhere')).toThrow(RangeError);
    expect(() => dayOf(new Date('1899-12-31T12:00:00Z'), 'UTC')).toThrow(RangeError);
    expect(() => dayOf(new Date('-002026-01-01T00:00:00Z'), 'UTC')).toThrow(RangeError);
  });

  test('time zones are known by name', () => {
    expect(['Asia/Karachi', 'UTC', 'Europe/Berlin'].every(isTimeZone)).toBe(true);
    expect(['', 'Karachi', 'Asia/Nowhere', '../etc/passwd'].some(isTimeZone)).toBe(false);
    // Only newer browsers know it.
    expect(isTimeZone('+05:00')).toBe(false);
  });
});

describe('how people write days', () => {
  test('dates read as people here write them: 20 Nov 2026 [DATE-4]', () => {
    expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
    expect(formatDay('2026-03-05')).toBe('5 Mar 2026');
    expect(() => formatDay('2026-02-30')).toThrow(RangeError);
  });

  test('in Urdu they read as Intl’s ur-PK writes them [LANG-4]', () => {
    const inUrdu = new Intl.DateTimeFormat('ur-PK', { dateStyle: 'medium', timeZone: 'UTC' });
    expect(formatDay('2026-11-20', 'ur')).toBe('20 نومبر، 2026');
    fc.assert(fc.property(days, (day) => formatDay(day, 'ur') === inUrdu.format(new Date(`${day}T00:00:00Z`))));
  });

  test.each([
    '2026-11-20',
    '20 Nov 2026',
    '20/11/2026',
    '20-11-2026',
    '20 November 2026',
    ' 20  nov 2026 ',
    '20-Nov-2026',
    '20.11.2026',
    '2026/11/20',
    '۲۰/۱۱/۲۰۲۶',
    '۲۰۲۶-۱۱-۲۰',
    '20NOV2026',
    '20 Nov. 2026',
    '\u200f20/11/2026',
    '20 نومبر 2026',
    '20 نومبر، 2026',
    '۲۰ نومبر ۲۰۲۶',
    '20/11/26',
    '20 Nov 26',
    '20-Nov-26',
    '20-Nov',
    '20th Nov 2026',
    '20th November',
    'Nov 20, 2026',
    'November 20 2026',
    'Nov. 20th, 26',
    'Friday, 20 November 2026',
    'Fri, Nov 20, 2026 10:30 AM',
    'Fri. 20/11/26',
    '20/11',
    // A time after it is dropped.
    '2026-11-20 00:00:00',
    '2026-11-20T10:00',
    '2026-11-20T10:00:59.123',
    '2026-11-20T00:00:00.000Z',
    '20/11/26 9:05',
    '20/11/2026 23:59',
    '20-11-2026 10:30:00 AM',
    '20-Nov-26 10:30 pm',
    '20 Nov 2026, 10:30 p.m.',
    '20 Nov 10:30',
    '۲۰ نومبر، ۲۰۲۶، ۱۰:۳۰',
    '2026/11/20 0:00',
  ])('%s is 20 November 2026 [DATE-4, DATE-5]', (text) => {
    expect(parseDay(text, '2026-06-01')).toBe('2026-11-20');
  });

  test('a day that its month does not have becomes the last one, written the same way [FILE-20]', () => {
    for (const [text, instead] of [
      ['31/02/2026', '28/02/2026'],
      ['30.2.2028', '29.2.2028'],
      [' 31 Nov 2026', '30 Nov 2026'],
      ['۳۱/۰۴/۲۰۲۶', '30/04/2026'],
      ['31-6-26', '30-6-26'],
    ] as const)
      expect(lastDayInstead(text, TODAY), text).toBe(instead);
    for (const text of ['28/02/2026', '31/12/2026', '32/11/2026', '31/13/2026', '31', 'late', ''])
      expect(lastDayInstead(text, TODAY), text).toBeNull();
  });

  test('the day comes before the month [DATE-4]', () => {
    expect(parseDay('5/3/2026', TODAY)).toBe('2026-03-05');
    expect(parseDay('11/20/2026', TODAY)).toBeNull();
    expect(parseDay('9 Sept 2026', TODAY)).toBe('2026-09-09');
  });

  test.each([
    '',
    '20',
    '20/11-2026',
    '10:30',
    '20 10:30',
    '20/11/2026 10',
    '20/11/2026 10:75',
    '20/11/2026 10:30 Uhr',
    // In Karachi it is already the 21st.
    '2026-11-20T19:00:00Z',
    '2026-11-20T00:00:00+05:00',
    '30 Feb 2026',
    '31/04/2026',
    '29-02-2025',
    '0/1/2026',
    '20 Foo 2026',
    '20 Novem 2026',
    'Nov 31, 2026',
    // Which of the two it means cannot be known.
    'Nov 20',
    'Nov 2026',
    'Friday',
    'Fri 20',
    '20th',
    '20 Nov 2026th',
    '20111-11-2026',
    '1 Jan 1899',
    'today',
  ])('%s is not a day [DATE-5]', (text) => {
    expect(parseDay(text, '2026-11-20')).toBeNull();
  });

  test.each([
    ['25/11/26', '2026-11-25'],
    ['25 Nov 26', '2026-11-25'],
    ['25/11', '2026-11-25'],
    ['25.11', '2026-11-25'],
    ['25-11', '2026-11-25'],
    ['25 Nov', '2026-11-25'],
    ['25nov', '2026-11-25'],
    ['25 November', '2026-11-25'],
    ['۲۵/۱۱', '2026-11-25'],
    ['25 نومبر', '2026-11-25'],
    ['۵ جنوری', '2027-01-05'],
    ['25 نومبر 26', '2026-11-25'],
    // The nearest year is assumed.
    ['5/1', '2027-01-05'],
    ['31 Dec', '2026-12-31'],
    ['1/6', '2026-06-01'],
    ['20 May', '2027-05-20'],
    ['29/2', null],
    ['31/11', null],
    ['25', null],
    ['25/', null],
    ['25/13', null],
    ['25/11/', null],
    ['25/11/6', null],
    ['1/2/3/26', null],
    ['Nov', null],
    ['', null],
    ['/'.repeat(100_000), null],
  ])('%s typed on 20 November 2026 is %s [DATE-5]', (text, day) => {
    expect(parseDay(text, '2026-11-20')).toBe(day);
  });

  test('a text of 100,000 characters is not a day', () => {
    expect(parseDay('1'.repeat(100_000), TODAY)).toBeNull();
    expect(isCalendarDay('1'.repeat(100_000))).toBe(false);
  });

  test('a year ahead is the same day of the next year, or the one before it [DATE-7]', () => {
    expect(aYearAfter('2026-11-25')).toBe('2027-11-25');
    expect(aYearAfter('2028-02-29')).toBe('2029-02-28');
    expect(aYearAfter('2199-05-01')).toBe('2199-12-31');
  });

  test('every day can be read back as it is shown [LANG-4]', () => {
    fc.assert(
      fc.property(days, (day) => {
        const [year, month, dayOfMonth] = day.split('-');
        for (const text of [
          day,
          formatDay(day),
          formatDay(day, 'ur'),
          `${dayOfMonth}/${month}/${year}`,
          `${dayOfMonth}-${month}-${year}`,
        ]) {
          expect(parseDay(text, TODAY)).toBe(day);
          expect(parseDay(`${text} 10:30`, TODAY)).toBe(day);
        }
      }),
    );
  });
});
