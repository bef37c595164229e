// Which fines are ticked, and what one press ticks.
import { expect, test } from 'vitest';
import type { Fine } from '../../../src/contract/fines/fines.ts';
import { tickedAtOnce, tickedFines } from '../../../src/web/features/fines/ticks.ts';

const fine = (id: string, status: Fine['status']): Fine => ({ id, status }) as Fine;

test('a tick counts while its fine has the status it was ticked with [LIST-26, LIST-43]', () => {
  const ticks = new Map<string, Fine['status']>([
    ['A', 'Pending'],
    ['B', 'Pending'],
    ['C', 'Paid'],
  ]);
  const shown = [fine('A', 'Pending'), fine('B', 'Paid'), fine('C', 'Paid'), fine('D', 'Paid')];
  expect(tickedFines(shown, ticks).map(({ id }) => id)).toEqual(['A', 'C']);
});

test('one press ticks pending fines, and paid ones only if nothing is pending [LIST-24, LIST-43]', () => {
  const [a, b, c] = [fine('A', 'Paid'), fine('B', 'Pending'), fine('C', 'Paid')];
  expect(tickedAtOnce([a, b, c])).toEqual([b]);
  expect(tickedAtOnce([a, c])).toEqual([a, c]);
});
