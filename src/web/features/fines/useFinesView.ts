// Which user, which page, and whether the dialog is open: all of it lives in the address.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { finesOf, PATHS } from '../../paths.ts';
import type { FinesSearch } from './view-search.ts';
import { finesSearch } from './view-search.ts';

export interface FinesView {
  /** undefined: of all users */
  userId: string | undefined;
  /** from 1 */
  page: number;
  /** the "Add New Fine" dialog is open */
  adding: boolean;
  /** Shows one user's fines, or everybody's, from the first page on. */
  showUser(userId: string | undefined): void;
  showPage(page: number): void;
  /** Goes to the first page and closes the dialog: this window has added or deleted. */
  toFirstPage(): void;
  /** As showPage, for what the person did not ask for: the Back button then does not lead to it. */
  correctPage(page: number): void;
  openAdd(): void;
  closeAdd(): void;
}

export function useFinesView(): FinesView {
  const { userId } = useParams({ strict: false });
  const { page = 1, add = false } = finesSearch(useSearch({ strict: false }));
  const navigate = useNavigate();

  const go = useCallback(
    (user: string | undefined, search: FinesSearch, replace: boolean) => {
      const query = new URLSearchParams();
      if (search.page !== undefined && search.page > 1) query.set('page', String(search.page));
      if (search.add === true) query.set('add', 'true');
      const path = user === undefined ? PATHS.fines : finesOf(user);
      void navigate({ href: query.size === 0 ? path : `${path}?${query}`, replace, resetScroll: false });
    },
    [navigate],
  );

  return useMemo(
    () => ({
      userId,
      page,
      adding: add,
      showUser: (user) => go(user, {}, false),
      showPage: (next) => go(userId, { page: next }, false),
      toFirstPage: () => go(userId, {}, true),
      correctPage: (next) => go(userId, { page: next, ...(add ? { add } : {}) }, true),
      openAdd: () => go(userId, { page, add: true }, false),
      closeAdd: () => go(userId, { page }, true),
    }),
    [userId, page, add, go],
  );
}
