// docs/security.md: every requirement of the covered chapters has one row, and every test it names exists.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withTable } from '../../../scripts/access-table.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const rows = readFileSync(at('docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', asks = '', state = '', how = '', shownBy = ''] = line
      .split(' |')
      .map((cell) => cell.replace(/^\| /, '').trim());
    return { number, asks, state, how, shownBy };
  });

/** The number of level 1 and 2 requirements in each section of the standard (5.0.0); they are numbered without gaps. */
const SECTIONS = `
  1.1: 2, 1.2: 9, 1.3: 11, 1.4: 3, 1.5: 2, 2.1: 3, 2.2: 3, 2.3: 4, 2.4: 1,
  3.2: 2, 3.3: 4, 3.4: 6, 3.5: 5, 3.7: 2, 4.1: 3, 4.2: 1, 4.3: 2, 4.4: 4,
  6.1: 3, 6.2: 11, 6.3: 4, 6.4: 4, 6.5: 5, 6.6: 3, 6.8: 4,
  7.1: 3, 7.2: 4, 7.3: 2, 7.4: 5, 7.5: 2, 7.6: 2, 8.1: 2, 8.2: 3, 8.3: 1, 8.4: 1,
  9.1: 3, 9.2: 4, 10.1: 2, 10.2: 2, 10.3: 4, 10.4: 11, 10.5: 5, 10.6: 2, 10.7: 3,
  12.1: 3, 12.2: 2, 12.3: 4, 13.1: 1, 13.2: 5, 13.3: 2, 13.4: 5, 14.1: 2, 14.2: 4, 14.3: 3,
  16.1: 1, 16.2: 5, 16.3: 4, 16.4: 3, 16.5: 3`;

test('each requirement has exactly one row', () => {
  const expected = [...SECTIONS.matchAll(/([\d.]+): (\d+)/g)].flatMap(([, section = '', count]) =>
    Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
  );
  const found = rows.flatMap(({ number }) => {
    const [first = '', last = first] = number.split('–');
    const [section, from] = [first.slice(0, first.lastIndexOf('.')), Number(first.split('.')[2])];
    expect(last.startsWith(`${section}.`), number).toBe(true);
    return Array.from({ length: Number(last.split('.')[2]) - from + 1 }, (_, index) => `${section}.${from + index}`);
  });
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('each row says how it stands, and what is not met says more', () => {
  for (const { number, asks, state, how } of rows) {
    expect(['met', 'part', 'open', '–'], number).toContain(state);
    expect(asks, number).not.toBe('');
    if (state !== 'met') expect(how, number).not.toBe('');
  }
});

const named = rows.flatMap(({ number, shownBy }) => {
  const tests = [...shownBy.matchAll(/`([\w/-]+)` “([^”]+)”/g)].map(([text, file = '', name = '']) => ({
    text,
    file,
    name,
  }));
  // Nothing besides the names, so that typos are found.
  expect(shownBy, number).toBe(tests.map(({ text }) => text).join('<br>'));
  return tests;
});

test.each([...new Map(named.map((one) => [one.text, one])).values()])('there is a test $text', ({ file, name }) => {
  const path = [`tests/${file}.test.ts`, `tests/${file}.spec.ts`].map(at).find((candidate) => existsSync(candidate));
  expect(path, file).toBeDefined();
  const source = readFileSync(path ?? '', 'utf8');
  expect([`'${name}'`, `"${name}"`, `\`${name}\``].some((literal) => source.includes(literal))).toBe(true);
});

test('the table of operations by access is the contract’s', () => {
  const document = readFileSync(at('docs/security.md'), 'utf8');
  expect(document).toBe(withTable(document));
});
