// The routes and the toasts as a component, for whoever is or was signed in. The role decides anew who may be where.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { useSession } from './api/session.ts';
import { router } from './router.tsx';
import { Toasts } from './shell/Toasts.tsx';

/** Other screens are fetched once the one on show has had nothing more to read for so long. */
const PRELOAD_AFTER_MS = 300;

interface RoutesProps {
  /** Fetches what is needed right after signing in. */
  preloadHome: () => void;
  /** Fetches all screens of the administrator. */
  preloadAll: () => void;
}

export default function Routes({ preloadHome, preloadAll }: RoutesProps): JSX.Element {
  const { principal } = useSession();
  const role = principal?.role ?? null;
  const email = principal?.email ?? null;
  useEffect(() => {
    void router.invalidate();
  }, [role, email]);
  const reading = useIsFetching();
  const queries = useQueryClient().getQueryCache();
  useEffect(() => {
    // Only the session has been read: the screen is still on its way.
    const isEmpty = queries.getAll().length < 2;
    if (role !== 'administrator' || reading > 0 || isEmpty) return undefined;
    const timer = setTimeout(preloadAll, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [role, reading, queries, preloadAll]);
  return (
    <>
      <RouterProvider router={router} context={{ role, preloadHome }} />
      <Toasts />
    </>
  );
}
