// Decides between "not known yet", the login screen and the routes, and follows the live feed while somebody is signed
// in.
import type { JSX } from 'react';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { Role } from '../core/permission.ts';
import { askWhoIsSignedIn } from './api/client.ts';
import { startLiveFeed } from './api/live.ts';
import { hearOtherTabs } from './api/other-tabs.ts';
import { useSessionQuery } from './api/session.ts';
import { rememberSignedIn } from './api/was-signed-in.ts';
import { addressIn, replaceAddress, useAddress } from './address.ts';
import { redirectFor } from './routing.ts';
import { useSettled } from './lazy-screen.tsx';
import { login, neededBy, routes, toasts } from './screens.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { FullScreenSpinner } from './shell/FullScreenSpinner.tsx';

export function App(): JSX.Element {
  const { data: session, failureCount } = useSessionQuery();
  const visitor = session?.visitor ?? null;
  const email = visitor?.email ?? null;
  const role = visitor?.role ?? null;

  const everSignedIn = useRef(false);
  if (visitor !== null) everSignedIn.current = true;

  const known = session !== undefined;
  // The router does the same, but it may still be on its way: the address must not be that of another screen meanwhile.
  useLayoutEffect(() => {
    if (known) lead(role);
  }, [known, role]);
  useEffect(() => {
    if (known) rememberSignedIn(email !== null);
  }, [known, email]);

  // Where the feed began stays as it was: later answers to who is signed in only say where it is by now.
  const livePosition = useRef(0);
  livePosition.current = visitor?.livePosition ?? 0;
  useEffect(() => (email === null ? undefined : startLiveFeed(livePosition.current)), [email]);

  useEffect(() => hearOtherTabs(() => void askWhoIsSignedIn()), []);

  const needed = everSignedIn.current ? neededBy(role ?? 'administrator', window.location.hash) : [login];
  const settled = useSettled(needed);
  useEffect(() => {
    if (known) for (const screen of needed) screen.preload();
  });
  // What was there once stays: screens that come later are waited for in their place.
  const shown = useRef<'login' | 'routes' | null>(null);
  const wanted = everSignedIn.current ? 'routes' : 'login';
  if (!known || (!settled && shown.current !== wanted)) return <FullScreenSpinner unreachable={failureCount > 0} />;
  shown.current = wanted;
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<FullScreenSpinner />}>{everSignedIn.current ? <routes.Screen /> : <Entry />}</Suspense>
      </ErrorBoundary>
      {everSignedIn.current ? (
        <ErrorBoundary quiet>
          <Suspense>
            <toasts.Screen />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}

/** Puts the address right for who is here (routing.ts). */
function lead(role: Role | null): void {
  const destination = redirectFor(addressIn(window.location.hash).path, role);
  if (destination !== null) replaceAddress(destination);
}

/** The login screen before anybody signed in: the one route there is, so it needs no router to be fetched. */
function Entry(): JSX.Element {
  const { path } = useAddress();
  useEffect(() => lead(null), [path]);
  return <login.Screen />;
}
