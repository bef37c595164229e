// Formatting whole numbers, compared with Intl's en-PK.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCount } from '../../../src/core/text/count.ts';

const INTL = new Intl.NumberFormat('en-PK');

test('a count is written with a comma between thousands', () => {
  expect([0, 7, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '7', '999', '1,000', '1,234,567']);
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => formatCount(count) === INTL.format(count)));
});
