// What the dashboard shows, as its address says it.
import { describe, expect, test } from 'vitest';
import {
  isFiltered,
  readView,
  sortedBy,
  withoutFilters,
  writeView,
} from '../../../src/web/features/dashboard/dashboard-view.ts';

const FIRST = { search: '', status: 'all', period: 'all', sort: 'name', order: 'ascending' } as const;

describe('the address of the dashboard', () => {
  test('says nothing at first', () => {
    expect(readView('')).toEqual(FIRST);
    expect(writeView(FIRST)).toBe('');
  });

  test.each([
    { ...FIRST, search: '007' },
    { ...FIRST, search: '50% & more_علی' },
    { ...FIRST, status: 'has-paid', period: 'quarter' },
    { ...FIRST, order: 'descending' },
    { ...FIRST, sort: 'recent', order: 'descending' },
    { ...FIRST, sort: 'total', order: 'ascending' },
  ] as const)('brings back %j', (view) => {
    expect(readView(`?${writeView(view)}`)).toEqual(view);
  });

  test('may hold anything', () => {
    expect(readView('?status=none&period=&sort=id&order=up&search')).toEqual(FIRST);
  });
});

test('the first press on a sort button goes down from the largest or newest, names go up; the next turns it round', () => {
  const total = sortedBy(FIRST, 'total');
  expect(total).toMatchObject({ sort: 'total', order: 'descending' });
  expect(sortedBy(total, 'total')).toMatchObject({ sort: 'total', order: 'ascending' });
  expect(sortedBy(total, 'name')).toMatchObject({ sort: 'name', order: 'ascending' });
});

test('clearing ends search and filters, and leaves the order', () => {
  const view = { ...FIRST, search: 'ali', period: 'week', sort: 'count', order: 'ascending' } as const;
  expect(isFiltered(view)).toBe(true);
  expect(withoutFilters(view)).toEqual({ ...FIRST, sort: 'count', order: 'ascending' });
  expect(isFiltered(withoutFilters(view))).toBe(false);
  expect(isFiltered({ ...FIRST, search: '  ' })).toBe(false);
});
