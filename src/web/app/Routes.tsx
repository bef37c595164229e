// The screen of the address, the toasts and the live feed, for those who are or were signed in (see routing.ts).
import { type JSX, Suspense, useEffect, useRef, type ReactNode, useState } from 'react';
import { type AccessLevel, isStaff } from '../../core/people/permission.ts';
import { startLiveFeed } from '../api/live/live.ts';
import { followPresses, forgetDevice } from '../push/device.ts';
import { useSession, useMay } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { isolated } from '../messages/translate.ts';
import { FIGURES_SHOWN_MS, toast } from '../ui/feedback/toast.tsx';
import { usePath, useAddress } from '../routing/location.ts';
import { asksToAddFine, userOn } from '../routing/paths.ts';
import { redirectFor, screenOf } from '../routing/routing.ts';
import { screenNamed, type ScreenName } from '../routing/screens.ts';
import {
  accountDialog,
  byName,
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
  finder,
  keyList,
} from './screens.tsx';
import { useMoneyDialog, type MoneyDialog } from '../ui/money/opening/opening.ts';
import { keepFocusOfBusy } from '../ui/dialogs/focus.ts';
import { ErrorBoundary, FullScreenSpinner } from '../shell/ErrorBoundary.tsx';
import { useWaiting } from '../shell/waiting/WaitingBar.tsx';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { addFines } from '../../contract/fines/fines.ts';
import { cacheForFining } from '../api/offline-cache/offline-cache.ts';
import { registerServiceWorker } from '../offline/registration.ts';
import { useHotkeys } from '@mantine/hooks';
import { takePayment } from '../../contract/money/payments.ts';
import { find } from '../../contract/overview.ts';
import { isDialogOpen } from '../ui/dialogs/layers.ts';
import { useEver } from '../ui/dialogs/dialog-state.ts';
import { addFineFrom, cancelAddFine } from '../ui/money/opening/add-fine.ts';
import type { Key } from '../ui/keys/key.ts';
import { hotkeysOf, isTyping, useSingleKeys } from '../ui/keys/keys.ts';
import { type Overlay, showOverlay, useOverlay } from '../ui/keys/overlay.ts';
import { useTypedAhead } from '../ui/keys/typed-ahead.ts';

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
        <Screen name={screenOf(path)} preloadHome={preloadHome} />
      ) : (
        // App is about to replace the address.
        <FullScreenSpinner />
      )}
      {isStaff(access) && <MoneyDialogs />}
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

/** The login has no name. */
function Screen({ name, preloadHome }: { name: ScreenName | undefined; preloadHome: () => void }): JSX.Element {
  // An error concerns only one screen: others can still be opened.
  const screen = <ErrorBoundary key={name}>{contentOf(name, preloadHome)}</ErrorBoundary>;
  return name === undefined || screenNamed(name).ownBar ? screen : <frame.Screen>{screen}</frame.Screen>;
}

function contentOf(name: ScreenName | undefined, preloadHome: () => void): JSX.Element {
  if (name === undefined) return <login.Screen preloadHome={preloadHome} />;
  if (name === 'overview') {
    return (
      <overview.Screen
        AccountDialog={accountDialog.Screen}
        OwnRequests={ownRequests.Screen}
        OwnPayments={own.payments.Screen}
        OwnPaper={own.paper.Screen}
        NotificationsOffer={notificationsOffer.Screen}
      />
    );
  }
  const { Screen: Framed } = byName[name];
  return <Framed />;
}

// What nobody waits for: rendered once the screen has been drawn, so that its files and requests do not compete with
// those of the screen. A component of its own, so that nothing but its children is rendered again.

/** Enough for a slow phone to paint. */
const LATER_MS = 100;

