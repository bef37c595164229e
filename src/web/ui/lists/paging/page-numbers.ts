// Which page numbers a pager shows.

/** How many pages `totalItems` fill, at least 1. */
export function pageCount(totalItems: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

/** Pages left out before or after the current one. */
export type Gap = 'gap-before' | 'gap-after';

/**
 * The numbers to show: the first, the last, the current with `siblings` on each side, and a gap for what is left out.
 * Always the same count of entries for the same number of pages, so that the buttons stay where they are; a gap
 * stands for at least two pages.
 */
export function pageNumbers(page: number, pages: number, siblings: number): (number | Gap)[] {
  const slots = 2 * siblings + 5;
  if (pages <= slots) return Array.from({ length: pages }, (_, index) => index + 1);
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (page - siblings <= 3) return [...range(1, slots - 2), 'gap-after', pages];
  if (page + siblings >= pages - 2) return [1, 'gap-before', ...range(pages - slots + 3, pages)];
  return [1, 'gap-before', ...range(page - siblings, page + siblings), 'gap-after', pages];
}
