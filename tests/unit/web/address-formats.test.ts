// The state of each screen in its URL: reading and writing it, and arbitrary input.
import { describe, expect, test } from 'vitest';
import { addressIn } from '../../../src/web/routing/address.ts';
import {
  type DashboardView,
  DASHBOARD_FORMAT,
  isFiltered,
  sortedView,
  withoutFilters,
} from '../../../src/web/features/dashboard/dashboard-view.ts';
import { FINES_FORMAT } from '../../../src/web/features/fines/fines-address.ts';
import {
  GIVEN_BACK_FORMAT,
  NO_FILTER,
  PAYMENTS_FORMAT,
  WAIVED_FORMAT,
} from '../../../src/web/features/payments/payments-address.ts';
import { ALL_REQUESTS, REQUESTS_FORMAT } from '../../../src/web/features/requests/requests-address.ts';
import {
  monthsBetween,
  daysOfMonthIn,
  periodOf,
  quickPeriod,
  REPORT_FORMAT,
} from '../../../src/web/features/reports/report-address.ts';
import { type ListState, listFormat } from '../../../src/web/ui/lists/paging/list-state.ts';

const SEARCHES = ['khan', '1.0', '007', 'true', 'null', '"quoted"', 'a & b = 100%', 'محمد', ' spaced '];

describe('a list', () => {
  const { read, write } = listFormat('/list', { name: 'ascending', total: 'descending' });
  const FIRST: ListState<'name' | 'total'> = { search: '', group: '', sort: 'name', order: 'ascending', page: 1 };
  const readQuery = (query: string) => read(addressIn(`/list${query}`));

  test('has no parameters at first', () => {
    expect(write(FIRST)).toBe('/list');
    expect(readQuery('')).toEqual(FIRST);
  });

  test('mentions an order only if it differs from the sort’s default', () => {
    expect(write({ ...FIRST, sort: 'total', order: 'descending' })).toBe('/list?sort=total');
    expect(write({ ...FIRST, order: 'descending' })).toBe('/list?order=descending');
  });

  test.each(SEARCHES)('restores a search for %s', (search) => {
    const state: ListState<'name' | 'total'> = { search, group: 'G1', sort: 'total', order: 'ascending', page: 7 };
    expect(read(addressIn(write(state)))).toEqual(state);
  });

  test.each(['sort=constructor', 'order=sideways', 'page=0', 'page=-1', 'page=1.5', 'page=1e9', 'page=x', 'search'])(
    'ignores %s [SCREEN-4]',
    (query) => expect(readQuery(`?${query}`)).toEqual(FIRST),
  );

  test('cuts a search to the length that the server accepts, and never within a letter', () => {
    const { search } = readQuery(`?search=${'a'.repeat(99)}😀`);
    expect(search).toHaveLength(100);
    expect(search.isWellFormed()).toBe(true);
  });
});

describe('the dashboard', () => {
  const { read, write } = DASHBOARD_FORMAT;
  const FIRST: DashboardView = {
    search: '',
    status: 'all',
    period: 'all',
    group: '',
    sort: 'name',
    order: 'ascending',
    show: 'first',
  };

  test.each<Partial<DashboardView>>([
    {},
    ...SEARCHES.map((search) => ({ search })),
    { status: 'has-paid', period: 'quarter' },
    { order: 'descending' },
    { sort: 'recent', order: 'descending' },
    { sort: 'total', order: 'ascending' },
    { sort: 'oldest-unpaid' },
    { sort: 'oldest-unpaid', order: 'descending' },
  ])('restores %j [SCREEN-4]', (change) => {
    const view = { ...FIRST, ...change };
    expect(read(addressIn(write(view)))).toEqual(view);
  });

  test('ignores unknown parameters', () => {
    expect(read(addressIn('/dashboard?status=none&period=&sort=id&order=up&search'))).toEqual(FIRST);
  });

  test('sorts figures and dates descending, names ascending; choosing a sort again reverses it [DASH-8]', () => {
    const total = sortedView(FIRST, 'total');
    expect(total).toMatchObject({ sort: 'total', order: 'descending' });
    expect(sortedView(total, 'total')).toMatchObject({ sort: 'total', order: 'ascending' });
    expect(sortedView(total, 'name')).toMatchObject({ sort: 'name', order: 'ascending' });
    expect(sortedView(total, 'oldest-unpaid')).toMatchObject({ sort: 'oldest-unpaid', order: 'ascending' });
  });

  test('clearing removes search and filters, and keeps the order [DASH-7]', () => {
    const view: DashboardView = { ...FIRST, search: 'ali', period: 'week', sort: 'count' };
    expect(isFiltered(view)).toBe(true);
    expect(withoutFilters(view)).toEqual({ ...FIRST, sort: 'count', order: 'ascending' });
    expect(isFiltered(withoutFilters(view))).toBe(false);
    expect(isFiltered({ ...FIRST, search: '  ' })).toBe(false);
  });
});

