// What the rule "Late surcharge" adds to a fine: examples, and its laws on random days.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDay } from '../../../src/core/calendar.ts';
import {
  dueDaysLate,
  nextSurcharge,
  type Surchargeable,
  surchargeDue,
  type SurchargeRule,
  type SurchargeTerms,
  termsIn,
} from '../../../src/core/fines/late-surcharge.ts';

const ONCE: SurchargeTerms = { amount: 5000, percent: null, graceDays: 14, everyDays: 30, times: 1, mostPercent: 100 };
const rule = (terms: Partial<SurchargeTerms> = {}, since = '2026-01-01'): SurchargeRule => ({
  terms: { ...ONCE, ...terms },
  since,
});
const FINE: Surchargeable = {
  dueOn: '2026-12-01',
  charged: 100_000,
  outstanding: 100_000,
  last: 0,
  added: 0,
  silent: false,
  promisedUntil: null,
};

describe('what is added [SURCHARGE-1]', () => {
  test('an amount, on the day after the days of grace', () => {
    expect(surchargeDue(rule(), FINE, '2026-12-15')).toBeNull();
    expect(nextSurcharge(rule(), FINE, '2026-12-15')).toEqual({ after: '2026-12-15', amount: 5000 });
    expect(surchargeDue(rule(), FINE, '2026-12-16')).toEqual({ number: 1, amount: 5000 });
    expect(nextSurcharge(rule(), FINE, '2026-12-16')).toEqual({ after: '2026-12-15', amount: 5000 });
    const added = { ...FINE, last: 1, added: 5000 };
    expect(surchargeDue(rule(), added, '2027-12-16')).toBeNull();
    expect(nextSurcharge(rule(), added, '2026-12-16')).toBeNull();
  });

  test('again every so many days, up to so many times; of missed numbers only the last', () => {
    const thrice = rule({ everyDays: 10, times: 3 });
    const one = { ...FINE, last: 1, added: 5000 };
    expect(nextSurcharge(thrice, one, '2026-12-16')).toEqual({ after: '2026-12-25', amount: 5000 });
    expect(surchargeDue(thrice, one, '2026-12-25')).toBeNull();
    expect(surchargeDue(thrice, one, '2026-12-26')).toEqual({ number: 2, amount: 5000 });
    expect(surchargeDue(thrice, one, '2027-03-01')).toEqual({ number: 3, amount: 5000 });
  });

  test('a percentage of what is outstanding, in whole rupees, and never more than the limit', () => {
    const tenth = rule({ amount: null, percent: 10 });
    const partly = { ...FINE, outstanding: 33_350 };
    expect(surchargeDue(tenth, partly, '2026-12-16')).toEqual({ number: 1, amount: 3300 });
    expect(surchargeDue(rule({ mostPercent: 3 }), { ...FINE, charged: 99_950 }, '2026-12-16')).toEqual({
      number: 1,
      amount: 2900,
    });
    expect(
      surchargeDue(rule({ mostPercent: 5, times: 2 }), { ...FINE, last: 1, added: 5000 }, '2027-12-16'),
    ).toBeNull();
  });

  test('nothing for days before the rule was switched on, or while the member is left alone', () => {
    expect(surchargeDue(rule({}, '2026-12-17'), FINE, '2026-12-20')).toBeNull();
    expect(nextSurcharge(rule({}, '2026-12-17'), FINE, '2026-12-10')).toBeNull();
    expect(surchargeDue(rule({}, '2026-12-16'), FINE, '2026-12-20')).toEqual({ number: 1, amount: 5000 });
    expect(surchargeDue(rule(), { ...FINE, silent: true }, '2026-12-20')).toBeNull();
    expect(nextSurcharge(rule(), { ...FINE, silent: true }, '2026-12-02')).toBeNull();
  });

  test('nothing while a promise holds; what follows if it is broken is announced, not before its day', () => {
    const promised = (promisedUntil: CalendarDay) => ({ ...FINE, promisedUntil });
    expect(surchargeDue(rule(), promised('2026-12-20'), '2026-12-20')).toBeNull();
    expect(nextSurcharge(rule(), promised('2026-12-20'), '2026-12-02')).toEqual({ after: '2026-12-20', amount: 5000 });
    expect(surchargeDue(rule(), promised('2026-12-20'), '2026-12-21')).toEqual({ number: 1, amount: 5000 });
    expect(nextSurcharge(rule(), promised('2026-12-05'), '2026-12-02')).toEqual({ after: '2026-12-15', amount: 5000 });
    expect(nextSurcharge(rule(), { ...promised('2026-12-20'), silent: true }, '2026-12-02')).toBeNull();
  });

  test('terms are suggested until the organisation has its own', () => {
    expect(termsIn(null)).toMatchObject({ amount: 5000, graceDays: 7, times: 1, since: '', leftOut: [] });
    expect(termsIn('{"times":3,"since":"2026-12-01"}')).toMatchObject({ amount: 5000, times: 3, since: '2026-12-01' });
  });
});

