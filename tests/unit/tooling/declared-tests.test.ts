// Finding declared tests in every form, and by name.
import { expect, test } from 'vitest';

import { readTests, testsNamed } from '../../../scripts/declared-tests.ts';

test('tests are found in every form, with the groups around them', () => {
  const text = `
import { test } from './test.ts';
test.describe.configure({ mode: 'serial' });
test.use({ locale: 'en' });
test('plain', async () => {});
it('also plain', { timeout: 5 }, () => {});
test.describe('outer', () => {
  describe('inner', () => {
    test.concurrent('deep', () => {});
  });
  test('shallow', () => { const called = 'test("not this", () => {})'; });
});
for (const width of [320]) test(\`fits \${width}px\`, () => {});
test.each([[1, 2]])('%i and %s', () => {});
describe.each(['a'])('of %s', () => { test('each', () => {}); });
// test('a comment', () => {});
test(computed, () => {});
`;
  expect(readTests('a.spec.ts', text).map(({ titles }) => titles.join(' › '))).toEqual([
    'plain',
    'also plain',
    'outer › inner › deep',
    'outer › shallow',
    'fits ${}px',
    '%i and %s',
    'of %s › each',
  ]);
});

test('a title with places to fill is named as written, or as it is shown', () => {
  const tests = readTests(
    'a.test.ts',
    'for (const width of w) test(`fits ${width}px`, () => {});\n' +
      "test.each(rows)('%s is done once', () => {});\ntest.each(rows)('%s', () => {});\ntest('costs $5', () => {});",
  );
  const called = (name: string): number => testsNamed(tests, name).length;
  expect(called('fits ${width}px')).toBe(1);
  expect(called('fits 320px')).toBe(1);
  expect(called('fits px')).toBe(0);
  expect(called('%s is done once')).toBe(1);
  expect(called('fines.add is done once')).toBe(1);
  expect(called('%s')).toBe(1);
  expect(called('costs $5')).toBe(1);
  expect(called('whatever')).toBe(0);
});

test('a file that cannot be parsed is an error, not a file without tests', () => {
  expect(() => readTests('a.spec.ts', "test('open', () => {")).toThrow('cannot be parsed');
});

test('a title that is written so comes before one that may be shown so', () => {
  const tests = readTests('a.test.ts', "test.each(rows)('is %s', () => {});\ntest('is refused', () => {});");
  expect(testsNamed(tests, 'is refused')).toEqual([{ titles: ['is refused'] }]);
});
