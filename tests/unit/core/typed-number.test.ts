import { describe, expect, test } from 'vitest';
import { typedNumber } from '../../../src/core/money/payment.ts';

describe('what somebody types to find a receipt number', () => {
  test.each([
    ['R-2026-000123', { kind: 'receipt', year: 2026, number: 123 }],
    ['v-2026-000007', { kind: 'voucher', year: 2026, number: 7 }],
    ['2026-123', { kind: null, year: 2026, number: 123 }],
    ['R 123', { kind: 'receipt', year: null, number: 123 }],
    [' 000123 ', { kind: null, year: null, number: 123 }],
    ['۱۲۳', { kind: null, year: null, number: 123 }],
    ['2026', { kind: null, year: null, number: 2026 }],
  ])('%s [FIND-7]', (typed, found) => {
    expect(typedNumber(typed)).toEqual(found);
  });

  test.each(['', 'R', 'R-2026-', '0', 'X-2026-000123', '12a', 'Ayesha', '03001234567', '12-34-56'])(
    '“%s” is not a number [FIND-7]',
    (typed) => {
      expect(typedNumber(typed)).toBeNull();
    },
  );
});
