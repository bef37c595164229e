// Sums of rupees that floating point would get wrong.
import { expect, test } from 'vitest';
import { less, sumOf } from '../../../src/web/ui/money/rupees.ts';

test('sums are exact to the paisa', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3);
  expect(sumOf([])).toBe(0);
  expect(less(0.3, [0.1])).toBe(0.2);
  expect(less(379.5, [120.6, 258.9])).toBe(0);
  expect(less(5, [5.01])).toBe(-0.01);
});
