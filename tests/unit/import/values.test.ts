// Values of an export, in every form found in real exports.
import { describe, expect, it } from 'vitest';
import {
  truncate,
  instantOf,
  readAmount,
  readDay,
  formatValue,
  textOf,
} from '../../../src/server/tools/import/values.ts';

const timestamp = (seconds: unknown, nanoseconds: unknown = 0) => ({
  __datatype__: 'timestamp',
  value: { _seconds: seconds, _nanoseconds: nanoseconds },
});
const KARACHI = 'Asia/Karachi';

describe('amounts', () => {
  it.each([
    [250, 25_000],
    [0, 0],
    [99.99, 9_999],
    [151.0, 15_100],
    [999_999_999.99, 99_999_999_999],
  ])('takes the number %s', (value, paisa) => {
    expect(readAmount(value)).toEqual({ paisa, asText: false });
  });

  it.each([
    ['250', 25_000],
    [' 75.5 ', 7_550],
    ['1,500', 150_000],
    ['Rs. 500', 50_000],
    ['۲۵۰', 25_000],
  ])('takes the text "%s"', (value, paisa) => {
    expect(readAmount(value)).toEqual({ paisa, asText: true });
  });

  it.each([
    [undefined, 'the amount is missing'],
    [null, 'the amount null is not a number'],
    ['abc', 'the amount "abc" is not a number'],
    ['', 'the amount "" is not a number'],
    ['  ', 'the amount "  " is not a number'],
    [-50, 'the amount -50 is negative'],
    ['-50', 'the amount "-50" is negative'],
    [10.005, 'the amount 10.005 has more than two decimals'],
    ['10.005', 'the amount "10.005" has more than two decimals'],
    [1_000_000_000, 'the amount 1000000000 is more than 999,999,999.99'],
    [true, 'the amount true is not a number'],
    [[250], 'the amount [250] is not a number'],
    [timestamp(0), 'the amount 1970-01-01T00:00:00.000Z is not a number'],
    [{ amount: 5 }, 'the amount {"amount":5} is not a number'],
  ])('refuses %j and says why [IMPORT-5]', (value, reason) => {
    expect(readAmount(value)).toEqual({ paisa: null, reason });
  });
});

describe('instants', () => {
  it('keeps a timestamp to the millisecond, without rounding up', () => {
    expect(instantOf(timestamp(1_733_371_200, 123_000_000))).toBe(1_733_371_200_123);
    expect(instantOf(timestamp(1_733_371_200, 999_999_000))).toBe(1_733_371_200_999);
  });

  it('takes ISO instants with a zone, numbers of milliseconds, and timestamps without their type', () => {
    expect(instantOf('2026-11-20T01:30:00+05:00')).toBe(Date.parse('2026-11-19T20:30:00Z'));
    expect(instantOf(1_733_371_200_123)).toBe(1_733_371_200_123);
    expect(instantOf({ seconds: 1_733_371_200, nanoseconds: 5_000_000 })).toBe(1_733_371_200_005);
  });

  it.each([
    '2026-11-20T01:30:00',
    'yesterday',
    '',
    2026,
    null,
    true,
    {},
    [],
    timestamp('1733371200'),
    timestamp(Number.NaN),
    timestamp(9e15),
    { __datatype__: 'timestamp', value: null },
    { __datatype__: 'geopoint', value: { _latitude: 1, _longitude: 2 } },
  ])('cannot read %j', (value) => {
    expect(instantOf(value)).toBeNull();
  });
});

describe('days', () => {
  it("takes the organisation's day of a timestamp: 20:30 UTC is already the next day in Karachi", () => {
    const value = timestamp(Date.parse('2025-12-13T20:30:00Z') / 1000);
    expect(readDay(value, KARACHI, '2026-06-01')).toEqual({ day: '2025-12-14', form: 'timestamp' });
    expect(readDay(value, 'UTC', '2026-06-01')).toEqual({ day: '2025-12-13', form: 'timestamp' });
  });

  it.each([
    ['2026-03-07', '2026-03-07', 'plain'],
    ['2026/03/07', '2026-03-07', 'slashes'],
    ['2026/3/7', '2026-03-07', 'slashes'],
    ['7 Mar 2026', '2026-03-07', 'other'],
    ['2026-03-07T20:30:00Z', '2026-03-08', 'timestamp'],
  ])('reads %s', (value, day, form) => {
    expect(readDay(value, KARACHI, '2026-06-01')).toEqual({ day, form });
  });

  it.each(['last Monday', '2026-02-30', '05/06/2026', '5-6-2026', '', null, 20260307, {}, ['2026-03-07']])(
    'cannot read %j, and does not guess',
    (value) => {
      expect(readDay(value, KARACHI, '2026-06-01')).toBeNull();
    },
  );
});

describe('texts', () => {
  it('trims them, writes numbers out, and drops what no database stores', () => {
    expect(textOf('  علی رضا ')).toBe('علی رضا');
    expect(textOf(923_001_234_567)).toBe('923001234567');
    expect(textOf('a\0b\uD800')).toBe('ab\uFFFD');
    expect(textOf(null)).toBe('');
    expect(textOf({ text: 'x' })).toBe('');
  });

  it('cuts between characters, never inside one', () => {
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('ab😀', 3)).toBe('ab');
    expect(truncate('ab😀', 4)).toBe('ab😀');
  });

  it('shows any value on one short line', () => {
    expect(formatValue('a\nb')).toBe(String.raw`"a\nb"`);
    expect(formatValue('x'.repeat(500))).toHaveLength(81);
    expect(formatValue(undefined)).toBe('nothing');
  });
});
