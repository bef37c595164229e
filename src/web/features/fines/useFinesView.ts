// Whose fines are shown, of which status, which page, and whether the dialog is open; and the functions that change it.
import { useLayoutEffect, useMemo } from 'react';
import type { StatusFilter } from '../../../contract/fines/fines.ts';
import { putPageBelow } from '../../routing/location.ts';
import type { Place } from './fines-place.ts';
import { FINES_FORMAT } from './fines-place.ts';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';

export interface FinesView extends Readonly<Place> {
  /** Shows one user's fines, or everybody's, from the first page on. */
  showUser(userId: string | undefined): void;
  /** Shows the fines of a status, or all, from the first page on. */
  showStatus(status: StatusFilter): void;
  /** Shows the fines that a search finds, from the first page on. */
  showSearch(search: string): void;
  showPage(page: number): void;
  /** Goes to the first page, because this window has deleted something. */
  toFirstPage(): void;
  /** The same after this window has added something, which is not paid; closes the dialog. */
  closeAdded(): void;
  /** Like showPage, but not asked for by the person: the Back button does not lead to the previous page. */
  correctPage(page: number): void;
  openAdd(): void;
  closeAdd(): void;
}

export function useFinesView(): FinesView {
  const [place, change] = useAddressState(FINES_FORMAT);
  const actions = useMemo(() => {
    const go = (to: Partial<Place>, history: 'push' | 'replace' | 'dialog' | 'typing'): void =>
      change((now) => ({ ...now, ...to }), history);
    return {
      showUser: (userId: string | undefined) => go({ userId, page: 1, adding: false }, 'push'),
      showStatus: (status: StatusFilter) => go({ status, page: 1, adding: false }, 'push'),
      showSearch: (search: string) => go({ search, page: 1, adding: false }, 'typing'),
      showPage: (page: number) => go({ page, adding: false }, 'push'),
      toFirstPage: () => go({ page: 1 }, 'replace'),
      closeAdded: () =>
        change(
          (now) => ({
            ...now,
            status: now.status === 'Pending' ? now.status : 'all',
            search: '',
            page: 1,
            adding: false,
          }),
          'replace',
        ),
      correctPage: (page: number) => go({ page }, 'replace'),
      openAdd: () => go({ adding: true }, 'dialog'),
      closeAdd: () => go({ adding: false }, 'replace'),
    };
  }, [change]);
  // Before the dialog opens.
  useLayoutEffect(() => {
    if (place.adding) putPageBelow(FINES_FORMAT.write({ ...place, adding: false }));
  }, [place]);
  return useMemo(() => ({ ...place, ...actions }), [place, actions]);
}
