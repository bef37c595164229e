// Decides between the spinner, the login screen and the routes, and redirects from addresses the person may not see.
import type { JSX } from 'react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followAccount } from '../api/account-language.ts';
import { refetchSession } from '../api/client.ts';
import { onChangeInOtherTabs } from '../api/live/other-tabs.ts';
import { useSessionQuery } from '../api/session.ts';
import { rememberSignedIn } from '../api/was-signed-in.ts';
import { useSettled } from '../routing/preloadable.ts';
import { replaceAddress, useLink, usePath } from '../routing/location.ts';
import { neededBy, preloadAll, preloadControls, preloadHome, preloadOwn, routes } from './preload.ts';
import { redirectFor } from '../routing/routing.ts';
import { login } from './screens.tsx';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { FullScreenSpinner } from '../shell/FullScreenSpinner.tsx';

export function App(): JSX.Element {
  const { data: session, failureCount } = useSessionQuery();
  const principal = session?.principal ?? null;
  const email = principal?.email ?? null;
  const access = principal?.access ?? null;

  const everSignedIn = useRef(false);
  if (principal !== null) everSignedIn.current = true;

  const known = session !== undefined;
  const path = usePath();
  /** how many sign-in links were opened while somebody was signed in already */
  const [unusedLinks, setUnusedLinks] = useState(0);
  const link = useLink();
  /** the link by which somebody may sign in now: several can be opened one after the other */
  const usable = useRef('');
  useLayoutEffect(() => {
    if (known && access === null) usable.current = link;
    const destination = known ? redirectFor(path, access) : null;
    if (destination === null) return;
    if (access !== null && link !== '' && usable.current !== link) setUnusedLinks((links) => links + 1);
    replaceAddress(destination);
  }, [known, path, link, access]);
  useEffect(() => {
    if (known) rememberSignedIn(access);
  }, [known, access]);

  const ofAccount = principal?.language ?? null;
  useEffect(() => {
    // A language that cannot be fetched or saved now leaves the page as it is; the account decides at the next visit.
    if (email !== null) followAccount(ofAccount).catch(() => {});
  }, [email, ofAccount]);

  useEffect(() => onChangeInOtherTabs(() => void refetchSession()), []);

  const needed = everSignedIn.current ? neededBy(access ?? 'administrator', path) : [login];
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
        {everSignedIn.current ? (
          <routes.Screen
            unusedLinks={unusedLinks}
            preloadHome={preloadHome}
            preloadControls={preloadControls}
            preloadAll={preloadAll}
            preloadOwn={preloadOwn}
          />
        ) : (
          <login.Screen preloadHome={preloadHome} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
