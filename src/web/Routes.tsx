// The routes as a component, for whoever is or was signed in. The role decides anew who may be where.
import { RouterProvider } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { useSession } from './api/session.ts';
import { router } from './router.tsx';

export default function Routes(): JSX.Element {
  const { visitor } = useSession();
  const role = visitor?.role ?? null;
  const email = visitor?.email ?? null;
  useEffect(() => {
    void router.invalidate();
  }, [role, email]);
  return <RouterProvider router={router} context={{ role }} />;
}
