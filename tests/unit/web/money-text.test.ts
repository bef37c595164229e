// Amounts as shown on the page, and as written in a message.
import { afterEach, describe, expect, test } from 'vitest';
import { applyLanguage } from '../../../src/web/messages/language.ts';
import { messageRs, moneyText, rs, withWholeAmounts } from '../../../src/web/ui/money/money-text.ts';

afterEach(() => applyLanguage('en'));

describe.each(['en', 'ur'] as const)('in %s', (language) => {
  test.each(['whole', 'rs', 'pkr'] as const)('an amount and its unit stay on one line: %s [LOOK-16]', (format) => {
    applyLanguage(language);
    for (const paisa of [0, 30_000, 123_450, -125_000_000]) {
      const text = moneyText(paisa, format);
      expect(text).not.toMatch(/[\t-\r ]/);
      expect(text.split('\u00a0')).toHaveLength(2);
    }
  });
});

test('a message has a plain space, which does not make an SMS more expensive [LOOK-16]', () => {
  expect(rs(123_450)).toBe('Rs.\u00a01,234.50');
  expect(messageRs(123_450)).toBe('Rs. 1,234.50');
});

test('where a message is shown on the page its amounts and receipt numbers do not break [LOOK-16]', () => {
  expect(withWholeAmounts('Payment received: Rs. 1,720.00, receipt R-2026-000308')).toBe(
    'Payment received: Rs.\u00a01,720.00, receipt R-\u20602026-\u2060000308',
  );
  expect(withWholeAmounts('ادائیگی وصول ہوئی: 1,720.00 روپے')).toBe('ادائیگی وصول ہوئی: 1,720.00\u00a0روپے');
});
