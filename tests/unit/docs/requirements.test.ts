// Checks docs/product.md and docs/security.md against the tests: every requirement has a test, every cited id exists;
// and tests that check itself.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { describeTests, problemsOf, readRequirements } from '../../../scripts/requirements.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** An unknown id; concatenated because this file is searched for ids as well. */
const unknown = (area: string, number: number): string => `${area}-${number}`;

/** Runs `use` with a project that has these files. */
function inProject<Result>(files: Record<string, string>, use: (root: string) => Result): Result {
  const root = mkdtempSync(join(tmpdir(), 'jurmana-requirements-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('every requirement has a test, and every cited id is a requirement’s', () => {
  const found = readRequirements(ROOT);
  expect(problemsOf(ROOT, found)).toEqual([]);
  expect(found.requirements.length).toBeGreaterThan(600);
  expect(found.tests.length).toBeGreaterThan(1000);
});

test('every error is reported with its line', () => {
  const id = (number: number): string => unknown('CASE', number);
  const files = {
    'docs/product.md': `# Product
Prose about ${id(1)}.
- **${id(1)}** Shown by a title
- **${id(2)}** Shown by nothing
- **${id(3)}** Shown by the title of a group
- **${id(4)}** Shown by what is skipped
- **${id(5)}** Shown by what is in a group that is skipped
- **${id(5)}** Twice
- **${id(7)}**
- no id
`,
    'docs/security.md': `| No. | Asks for | State | Tested | How |
| 1.1.1 | one thing | met | yes | |
| 1.1.2–1.1.3 | two things | met | yes | |
| 1.1.4 | nothing to test | met | | |
`,
    'tests/e2e/a.spec.ts': `// ${id(2)} in a comment shows nothing
test('a title [${id(1)}, V1.1.1, V1.1.4]', () => {});
test.describe('a group [${id(3)}]', () => { test('a title', () => {}); });
test.skip('a title [${id(4)}]', () => {});
test.describe.skip('a group', () => { test('a title [${id(5)}]', () => {}); });
test('a title [${id(6)}, ${id(7)}]', () => {});
`,
    'src/a.ts': `// As ${id(1)} says, and\n// ${id(99)} too\n`,
    'README.md': `${unknown('CASES', 1)}, SHA-256, UTF-8 and V5.0.0\n`,
    'node_modules/a/a.ts': `// ${unknown('OTHER', 1)}\n`,
  };
  const problems = inProject(files, (root) => problemsOf(root, readRequirements(root)));
  expect(problems).toEqual([
    `docs/product.md:8: ${id(5)} does not follow ${id(5)}`,
    `docs/product.md:9: ${id(7)} says nothing`,
    'docs/product.md:10: an item without an id',
    `docs/product.md:4: no test shows ${id(2)}`,
    `docs/product.md:6: no test shows ${id(4)}`,
    `docs/product.md:7: no test shows ${id(5)}`,
    `docs/product.md:8: no test shows ${id(5)}`,
    'docs/security.md:3: no test shows V1.1.2',
    `README.md:1: ${unknown('CASES', 1)} is no requirement of docs/product.md`,
    `src/a.ts:2: ${id(99)} is no requirement of docs/product.md`,
    `tests/e2e/a.spec.ts:2: V1.1.4 is no requirement of docs/security.md`,
    `tests/e2e/a.spec.ts:6: ${id(6)} is no requirement of docs/product.md`,
  ]);
});

test('the tests of a requirement, an area or a section are listed with their lines', () => {
  const [first, second, other] = [unknown('CASE', 1), unknown('CASE', 12), unknown('OTHER', 1)];
  const files = {
    'docs/product.md': `- **${first}** One\n- **${second}** Two\n- **${other}** Three\n`,
    'docs/security.md': '| 1.1.1 | A thing | met | yes | |\n',
    'tests/a.test.ts': `\ntest('a [${first}]', () => {});\ndescribe('g', () => { test('b [${second}, V1.1.1]', () => {}); });\n`,
  };
  inProject(files, (root) => {
    const found = readRequirements(root);
    const one = `${first}  One\n  tests/a.test.ts:2  a [${first}]`;
    const two = `tests/a.test.ts:3  g › b [${second}, V1.1.1]`;
    expect(describeTests(found, [first])).toBe(one);
    expect(describeTests(found, ['CASE'])).toBe(`${one}\n\n${second}  Two\n  ${two}`);
    expect(describeTests(found, ['V1.1', first])).toBe(`V1.1.1  A thing\n  ${two}\n\n${one}`);
    expect(() => describeTests(found, ['CAS'])).toThrow(
      'CAS is no requirement of docs/product.md or docs/security.md.',
    );
  });
});
