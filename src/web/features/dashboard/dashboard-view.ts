// What the dashboard shows: search, filters, order. It is kept in the address, so that a reload, a link and the Back
// button lead to what was on the screen.

export const STATUSES = ['all', 'has-pending', 'has-paid'] as const;
export const PERIODS = ['all', 'week', 'month', 'quarter'] as const;
export const SORTS = ['name', 'total', 'count', 'recent'] as const;

export type Status = (typeof STATUSES)[number];
export type Period = (typeof PERIODS)[number];
export type Sort = (typeof SORTS)[number];
export type Order = 'ascending' | 'descending';

export interface DashboardView {
  search: string;
  status: Status;
  period: Period;
  sort: Sort;
  order: Order;
}

/** decisions section 6: the others are looked at from the largest or newest down. */
const firstOrder = (sort: Sort): Order => (sort === 'name' ? 'ascending' : 'descending');

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Reads the search part of an address, whatever somebody typed into it. */
export function readView(address: string): DashboardView {
  const query = new URLSearchParams(address);
  const sort = oneOf(SORTS, query.get('sort')) ?? 'name';
  return {
    search: query.get('search') ?? '',
    status: oneOf(STATUSES, query.get('status')) ?? 'all',
    period: oneOf(PERIODS, query.get('period')) ?? 'all',
    sort,
    order: oneOf(['ascending', 'descending'], query.get('order')) ?? firstOrder(sort),
  };
}

/** The inverse: '' where everything is as at first. */
export function writeView({ search, status, period, sort, order }: DashboardView): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (status !== 'all') query.set('status', status);
  if (period !== 'all') query.set('period', period);
  if (sort !== 'name') query.set('sort', sort);
  if (order !== firstOrder(sort)) query.set('order', order);
  return query.toString();
}

/** The order after a press on one of the sort buttons: the active one turns round. */
export function sortedBy(view: DashboardView, sort: Sort): DashboardView {
  if (view.sort !== sort) return { ...view, sort, order: firstOrder(sort) };
  return { ...view, order: view.order === 'ascending' ? 'descending' : 'ascending' };
}

/** Everybody again; the order stays. */
export function withoutFilters(view: DashboardView): DashboardView {
  return { ...view, search: '', status: 'all', period: 'all' };
}

export function isFiltered({ search, status, period }: DashboardView): boolean {
  return search.trim() !== '' || status !== 'all' || period !== 'all';
}
