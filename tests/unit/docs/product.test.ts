// docs/product.md: every statement names existing tests, and every id cited is a statement's; and the check itself.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { checkStatements, readCitations, readStatements } from '../../../scripts/statements.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** An unknown id; concatenated, because this file is searched for ids as well. */
const unknown = (area: string, number = 1): string => `${area}-${number}`;

test('every statement has a test, and every id that is cited is a statement', () => {
  const { statements, cited, problems } = checkStatements(ROOT);
  expect(problems).toEqual([]);
  expect(statements.length).toBeGreaterThan(200);
  expect(cited.length).toBeGreaterThan(100);
});

test('what is wrong is named with its line', () => {
  const root = mkdtempSync(join(tmpdir(), 'jurmana-product-'));
  const id = (number: number): string => unknown('CASE', number);
  const files = {
    'docs/product.md': `# Product
| Id | Statement | Shown by |
|---|---|---|
| ${id(1)} | A title | \`e2e/a.spec.ts › shows the title\` |
| ${id(2)} | Nothing yet | |
| ${id(3)} | Words without a test | e2e/a.spec.ts › shows the title |
| ${id(4)} | Another file | \`e2e/b.spec.ts › shows the title\` |
| ${id(5)} | Another name | \`e2e/a.spec.ts › shows the title\` \`e2e/a.spec.ts › shows the titles\` |
| ${id(6)} | Which one? | \`e2e/a.spec.ts › fails\` |
| ${id(7)} | This one | \`e2e/a.spec.ts › adding › fails\` |
| ${id(8)} | Skipped | \`e2e/a.spec.ts › comes later\` |
| ${id(9)} | A slip of the pen | \`e2e/a.spec.ts › shows the title\` e2e/a.spec.ts |
| ${id(9)} | Twice | \`e2e/a.spec.ts › shows the title\` |
| case 11 | No id | \`e2e/a.spec.ts › shows the title\` |
| ${id(12)} | | \`e2e/a.spec.ts › shows the title\` |
`,
    'tests/e2e/a.spec.ts': `test('shows the title', () => {}); // ${id(1)}
test.describe('adding', () => { test('fails', () => {}); });
describe('deleting', () => { test('fails', () => {}); });
test.skip('comes later', () => {});
`,
    'src/a.ts': `// As ${id(1)} says, and\n// ${id(99)} too\n`,
    'README.md': `${unknown('CASES')}, SHA-256 and UTF-8\n`,
    'node_modules/a/a.ts': `// ${unknown('OTHER')}\n`,
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { problems, cited } = checkStatements(root);
    expect(problems).toEqual([
      `docs/product.md:13: ${id(9)} does not follow ${id(9)}`,
      'docs/product.md:14: "case 11" is no id',
      `docs/product.md:5: ${id(2)} names no test`,
      `docs/product.md:6: ${id(3)} names no test`,
      `docs/product.md:7: ${id(4)}: there is no file tests/e2e/b.spec.ts`,
      `docs/product.md:8: ${id(5)}: tests/e2e/a.spec.ts has no test called "shows the titles"`,
      `docs/product.md:9: ${id(6)}: tests/e2e/a.spec.ts has 2 tests called "fails"`,
      `docs/product.md:11: ${id(8)}: tests/e2e/a.spec.ts has no test called "comes later"`,
      `docs/product.md:12: ${id(9)} names tests and "e2e/a.spec.ts"`,
      `docs/product.md:15: ${id(12)} says nothing`,
      `README.md:1: ${unknown('CASES')} is cited, and is not in docs/product.md`,
      `src/a.ts:2: ${id(99)} is cited, and is not in docs/product.md`,
    ]);
    expect(cited.toSorted()).toEqual([id(1), id(1), id(99), unknown('CASES')].toSorted());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('a bar in a cell does not end it', () => {
  const id = unknown('CASE');
  expect(readStatements(`| ${id} | A \\| B | \`unit/a.test.ts › one \\| two\` |`)).toEqual([
    { id, line: 1, text: 'A | B', tests: [{ file: 'unit/a.test.ts', name: 'one | two' }], rest: '' },
  ]);
});

test('several ids of a line are all citations', () => {
  const [first, second] = [unknown('CASE', 1), unknown('CASE', 2)];
  expect(readCitations(`\n(${first}, ${second})`)).toEqual([
    { id: first, line: 2 },
    { id: second, line: 2 },
  ]);
});
