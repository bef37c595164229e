// The screen of the address, the toasts and the live feed, for those who are or were signed in (see routing.ts).
import type { JSX } from 'react';
import { Suspense, useEffect, useRef } from 'react';
import { isAtLeast } from '../../core/people/permission.ts';
import { startLiveFeed } from '../api/live/live.ts';
import { followPresses, forgetDevice } from '../push/device.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { isolated } from '../messages/isolated.ts';
import { FIGURES_SHOWN_MS, toast } from '../ui/feedback/toast.tsx';
import { Later } from './Later.tsx';
import { usePath } from '../routing/location.ts';
import { PATHS } from '../routing/paths.ts';
import { Preloading, type PreloadingProps } from './Preloading.tsx';
import { redirectFor, screenOf } from '../routing/routing.ts';
import {
  accountDialog,
  byPath,
  collected,
  collectPayment,
  frame,
  giveBack,
  login,
  overview,
  own,
  remindDialog,
  toasts,
  notificationsOffer,
  ownRequests,
} from './screens.tsx';
import { useMoneyDialog } from '../ui/money/opening/money-dialog.ts';
import { keepFocusOfBusy } from '../ui/dialogs/focus.ts';
import { Keys } from './Keys.tsx';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { FullScreenSpinner } from '../shell/FullScreenSpinner.tsx';
import { useWaiting } from '../shell/waiting/WaitingBar.tsx';

interface RoutesProps extends Omit<PreloadingProps, 'access'> {
  /** how many sign-in links were opened while somebody was signed in */
  unusedLinks: number;
  /** Fetches what is needed right after signing in. */
  preloadHome: () => void;
}

export default function Routes({ unusedLinks, preloadHome, ...others }: RoutesProps): JSX.Element {
  const { t } = useTexts();
  const { principal } = useSession();
  const access = principal?.access ?? null;
  const isStaff = access !== null && isAtLeast(access, 'viewer');
  const email = principal?.email ?? null;

  useEffect(keepFocusOfBusy, []);
  useEffect(followPresses, []);
  // This device stops showing notifications for the person who was signed in.
  useEffect(() => {
    if (email === null) void forgetDevice();
  }, [email]);
  useWaiting(principal);

  const name = principal?.name || email;
  const told = useRef(0);
  useEffect(() => {
    if (unusedLinks === told.current || name === null) return;
    told.current = unusedLinks;
    toast.info(t('shell.unusedLink', { name: isolated(name) }), { autoClose: FIGURES_SHOWN_MS, id: 'unused-link' });
  }, [unusedLinks, name, t]);

  const path = usePath();
  return (
    <>
      {redirectFor(path, access) === null ? (
        <Screen path={screenOf(path)} preloadHome={preloadHome} />
      ) : (
        // App is about to replace the address.
        <FullScreenSpinner />
      )}
      {isStaff && <MoneyDialogs />}
      <Preloading access={access} {...others} />
      {access !== null && <Keys />}
      <Later>
        <LiveFeed email={email} booksVersion={principal?.booksVersion ?? ''} />
        <Suspense>
          <toasts.Screen />
        </Suspense>
      </Later>
    </>
  );
}

function LiveFeed({ email, booksVersion }: { email: string | null; booksVersion: string }): null {
  // Read once, when the feed starts; the feed keeps its own position afterwards.
  const from = useRef('');
  from.current = booksVersion;
  useEffect(() => (email === null ? undefined : startLiveFeed(email, from.current)), [email]);
  return null;
}

/** Rendered once opened, so that nothing breaks if one cannot be fetched; it stays while it fades out. */
function MoneyDialogs(): JSX.Element | null {
  const { open, over, close } = useMoneyDialog();
  const opened = useRef(new Set<string>());
  if (open !== null) opened.current.add(open.kind);
  // Going to another screen closes it; what was typed stays for the next time.
  const path = usePath();
  const wasOver = useRef<string | null>(null);
  useEffect(() => {
    if (over !== null && over !== path && wasOver.current === over) close();
    wasOver.current = path;
  }, [over, path, close]);
  return (
    <Suspense>
      {opened.current.has('collect') && <collectPayment.Screen />}
      {opened.current.has('give-back') && <giveBack.Screen />}
      {opened.current.has('remind') && <remindDialog.Screen />}
    </Suspense>
  );
}

/** One user's fines are the fines screen too, so that it stays in place when the filter changes. */
function Screen({ path, preloadHome }: { path: string; preloadHome: () => void }): JSX.Element {
  const Framed = byPath[path]?.Screen;
  // SHELL-6: the overview and the collected fines have top bars of their own.
  const unframed: Record<string, JSX.Element> = {
    [PATHS.login]: <login.Screen preloadHome={preloadHome} />,
    [PATHS.overview]: (
      <overview.Screen
        AccountDialog={accountDialog.Screen}
        OwnRequests={ownRequests.Screen}
        OwnPayments={own.payments.Screen}
        OwnPaper={own.paper.Screen}
        NotificationsOffer={notificationsOffer.Screen}
      />
    ),
    [PATHS.collected]: <collected.Screen />,
  };
  // An error concerns only one screen: others can still be opened.
  const screen = <ErrorBoundary key={path}>{unframed[path] ?? (Framed && <Framed />)}</ErrorBoundary>;
  return path in unframed ? screen : <frame.Screen>{screen}</frame.Screen>;
}
