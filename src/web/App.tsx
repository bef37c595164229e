// Decides between the spinner, the login screen and the routes, and follows the live feed while somebody is signed in.
import type { JSX } from 'react';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { Role } from '../core/permission.ts';
import { followAccount } from './api/account-language.ts';
import { refetchSession } from './api/client.ts';
import { startLiveFeed } from './api/live.ts';
import { onChangeInOtherTabs } from './api/other-tabs.ts';
import { useSessionQuery } from './api/session.ts';
import { rememberSignedIn } from './api/was-signed-in.ts';
import { addressIn } from './address.ts';
import { useSettled } from './lazy-screen.tsx';
import { neededBy, preloadAll, preloadHome, routes } from './preload.ts';
import { redirectFor } from './routing.ts';
import { login } from './screens.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { FullScreenSpinner } from './shell/FullScreenSpinner.tsx';
import { replaceAddress, useAddress } from './useAddress.ts';

export function App(): JSX.Element {
  const { data: session, failureCount } = useSessionQuery();
  const principal = session?.principal ?? null;
  const email = principal?.email ?? null;
  const role = principal?.role ?? null;

  const everSignedIn = useRef(false);
  if (principal !== null) everSignedIn.current = true;

  const known = session !== undefined;
  // The router does the same once it has been fetched.
  useLayoutEffect(() => {
    if (known) redirect(role);
  }, [known, role]);
  useEffect(() => {
    if (known) rememberSignedIn(email !== null);
  }, [known, email]);

  const ofAccount = principal?.language ?? null;
  useEffect(() => {
    // A language that cannot be fetched or saved now leaves the page as it is; the account decides at the next visit.
    if (email !== null) followAccount(ofAccount).catch(() => {});
  }, [email, ofAccount]);

  // Read once, when the feed starts; the feed keeps its own position afterwards.
  const booksVersion = useRef<string | null>(null);
  booksVersion.current = principal?.booksVersion ?? null;
  useEffect(() => (email === null ? undefined : startLiveFeed(booksVersion.current)), [email]);

  useEffect(() => onChangeInOtherTabs(() => void refetchSession()), []);

  const needed = everSignedIn.current ? neededBy(role ?? 'administrator', window.location.hash) : [login];
  const settled = useSettled(needed);
  useEffect(() => {
    if (known) for (const screen of needed) screen.preload();
  });
  // Once shown, the login screen or the routes stay; screens that are fetched later suspend inside them.
  const shown = useRef<'login' | 'routes' | null>(null);
  const wanted = everSignedIn.current ? 'routes' : 'login';
  if (!known || (!settled && shown.current !== wanted)) return <FullScreenSpinner unreachable={failureCount > 0} />;
  shown.current = wanted;
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        {everSignedIn.current ? <routes.Screen preloadHome={preloadHome} preloadAll={preloadAll} /> : <Entry />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** Applies the routing rules (routing.ts) to the address. */
function redirect(role: Role | null): void {
  const destination = redirectFor(addressIn(window.location.hash).path, role);
  if (destination !== null) replaceAddress(destination);
}

/** The login screen before anybody has signed in: a single screen, which does without the router. */
function Entry(): JSX.Element {
  const { path } = useAddress();
  useEffect(() => redirect(null), [path]);
  return <login.Screen preloadHome={preloadHome} />;
}
