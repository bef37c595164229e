// The users on the overview: search, order, page, and the query for them.
import { useRef } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { type OwnSummary, listSummaries } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { type ListPage, useListPage } from '../../ui/lists/paging/paging.tsx';
import { type SortedView, useSortedView } from '../../ui/lists/paging/useAddressState.ts';
import { type OverviewSort, OVERVIEW_FORMAT, overviewInput } from './overview-view.ts';

export type OverviewPage = Output<typeof listSummaries>;

export interface Overview extends ListPage<OverviewPage> {
  view: SortedView<OverviewSort>;
  /** a member's own record; null for the administrator, undefined until it is known */
  own: OwnSummary | null | undefined;
  /** for a member; undefined until it is known */
  howToPay: OverviewPage['howToPay'] | undefined;
}

export function useOverview(): Overview {
  const view = useSortedView(OVERVIEW_FORMAT);
  const reading = useRead(listSummaries, overviewInput(view));
  // Like the totals, these do not depend on the search, so they stay when one fails.
  const said = useRef<Pick<OverviewPage, 'own' | 'howToPay'> | undefined>(undefined);
  if (reading.data !== undefined) said.current = reading.data;
  return { view, own: said.current?.own, howToPay: said.current?.howToPay, ...useListPage(view, reading) };
}
