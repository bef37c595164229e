// The routing rules (ROUTE-2 to ROUTE-9), for every kind of principal.
import { describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '../../../src/core/people/permission.ts';
import { addressIn } from '../../../src/web/routing/address.ts';
import { finesOf, ownPaperIn, PATHS, receiptOf, receiptPath } from '../../../src/web/routing/paths.ts';
import { homeOf, redirectFor } from '../../../src/web/routing/routing.ts';

const OF_THE_ADMINISTRATOR = [
  '/dashboard',
  '/fineUserOverView',
  '/user',
  '/fines',
  '/payments',
  '/reminders',
  '/reminders/sent',
  '/requests',
  '/events',
  '/reports',
  '/CollectedFinesPage',
  '/history',
  '/app-settings',
  '/profile',
];
const UNKNOWN = [
  '/',
  '',
  '/nothing',
  '/dashboard/',
  '/Dashboard',
  '/dashboard/more',
  '/login/x',
  '//',
  '/%00',
  '/fines/',
  '/fines/a/b',
  '/user/',
  '/user/a/b',
  '/receipts',
  '/receipts/',
  '/receipts/a/b',
  '/loginx',
  '//login',
  '/%',
  '/fines/%',
  '/fines/%E0%A4%A',
];

/** The redirect for each path, keyed by path, so that failures name the path. */
const destinations = (paths: readonly string[], access: AccessLevel | null) =>
  Object.fromEntries(paths.map((path) => [path, redirectFor(path, access)]));
const all = (paths: readonly string[], destination: string | null) =>
  Object.fromEntries(paths.map((path) => [path, destination]));

describe('signed out', () => {
  test('sees only the login screen [ROUTE-2]', () => {
    expect(redirectFor('/login', null)).toBeNull();
    const others = [
      ...OF_THE_ADMINISTRATOR,
      '/settings',
      '/fines/u1',
      '/user/u1',
      '/receipts/R-2026-000123',
      '/statements/u1',
      '/payments/cash-up',
      ...UNKNOWN,
    ];
    expect(destinations(others, null)).toEqual(all(others, '/login'));
  });
});

describe('the administrator', () => {
  test('reaches every screen [ROUTE-3, ROUTE-7]', () => {
    expect(destinations(OF_THE_ADMINISTRATOR, 'administrator')).toEqual(all(OF_THE_ADMINISTRATOR, null));
    expect(redirectFor('/fines/u1', 'administrator')).toBeNull();
    expect(redirectFor(receiptPath('R-2026-000123'), 'administrator')).toBeNull();
    expect(receiptOf(receiptPath('R-2026-000123'))).toBe('R-2026-000123');
    expect(redirectFor('/settings', 'administrator')).toBe('/app-settings');
  });

  test('is led to the dashboard from everywhere else [ROUTE-4]', () => {
    const others = ['/login', ...UNKNOWN];
    expect(destinations(others, 'administrator')).toEqual(all(others, '/dashboard'));
  });
});

describe('somebody with access', () => {
  test.each(['viewer', 'collector', 'manager'] as const)('a %s reaches every screen', (access) => {
    expect(destinations(OF_THE_ADMINISTRATOR, access)).toEqual(all(OF_THE_ADMINISTRATOR, null));
    expect(redirectFor(receiptPath('R-2026-000123'), access)).toBeNull();
    expect(destinations(UNKNOWN, access)).toEqual(all(UNKNOWN, '/dashboard'));
  });

  test('a viewer is redirected from screens where payments are taken [ACCESS-15]', () => {
    expect(redirectFor('/collect-from-many', 'viewer')).toBe('/dashboard');
    expect(redirectFor('/collect-from-many', 'collector')).toBeNull();
  });
});

describe('a member', () => {
  test('reaches only the overview [ROUTE-5]', () => {
    expect(redirectFor('/fineUserOverView', 'member')).toBeNull();
    const others = [
      '/login',
      '/settings',
      '/fines/u1',
      '/user/u1',
      '/statements/u1',
      ...OF_THE_ADMINISTRATOR,
      ...UNKNOWN,
    ].filter((path) => path !== '/fineUserOverView');
    expect(destinations(others, 'member')).toEqual(all(others, '/fineUserOverView'));
  });

  test('can open a receipt there by its address [OWN-6]', () => {
    const shown = redirectFor(receiptPath('R-2026-000123'), 'member') ?? '';
    const { path, search } = addressIn(shown);
    expect([path, ownPaperIn(search)]).toEqual(['/fineUserOverView', 'R-2026-000123']);
    expect(redirectFor(path, 'member')).toBeNull();
    const odd = addressIn(redirectFor('/receipts/a&b=c#d', 'member') ?? '');
    expect([odd.path, ownPaperIn(odd.search)]).toEqual(['/fineUserOverView', 'a&b=c#d']);
  });
});

test('every start screen is allowed for its visitor, so that redirects never loop [ROUTE-9]', () => {
  for (const access of [null, ...ACCESS_LEVELS]) expect(redirectFor(homeOf(access), access)).toBeNull();
});

test('an id becomes one segment of a path, whatever it contains [ROUTE-8]', () => {
  expect(finesOf('a/b?c#d e')).toBe(`${PATHS.fines}/a%2Fb%3Fc%23d%20e`);
});
