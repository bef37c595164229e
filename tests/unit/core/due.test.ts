// When a fine is due, and whether it is late.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../src/core/calendar.ts';
import { dueDayAfterCorrection, dueDayOf, isOverdue, parseDueDays } from '../../../src/core/fines/due.ts';

test('the days count from the day of the fine or of its entry, whichever is later [DUE-2]', () => {
  expect(dueDayOf({ date: '2026-11-18', enteredOn: '2026-11-18' }, 14)).toBe('2026-12-02');
  expect(dueDayOf({ date: '2026-10-01', enteredOn: '2026-11-18' }, 14)).toBe('2026-12-02');
  expect(dueDayOf({ date: '2026-12-25', enteredOn: '2026-11-18' }, 14)).toBe('2027-01-08');
  expect(dueDayOf({ date: '2026-11-18', enteredOn: '2026-11-18' }, null)).toBeNull();
});

test('a number of days is read as people type it, if it is a whole one from 1 to 365 [DUE-1]', () => {
  expect(['14', ' 21 ', '۳۰', '٧', '365', '014'].map(parseDueDays)).toEqual([14, 21, 30, 7, 365, 14]);
  expect(['', '0', '366', '1.5', '-3', 'ten', '1 000'].map(parseDueDays)).toEqual(Array(7).fill(null));
});

test('a fine is late from the day after its due day, while something is owed [DUE-4]', () => {
  const late = (dueOn: string | null, outstanding: number, today: string) => isOverdue({ dueOn, outstanding }, today);
  expect(late('2026-12-02', 1, '2026-12-02')).toBe(false);
  expect(late('2026-12-02', 1, '2026-12-03')).toBe(true);
  expect(late('2026-12-02', 0, '2026-12-03')).toBe(false);
  expect(late(null, 1, '2199-12-31')).toBe(false);
});

const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-06-01', n));

test('a corrected fine is due as if it had been entered that way, and never before its day [DUE-3]', () => {
  fc.assert(
    fc.property(day, day, day, fc.integer({ min: 1, max: 365 }), (date, enteredOn, to, days) => {
      const dueOn = dueDayOf({ date, enteredOn }, days);
      expect(dueDayAfterCorrection({ date, enteredOn, dueOn }, to)).toBe(dueDayOf({ date: to, enteredOn }, days));
    }),
  );
  fc.assert(
    fc.property(day, day, day, day, (date, enteredOn, to, due) => {
      const dueOn = due < date ? date : due;
      expect((dueDayAfterCorrection({ date, enteredOn, dueOn }, to) ?? '') >= to || to === date).toBe(true);
      expect(dueDayAfterCorrection({ date, enteredOn, dueOn: null }, to)).toBeNull();
    }),
  );
});
