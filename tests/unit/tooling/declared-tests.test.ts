// Finding declared tests in every form.
import { expect, test } from 'vitest';

import { readTests } from '../../../scripts/declared-tests.ts';

test('tests of every form are found, with the groups around them', () => {
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

test('conditional tests are not listed, whether alone or with their group', () => {
  const text = `test.skip('a', () => {});
test.describe.skip('b', () => { test('c', () => {}); });
describe.runIf(yes)('d', () => { describe('e', () => { test('f', () => {}); }); });
test('g', () => {
  test.skip(there, 'only elsewhere');
});`;
  expect(readTests('a.spec.ts', text)).toEqual([{ titles: ['g'], line: 4 }]);
});

test('a file that cannot be parsed is an error, not a file without tests', () => {
  expect(() => readTests('a.spec.ts', "test('open', () => {")).toThrow('cannot be parsed');
});
