// The view of the dashboard, and its copy in the address.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { PATHS } from '../../paths.ts';
import type { DashboardView } from './dashboard-view.ts';
import { readView, writeView } from './dashboard-view.ts';

/** Changes what is shown, starting from what is shown then: a search comes a moment after the key. */
export type ChangeView = (update: (view: DashboardView) => DashboardView) => void;

/** The address follows when the typing rests: browsers allow only so many changes of it a second. */
const REST_MS = 300;

export function useDashboardView(): [DashboardView, ChangeView] {
  // Not the router's parsed search, which would make the number 7 of a search for 007. Null: on the way elsewhere.
  const address = useLocation({
    select: ({ pathname, searchStr }) => (pathname === PATHS.dashboard ? searchStr : null),
  });
  const navigate = useNavigate();
  const [view, setView] = useState(() => readView(address ?? ''));
  /** what the address says, as writeView puts it */
  const written = useRef(writeView(view));

  useEffect(() => {
    if (address === null) return;
    const asked = readView(address);
    if (writeView(asked) === written.current) return;
    written.current = writeView(asked);
    setView(asked);
  }, [address]);

  useEffect(() => {
    const query = writeView(view);
    if (query === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = query;
      const href = query === '' ? PATHS.dashboard : `${PATHS.dashboard}?${query}`;
      // In place: Back leads to the screen before, not through every search.
      void navigate({ href, replace: true, resetScroll: false });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [view, navigate]);

  return [view, setView];
}
