// Every statement of the specification names tests, each of them exists; and the check of that can fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { checkCoverage, readStatements, readTests, testsCalled } from '../../../scripts/coverage.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = 'docs/specification-coverage.md';

test('every statement of sections 2, 4, 5, 8 and 9 names tests that exist', () => {
  const { statements, problems } = checkCoverage(ROOT, DOCUMENT);
  expect(problems).toEqual([]);
  for (const section of [2, 4, 5, 8, 9]) {
    const of = statements.filter((statement) => statement.section.startsWith(`Section ${section}:`));
    expect(of.length, `statements of section ${section}`).toBeGreaterThanOrEqual(15);
  }
});

test('what is wrong is named with its line: no test, no such file, no such test, more than one', () => {
  const root = mkdtempSync(join(tmpdir(), 'jurmana-coverage-'));
  try {
    for (const [path, text] of Object.entries({
      'docs/coverage.md': `# Coverage
## Section 2: screens
| Statement | Tests |
|---|---|
| A title | \`e2e/a.spec.ts: shows the title\` |
| Nothing yet | |
| Words without a test | e2e/a.spec.ts: shows the title |
| Another file | \`e2e/b.spec.ts: shows the title\` |
| Another name | \`e2e/a.spec.ts: shows the title\` \`e2e/a.spec.ts: shows the titles\` |
| Which one? | \`e2e/a.spec.ts: fails\` |
| This one | \`e2e/a.spec.ts: adding › fails\` |
| Skipped | \`e2e/a.spec.ts: comes later\` |
`,
      'tests/e2e/a.spec.ts': `test('shows the title', () => {});
test.describe('adding', () => { test('fails', () => {}); });
describe('deleting', () => { test('fails', () => {}); });
test.skip('comes later', () => {});
`,
    })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(checkCoverage(root, 'docs/coverage.md').problems).toEqual([
      'docs/coverage.md:6: no test is named for "Nothing yet"',
      'docs/coverage.md:7: no test is named for "Words without a test"',
      'docs/coverage.md:8: there is no file tests/e2e/b.spec.ts',
      'docs/coverage.md:9: tests/e2e/a.spec.ts has no test called "shows the titles"',
      'docs/coverage.md:10: tests/e2e/a.spec.ts has 2 tests called "fails"',
      'docs/coverage.md:12: tests/e2e/a.spec.ts has no test called "comes later"',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

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
  const called = (name: string): number => testsCalled(tests, name).length;
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

test('a bar in a cell does not end it', () => {
  const [statement] = readStatements('## Section 9: limits\n| A \\| B | `unit/a.test.ts: one \\| two` |');
  expect(statement).toEqual({
    line: 2,
    section: 'Section 9: limits',
    text: 'A | B',
    tests: [{ file: 'unit/a.test.ts', name: 'one | two' }],
  });
});
