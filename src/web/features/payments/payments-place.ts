// The address of the Payments screen: which payments, and which page:
// `/payments?from=2026-11-01&to=2026-11-30&method=Raast&by=a@b.pk&search=khan&page=2`.
import { type CalendarDay, isCalendarDay } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { NOT_RECORDED, PAYMENT_METHODS } from '../../../core/payment.ts';
import type { AddressFormat } from '../../address.ts';
import { PATHS } from '../../paths.ts';
import { readChoice, readPage, readSearch, withQuery } from '../../ui/list-state.ts';

/** Of the method filter, in the order they are offered. */
export const METHODS = ['all', ...PAYMENT_METHODS, NOT_RECORDED] as const;
export type MethodFilter = (typeof METHODS)[number];

export interface PaymentsFilter {
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  method: MethodFilter;
  /** an e-mail; undefined: whoever received it */
  receivedBy: string | undefined;
  search: string;
}

export interface PaymentsPlace extends PaymentsFilter {
  /** from 1 */
  page: number;
}

export const NO_FILTER: Readonly<PaymentsFilter> = {
  from: undefined,
  to: undefined,
  method: 'all',
  receivedBy: undefined,
  search: '',
};

/** How many fields filter. */
export const filtersOf = ({ from, to, method, receivedBy, search }: PaymentsFilter): number =>
  [from !== undefined, to !== undefined, method !== 'all', receivedBy !== undefined, search.trim() !== ''].filter(
    Boolean,
  ).length;

export const PAYMENTS_FORMAT: AddressFormat<PaymentsPlace> = {
  owns: (path) => path === PATHS.payments,
  read: ({ search: query }) => ({
    from: readDay(query, 'from'),
    to: readDay(query, 'to'),
    method: readChoice(query, 'method', METHODS),
    receivedBy: readReceiver(query),
    search: readSearch(query),
    page: readPage(query),
  }),
  write: ({ from, to, method, receivedBy, search, page }) =>
    withQuery(PATHS.payments, [
      ['from', from ?? '', ''],
      ['to', to ?? '', ''],
      ['method', method, METHODS[0]],
      ['by', receivedBy ?? '', ''],
      ['search', search, ''],
      ['page', String(page), '1'],
    ]),
};

function readDay(query: URLSearchParams, name: string): CalendarDay | undefined {
  const day = query.get(name);
  return day !== null && isCalendarDay(day) ? day : undefined;
}

function readReceiver(query: URLSearchParams): string | undefined {
  const receiver = (query.get('by') ?? '').toWellFormed().trim().slice(0, MAX_LENGTH.email);
  return receiver === '' ? undefined : receiver;
}

/** Input of `payments.list`. */
export function paymentsInput({ from, to, method, receivedBy, search, page }: PaymentsPlace) {
  return {
    query: {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(method !== 'all' && { method }),
      ...(receivedBy !== undefined && { receivedBy }),
      search: search.trim(),
      page,
    },
  };
}
