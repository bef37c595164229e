// The frame around the administrator's screens. Screens with a top bar of their own, a member's among them, are
// outside of it.
import type { JSX } from 'react';
import { useSession } from '../api/session.ts';
import { AdministratorShell } from './AdministratorShell.tsx';
import { FullScreenSpinner } from './FullScreenSpinner.tsx';

export default function Frame(): JSX.Element {
  const { principal } = useSession();
  // Signed out, or signed in as somebody else: the router is about to redirect.
  return principal?.role === 'administrator' ? <AdministratorShell /> : <FullScreenSpinner />;
}
