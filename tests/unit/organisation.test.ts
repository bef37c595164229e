// The people of the made-up organisation: what one of them does moves nobody else.
import { expect, test } from 'vitest';
import { makeCast, pickFined, type Person } from '../../organisation/demo/cast.ts';
import { makePeople } from '../../organisation/people.ts';
import { streamOf } from '../../organisation/random.ts';

const DAYS = 200;

/** Who is fined on each day, if somebody is fined as often as this; and the numbers that all others draw afterwards. */
function fined(often: number): { days: Person['email'][][]; others: number[]; who: string } {
  const { all, member } = makeCast(1947);
  member.fined = often;
  const days = Array.from({ length: DAYS }, () => pickFined(all, 3).map(({ email }) => email));
  return { days, others: all.flatMap((one) => (one === member ? [] : one.random.fraction())), who: member.email };
}

test('a habit of one person changes nothing of what others draw, and moves at most one of them a day', () => {
  const [calm, wild] = [fined(0.1), fined(1_000_000)];
  expect(wild.others).toEqual(calm.others);
  const count = (days: string[][]): number => days.filter((day) => day.includes(calm.who)).length;
  expect(count(calm.days)).toBeLessThan(5);
  expect(count(wild.days)).toBeGreaterThan(DAYS * 0.9);
  for (const [index, day] of wild.days.entries()) {
    const others = day.filter((email) => email !== calm.who);
    const before = calm.days[index]?.filter((email) => email !== calm.who) ?? [];
    expect(before.slice(0, others.length)).toEqual(others);
  }
});

test('one more person leaves the others as they were', () => {
  const details = (count: number) => makePeople(7, count, 100).all.map(({ row, pays }) => ({ ...row, id: '', pays }));
  expect(details(21).slice(0, 20)).toEqual(details(20));
});

test('each name has a stream of its own, the same each time', () => {
  const first = (...names: string[]): number => streamOf(1, ...names).fraction();
  expect(first('pays', 'ali')).toBe(first('pays', 'ali'));
  expect(
    new Set([first('pays', 'ali'), first('fined', 'ali'), first('pays', 'sana'), streamOf(2, 'pays', 'ali').fraction()])
      .size,
  ).toBe(4);
});
