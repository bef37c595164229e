// The page numbers of a pager.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageCount, pageNumbers } from '../../../src/web/ui/lists/paging/page-numbers.ts';

describe('pageNumbers', () => {
  test('shows all pages while they fit', () => {
    expect(pageNumbers(1, 2, 1)).toEqual([1, 2]);
    expect(pageNumbers(4, 7, 1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pageNumbers(3, 5, 0)).toEqual([1, 2, 3, 4, 5]);
  });

  test('leaves gaps around the current page', () => {
    expect(pageNumbers(1, 20, 1)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
    expect(pageNumbers(10, 20, 1)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20]);
    expect(pageNumbers(20, 20, 1)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
    expect(pageNumbers(50_000, 100_000, 0)).toEqual([1, 'gap-before', 50_000, 'gap-after', 100_000]);
  });

  test('always contains the first, last and current page, ascending, in a constant number of entries [SCREEN-5]', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 100_000 })
          .chain((pages) =>
            fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages), fc.integer({ min: 0, max: 2 })),
          ),
        ([page, pages, siblings]) => {
          const shown = pageNumbers(page, pages, siblings);
          const numbers = shown.filter((entry) => typeof entry === 'number');
          expect(shown).toHaveLength(Math.min(pages, 2 * siblings + 5));
          expect(new Set(shown).size).toBe(shown.length);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
          for (const [index, entry] of shown.entries()) {
            const [before, after] = [shown[index - 1], shown[index + 1]];
            if (typeof entry === 'string') expect(Number(after) - Number(before)).toBeGreaterThan(2);
            else if (typeof before === 'number') expect(entry - before).toBe(1);
          }
        },
      ),
    );
  });
});

test('pageCount rounds up, and an empty list has one page', () => {
  expect([0, 1, 10, 11, 1_000_000].map((items) => pageCount(items, 10))).toEqual([1, 1, 1, 2, 100_000]);
});
