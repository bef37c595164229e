// docs/security.md: every requirement of the covered chapters has one row. Whether tested ones have a test is checked
// with the product's requirements.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withTable } from '../../../scripts/access-table.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const rows = readFileSync(at('docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', asks = '', state = '', tested = '', how = ''] = line
      .split(' |')
      .map((cell) => cell.replace(/^\| /, '').trim());
    return { number, asks, state, tested, how };
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

test('each row has a status, and explains what is not met', () => {
  for (const { number, asks, state, tested, how } of rows) {
    expect(['met', 'part', 'open', '–'], number).toContain(state);
    expect(['yes', ''], number).toContain(tested);
    expect(asks, number).not.toBe('');
    if (state !== 'met' || tested === '') expect(how, number).not.toBe('');
  }
});

test('the table of who may call each operation and see each field matches the contract [ACCESS-14]', () => {
  const document = readFileSync(at('docs/security.md'), 'utf8');
  expect(document).toBe(withTable(document));
});