describe('the fines', () => {
  const { owns, read, write } = FINES_FORMAT;
  const FIRST = { ...FINES_FORMAT.noFilter, userId: undefined, ofPerson: false, page: 1, adding: false };

  test.each([
    ['/fines', FIRST],
    ['/fines?page=2', { ...FIRST, page: 2 }],
    ['/fines?status=Paid&page=3', { ...FIRST, status: 'Paid' as const, page: 3 }],
    [
      '/fines?status=PartlyPaid&search=late+%26+loud&page=2',
      { ...FIRST, status: 'PartlyPaid' as const, search: 'late & loud', page: 2 },
    ],
    ['/fines/u1?status=Pending', { ...FIRST, userId: 'u1', status: 'Pending' as const }],
    ['/fines/u1?add=true', { ...FIRST, userId: 'u1', adding: true }],
    ['/fines/a%2Fb%3Fc%23d%20e%25', { ...FIRST, userId: 'a/b?c#d e%' }],
    ['/user/u%201?status=Paid&page=2', { ...FIRST, userId: 'u 1', ofPerson: true, status: 'Paid' as const, page: 2 }],
  ])('%s [LIST-23, PERSON-3]', (address, place) => {
    expect(owns(addressIn(address).path)).toBe(true);
    expect(read(addressIn(address))).toEqual(place);
    expect(write(place)).toBe(address);
  });

  test.each(['?status=pending', '?status=toString', '?page=0', '?page=-3', '?page=2.5', '?page=x', '?add=no&other=1'])(
    'ignores %s',
    (query) => {
      expect(read(addressIn(`/fines${query}`))).toEqual(FIRST);
    },
  );

  test('do not accept what cannot be decoded', () => {
    expect(owns('/fines/%')).toBe(false);
    expect(read(addressIn('/fines/%'))).toEqual(FIRST);
  });
});

describe('the payments', () => {
  const { owns, read, write } = PAYMENTS_FORMAT;
  const FIRST = { ...NO_FILTER, personId: undefined, page: 1 };

  test.each([
    ['/payments', FIRST],
    ['/payments?from=2026-11-01&to=2026-11-30&page=2', { ...FIRST, from: '2026-11-01', to: '2026-11-30', page: 2 }],
    ['/payments?method=Bank+Transfer&by=a%40b.pk', { ...FIRST, method: 'Bank Transfer' as const, by: 'a@b.pk' }],
    [
      '/payments?method=Not+recorded&search=R-2026-000123',
      { ...FIRST, method: 'Not recorded' as const, search: 'R-2026-000123' },
    ],
  ])('are at %s', (address, place) => {
    expect(owns(addressIn(address).path)).toBe(true);
    expect(read(addressIn(address))).toEqual(place);
    expect(write(place)).toBe(address);
  });

  test.each(['?from=2026-02-30', '?to=x', '?method=cash', '?by=', '?by=%20', '?page=0', '?search', '?other=1'])(
    'ignore %s',
    (query) => {
      expect(read(addressIn(`/payments${query}`))).toEqual(FIRST);
    },
  );

  test('refunds and waivers have their own addresses; waivers have no method [WAIVE-10]', () => {
    const address = '?from=2026-11-01&method=Cash&by=a%40b.pk&search=khan&page=3';
    const place = { ...FIRST, from: '2026-11-01', by: 'a@b.pk', search: 'khan', page: 3 };
    expect(GIVEN_BACK_FORMAT.owns('/payments')).toBe(false);
    expect(GIVEN_BACK_FORMAT.read(addressIn(`/payments/given-back${address}`))).toEqual({ ...place, method: 'Cash' });
    expect(GIVEN_BACK_FORMAT.write({ ...place, method: 'Cash' })).toBe(`/payments/given-back${address}`);
    expect(GIVEN_BACK_FORMAT.read(addressIn('/payments/given-back?method=Not+recorded'))).toEqual(FIRST);
    expect(WAIVED_FORMAT.read(addressIn(`/payments/waived${address}`))).toEqual(place);
  });

  test('on a person’s screen are all theirs, whatever else is in the address [PERSON-3]', () => {
    const place = { ...FIRST, personId: 'a/b', page: 2 };
    expect(owns('/user/a%2Fb') && WAIVED_FORMAT.owns('/user/a%2Fb')).toBe(true);
    expect(GIVEN_BACK_FORMAT.owns('/user/a%2Fb')).toBe(false);
    expect(read(addressIn('/user/a%2Fb?tab=payments&method=Cash&search=khan&page=2'))).toEqual(place);
    expect(write(place)).toBe('/user/a%2Fb?tab=payments&page=2');
    expect(WAIVED_FORMAT.write(place)).toBe('/user/a%2Fb?tab=waived&page=2');
  });
});