const START = '2026-06-01';
const day = (n: number): CalendarDay => addDays(START, n);
const terms = fc
  .record({
    isAmount: fc.boolean(),
    amount: fc.integer({ min: 1, max: 60_000 }),
    percent: fc.integer({ min: 1, max: 100 }),
    graceDays: fc.nat({ max: 20 }),
    everyDays: fc.integer({ min: 1, max: 15 }),
    times: fc.integer({ min: 1, max: 6 }),
    mostPercent: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ isAmount, amount, percent, ...rest }): SurchargeTerms => ({
    ...rest,
    amount: isAmount ? amount : null,
    percent: isAmount ? null : percent,
  }));
/** What happens on a day, and by how many days the clock then jumps: back, or two ahead. */
const event = fc.record({
  jump: fc.constantFrom(1, 1, 1, 1, 2, -3, 0),
  silent: fc.boolean(),
  pays: fc.nat({ max: 20_000 }),
  switchesOn: fc.constantFrom(true, false, false, false, false),
});

test('never twice, never above the limit, none while silent, none for the past, and what was announced, on random days [SURCHARGE-2]', () => {
  fc.assert(
    fc.property(
      terms,
      fc.integer({ min: 1, max: 200_000 }),
      fc.nat({ max: 30 }),
      fc.array(event, { minLength: 1, maxLength: 80 }),
      (chosen, charged, due, events) => {
        const start = { charged, outstanding: charged, last: 0, added: 0, silent: false, promisedUntil: null };
        const fine = { dueOn: day(due), ...start };
        const numbers = new Set<number>();
        let [today, since] = [0, day(0)];
        for (const { jump, silent, pays, switchesOn } of events) {
          today += jump;
          if (switchesOn) since = day(today);
          const now: Surchargeable = { ...fine, silent };
          const one = { terms: chosen, since };
          const found = surchargeDue(one, now, day(today));
          const next = nextSurcharge(one, now, day(today));
          if (silent || fine.outstanding === 0) expect([found, next]).toEqual([null, null]);
          if (next !== null && found === null) expect(next.after >= day(today)).toBe(true);
          if (found !== null) {
            expect(numbers.has(found.number)).toBe(false);
            expect(found.number).toBeGreaterThan(fine.last);
            expect(found.number).toBeLessThanOrEqual(chosen.times);
            const begins = addDays(fine.dueOn, chosen.graceDays + (found.number - 1) * chosen.everyDays + 1);
            expect(begins >= since && begins <= day(today)).toBe(true);
            expect(next).toEqual({ after: addDays(begins, -1), amount: found.amount });
            const { from, to } = dueDaysLate(one, day(today));
            expect(fine.dueOn >= from && fine.dueOn <= to).toBe(true);
            numbers.add(found.number);
            fine.last = found.number;
            fine.added += found.amount;
            expect(fine.added * 100).toBeLessThanOrEqual(charged * chosen.mostPercent);
            if (found.amount !== chosen.amount) expect(found.amount % 100).toBe(0);
            // The same round again, or one that another process carries on, adds nothing.
            expect(surchargeDue(one, { ...fine, silent }, day(today))).toBeNull();
          }
          fine.outstanding = Math.max(0, fine.outstanding - (pays > 19_000 ? pays : 0));
        }
        expect(numbers.size).toBeLessThanOrEqual(chosen.times);
      },
    ),
    { numRuns: 2000 },
  );
});
