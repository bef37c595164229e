// The payments on the screen: which ones, which page, and the query for them.
import { useMemo } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { listPayments } from '../../../contract/payments.ts';
import { useRead } from '../../api/hooks.ts';
import type { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useLoadFailure } from '../../ui/LoadFailure.tsx';
import { pageCount } from '../../ui/page-numbers.ts';
import { useAddressState } from '../../ui/useAddressState.ts';
import { useLastPage } from '../../ui/useListPage.ts';
import type { PaymentsFilter, PaymentsPlace } from './payments-place.ts';
import { NO_FILTER, PAYMENTS_FORMAT, paymentsInput } from './payments-place.ts';

export type PaymentsList = Output<typeof listPayments>;

export interface PaymentsView extends Readonly<PaymentsPlace> {
  /** Another filter starts at its first page. 'typing' for what changes with every key. */
  filter: (change: Partial<PaymentsFilter>, how?: 'typing') => void;
  clear: () => void;
  showPage: (page: number) => void;
}

export interface ShownPayments {
  view: PaymentsView;
  list: PaymentsList | undefined;
  pages: number;
  /** `list` is of the filter or page before */
  stale: boolean;
  failure: LoadFailure;
}

export function usePayments(): ShownPayments {
  const [place, change] = useAddressState(PAYMENTS_FORMAT);
  const actions = useMemo(
    () => ({
      filter: (to: Partial<PaymentsFilter>, how: 'typing' | 'push' = 'push') =>
        change((now) => ({ ...now, ...to, page: 1 }), how),
      clear: () => change((now) => ({ ...now, ...NO_FILTER, page: 1 }), 'push'),
      showPage: (page: number) => change((now) => ({ ...now, page }), 'push'),
      correctPage: (page: number) => change((now) => ({ ...now, page }), 'replace'),
    }),
    [change],
  );
  const view = useMemo(() => ({ ...place, ...actions }), [place, actions]);
  const query = useRead(listPayments, paymentsInput(place));
  const { data: list, isPlaceholderData: stale } = query;
  const pages = list === undefined ? undefined : pageCount(list.totalItems, list.pageSize);
  const isGone = useLastPage(place.page, stale ? undefined : pages, actions.correctPage);
  return { view, list: isGone ? undefined : list, pages: pages ?? 1, stale, failure: useLoadFailure(query) };
}