describe('the requests', () => {
  const { owns, read, write } = REQUESTS_FORMAT;
  const FIRST = { ...ALL_REQUESTS, state: 'open' as const, personId: undefined, page: 1 };

  test.each([
    ['/requests', FIRST],
    ['/requests?state=all&kind=claim&page=2', { ...FIRST, state: 'all' as const, kind: 'claim' as const, page: 2 }],
    ['/requests?from=2026-11-01&to=2026-11-30', { ...FIRST, from: '2026-11-01' as const, to: '2026-11-30' as const }],
    ['/requests?state=refused&search=khan', { ...FIRST, state: 'refused' as const, search: 'khan' }],
  ])('are at %s [REQ-13]', (address, place) => {
    expect(owns(addressIn(address).path)).toBe(true);
    expect(read(addressIn(address))).toEqual(place);
    expect(write(place)).toBe(address);
  });

  test('ignore anything else, and on a person’s screen are all theirs [PERSON-3]', () => {
    expect(read(addressIn('/requests?state=Open&kind=x&page=0'))).toEqual(FIRST);
    const place = { ...ALL_REQUESTS, personId: 'a/b', page: 2 };
    expect(read(addressIn('/user/a%2Fb?tab=requests&state=open&kind=claim&page=2'))).toEqual(place);
    expect(write(place)).toBe('/user/a%2Fb?tab=requests&page=2');
  });
});

describe('the reports', () => {
  const { read, write } = REPORT_FORMAT;
  const FIRST = { from: undefined, to: undefined, age: null, page: 1 };
  const TODAY = '2026-11-18';

  test('cover the last twelve months by default, which the address does not mention [REPORT-8]', () => {
    expect(write(FIRST)).toBe('/reports');
    expect(read(addressIn('/reports'))).toEqual(FIRST);
    expect(periodOf(FIRST, TODAY)).toEqual({ from: '2025-12-01', to: TODAY });
    expect(periodOf({ from: '2026-02-03', to: undefined }, TODAY)).toEqual({ from: '2026-02-03', to: TODAY });
  });

  test('restore the state, and ignore anything else', () => {
    const place = { from: '2026-01-01', to: '2026-06-30', age: 'over-90' as const, page: 3 };
    expect(write(place)).toBe('/reports?from=2026-01-01&to=2026-06-30&age=over-90&page=3');
    expect(read(addressIn(write(place)))).toEqual(place);
    expect(read(addressIn('/reports?from=2026-02-30&to=x&age=constructor&page=0'))).toEqual(FIRST);
  });

  test.each([
    ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['lastYear', '2026-03-31', '2025-01-01', '2025-12-31'],
    ['lastTwelveMonths', '2026-12-31', '2026-01-01', '2026-12-31'],
    ['lastTwelveMonths', '2026-01-31', '2025-02-01', '2026-01-31'],
  ] as const)('%s, on %s, is %s to %s [REPORT-8]', (which, today, from, to) => {
    expect(quickPeriod(which, today)).toEqual({ from, to });
  });

  test('a month’s days end with the month, or with the period', () => {
    const period = { from: '2026-01-15', to: '2026-03-10' };
    expect(['2026-01', '2026-02', '2026-03'].map((month) => daysOfMonthIn(month, period))).toEqual([
      { from: '2026-01-15', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-10' },
    ]);
    expect(monthsBetween(['2025-11', '2026-02'])).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsBetween([])).toEqual([]);
  });
});
