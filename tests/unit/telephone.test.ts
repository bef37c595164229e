// The telephone number that a text means, as WhatsApp and SMS need it.
import { expect, test } from 'vitest';
import { telephoneIn } from '../../src/server/shared/telephone.ts';

test.each([
  ['0300 1234567', '923001234567', false],
  ['0300-1234567', '923001234567', false],
  ['3001234567', '923001234567', false],
  ['+92 300 1234567', '923001234567', false],
  ['+92 (0)300 1234567', '923001234567', false],
  ['0092 300 1234567', '923001234567', false],
  ['92 300 1234567', '923001234567', false],
  ['۰۳۰۰ ۱۲۳۴۵۶۷', '923001234567', false],
  ['\u200e0300 1234567\u200f', '923001234567', false],
  ['042 35761999', '924235761999', true],
  ['+44 20 7946 0958', '442079460958', true],
  ['0044 7911 123456', '447911123456', false],
  ['+971 50 123 4567', '971501234567', false],
  ['ext. 12, 0300 1234567', '923001234567', false],
  ['0300 1234567 / 0321 7654321', '923001234567', false],
  ['021 35867890, 0300 1234567', '923001234567', false],
  ['Home: 042 35761999 / office 021 35867890', '924235761999', true],
])('%s is %s, landline: %s [REMIND-4]', (text, number, landline) => {
  expect(telephoneIn(text)).toEqual({ number, landline });
});

test.each(['', 'ext. 12', 'n/a', '+', '0', '0000000000', '12345', '0300 12345', '+1234567890123456789', 'call Ali'])(
  '"%s" is not a number [REMIND-4]',
  (text) => {
    expect(telephoneIn(text)).toBeNull();
  },
);