function Later({ children }: { children: ReactNode }): JSX.Element | null {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDrawn(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn ? <>{children}</> : null;
}

// Fetches other screens once the one on show has had nothing to read for a while, and keeps the app on the device. A
// component of its own, because each read begins and ends with a render of what counts the reads.

/** Long enough not to compete with what the screen on show needs. */
const PRELOAD_AFTER_MS = 2000;
/** Sooner, for people who move on at once: what most other screens need. */
const CONTROLS_AFTER_MS = 300;

/** A browser that is to save data gets only the screens that somebody opens. Firefox and Safari do not say. */
const isToSaveData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** For tests: all has been fetched, or could not be. */
const showPreloaded = (): void => void (document.documentElement.dataset['preloaded'] = '');

interface PreloadingProps {
  /** null: not signed in */
  access: AccessLevel | null;
  /** Fetches what most other screens need, for those who read them. */
  preloadControls: () => void;
  /** Fetches all screens that they may open. */
  preloadAll: (access: AccessLevel) => Promise<void>;
  /** Fetches what opens over a member's screen. */
  preloadOwn: () => Promise<void>;
}

function Preloading({ access, preloadControls, preloadAll, preloadOwn }: PreloadingProps): null {
  const mayFine = useMay()(addFines);
  const ofStaff = isStaff(access);
  // Reads of what is already on the screen keep nobody waiting.
  const reading = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const queryClient = useQueryClient();
  const queries = queryClient.getQueryCache();
  useEffect(() => {
    // Only the session has been read: the screen is still loading.
    const isEmpty = queries.getAll().length < 2;
    if (reading > 0 || isEmpty) return undefined;
    const soon = setTimeout(() => ofStaff && preloadControls(), CONTROLS_AFTER_MS);
    const timer = setTimeout(() => {
      registerServiceWorker();
      if (!isToSaveData() && access !== null) void (ofStaff ? preloadAll(access) : preloadOwn()).then(showPreloaded);
      if (mayFine) void cacheForFining(queryClient);
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(soon);
      clearTimeout(timer);
    };
  }, [access, ofStaff, mayFine, reading, queryClient, queries, preloadControls, preloadAll, preloadOwn]);
  return null;
}

// What the keys do on every screen, and the two dialogs that belong to them. Rendered once, for those signed in.

/** Focuses the screen's own search. Returns whether it has one. */
function focusSearch(): boolean {
  const boxes = document.querySelectorAll<HTMLInputElement>('input[data-screen-search]');
  const box = [...boxes].find((one) => one.getClientRects().length > 0);
  box?.focus();
  box?.select();
  return box !== undefined;
}

/** Which dialog that begins with a field is open or about to open. */
function typesInto(overlay: Overlay | null, money: MoneyDialog | null, addsFine: boolean): string | null {
  if (overlay !== null) return overlay === 'finder' ? 'finder' : null;
  if (money !== null)
    return money.kind === 'collect' && money.taken === undefined ? `from ${money.userId ?? ''}` : null;
  return addsFine ? 'fine' : null;
}

function Keys(): JSX.Element {
  const may = useMay();
  const mayFind = may(find);
  const address = useAddress();
  const { path } = address;
  const money = useMoneyDialog();
  const [single] = useSingleKeys();
  const open = useOverlay();
  const hasFinder = useEver(open === 'finder');
  const hasKeys = useEver(open === 'keys');
  /** A dialog that a key has opened may still be on its way. */
  const opens = open !== null || money.open !== null || asksToAddFine(address);
  const addsFine = asksToAddFine(address) && may(addFines);
  useTypedAhead(typesInto(open, money.open, addsFine), () => {
    if (open !== null) showOverlay(null);
    else if (money.open !== null) money.close();
    else cancelAddFine();
  });
  // An open dialog belongs to the person who was signed in.
  useEffect(() => () => showOverlay(null), []);

  /** `run` returns false if there is nothing to do; then the press is left to the browser. */
  const on = (key: Key, run: () => boolean | void): ReturnType<typeof hotkeysOf> =>
    hotkeysOf(key, (event) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return;
      // Ctrl+K types nothing, and the browser would leave the page for its own search.
      if (key !== 'finder' && (opens || isTyping(event.target))) return;
      if (run() !== false) event.preventDefault();
    });

  useHotkeys(
    [
      ...(mayFind ? on('finder', () => showOverlay('finder')) : []),
      ...(single
        ? [
            ...on('help', () => showOverlay('keys')),
            ...on('search', () => {
              if (focusSearch()) return true;
              if (mayFind) showOverlay('finder');
              return mayFind;
            }),
            ...(may(addFines) ? on('addFine', () => addFineFrom(path)) : []),
            ...(may(takePayment) ? on('collect', () => money.show({ kind: 'collect', userId: userOn(path) })) : []),
          ]
        : []),
    ],
    [],
  );
  return (
    <Suspense>
      {hasFinder && <finder.Screen />}
      {hasKeys && <keyList.Screen />}
    </Suspense>
  );
}
