// Which user, which page, and whether the dialog is open: all of it lives in the address.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { finesOf, PATHS } from '../../paths.ts';
import { finesSearch } from './view-search.ts';

interface Place {
  /** undefined: of all users */
  userId: string | undefined;
  /** from 1 */
  page: number;
  /** the "Add New Fine" dialog is open */
  adding: boolean;
}

export interface FinesView extends Readonly<Place> {
  /** Shows one user's fines, or everybody's, from the first page on. */
  showUser(userId: string | undefined): void;
  showPage(page: number): void;
  /** Goes to the first page, unless the person has gone elsewhere: this window has deleted something. */
  toFirstPage(): void;
  /** The same when this window has added something; the dialog is closed. */
  closeAdded(): void;
  /** As showPage, for what the person did not ask for: the Back button then does not lead to it. */
  correctPage(page: number): void;
  openAdd(): void;
  closeAdd(): void;
}

export function useFinesView(): FinesView {
  const { userId } = useParams({ strict: false });
  const { page = 1, add: adding = false } = finesSearch(useSearch({ strict: false }));
  const navigate = useNavigate();

  // The address follows a moment after what was pressed, and the next press must not start from the place before.
  const [place, setPlace] = useState<Place>({ userId, page, adding });
  const address = addressOf({ userId, page, adding });
  const [followed, setFollowed] = useState(address);
  if (followed !== address) {
    setFollowed(address);
    setPlace({ userId, page, adding });
  }

  /** Where the person is, for answers that come later; null once they have left. */
  const now = useRef<Place | null>(place);
  useEffect(() => {
    now.current = place;
    return () => void (now.current = null);
  }, [place]);

  const actions = useMemo(() => {
    const go = (change: Partial<Place>, replace: boolean): void => {
      const from = now.current;
      if (from === null) return;
      const to = { ...from, ...change };
      now.current = to;
      setPlace(to);
      void navigate({ href: addressOf(to), replace, resetScroll: false });
    };
    return {
      showUser: (user: string | undefined) => go({ userId: user, page: 1, adding: false }, false),
      showPage: (next: number) => go({ page: next, adding: false }, false),
      toFirstPage: () => go({ page: 1 }, true),
      closeAdded: () => go({ page: 1, adding: false }, true),
      correctPage: (next: number) => go({ page: next }, true),
      openAdd: () => go({ adding: true }, false),
      closeAdd: () => go({ adding: false }, true),
    };
  }, [navigate, setPlace]);

  return useMemo(() => ({ ...place, ...actions }), [place, actions]);
}

function addressOf({ userId, page, adding }: Place): string {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (adding) query.set('add', 'true');
  const path = userId === undefined ? PATHS.fines : finesOf(userId);
  return query.size === 0 ? path : `${path}?${query}`;
}
