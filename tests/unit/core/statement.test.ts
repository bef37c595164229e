import { expect, test } from 'vitest';
import { statementOf } from '../../../src/core/money/statement.ts';

const CHANGES = [
  { day: '2026-11-03', amount: 500, is: 'a' },
  { day: '2026-11-01', amount: 300, is: 'b' },
  { day: '2026-11-03', amount: -900, is: 'c' },
  { day: '2026-11-20', amount: 50, is: 'd' },
];
const of = (from?: string, to?: string, limit = 10) => statementOf(CHANGES, { from, to, today: '2026-11-18', limit });
const said = (statement: ReturnType<typeof of>) => statement?.lines.map(({ is, balance }) => `${is} ${balance}`);

test('lines are sorted by day, then by entry, each with what is owed after it; below 0 it is credit', () => {
  const november = of('2026-11-01', '2026-11-19');
  expect(november).toMatchObject({ opening: 0, leftOut: 0, closing: -100 });
  expect(said(november)).toEqual(['b 300', 'a 800', 'c -100']);
});

test('by default it covers everything until today, with future fines as a separate sum [STATE-2]', () => {
  expect(of()).toMatchObject({ from: '2026-11-01', to: '2026-11-18', opening: 0, closing: -100, toCome: 50 });
  expect(of(undefined, '2026-11-19')).toMatchObject({ closing: -100, toCome: 50 });
  expect(of(undefined, '2026-11-20')).toMatchObject({ closing: -50, toCome: 0 });
  // After a past day come not only future fines, so there is no separate sum.
  expect(of(undefined, '2026-11-17')).toMatchObject({ closing: -100, toCome: 0 });
  expect(statementOf([], { from: undefined, to: undefined, today: '2026-11-18', limit: 1 })).toEqual({
    from: '2026-11-18',
    to: '2026-11-18',
    opening: 0,
    lines: [],
    leftOut: 0,
    closing: 0,
    toCome: 0,
  });
  expect(of(undefined, '2026-10-01')).toMatchObject({ from: '2026-10-01', to: '2026-10-01', closing: 0 });
  expect(of('2026-11-02', '2026-11-01')).toBeNull();
});

test('each closing balance is the next opening one [STATE-2]', () => {
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-19', '2026-11-20']) {
    const next = `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`.replace('10-32', '11-01');
    expect(of(next, '2026-12-31')?.opening).toBe(of('2026-01-01', day)?.closing);
  }
});

test('beyond the limit the last lines are kept, and the number of omitted ones is stated [STATE-4]', () => {
  const cut = of('2026-11-01', '2026-11-19', 2);
  expect(cut).toMatchObject({ opening: 0, leftOut: 1, closing: -100 });
  expect(said(cut)).toEqual(['a 800', 'c -100']);
});
