// Starts the app in the page.
import '../older-browsers.ts';
import '../style/styles.ts';
import { DirectionProvider, MantineProvider, useDirection, localStorageColorSchemeManager } from '@mantine/core';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useLayoutEffect, type JSX, Suspense, useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient, refetchSession } from '../api/client.ts';
import { askForSession, useSessionQuery, followAccount } from '../api/session.ts';
import { switchLanguage, useLanguage } from '../messages/index.ts';
import { directionOf } from '../../core/text/languages.ts';
import { applyLanguage, currentLanguage, rememberedLanguage } from '../messages/language.ts';
import { whenSettled, useSettled, preloadInTurn, type Preloadable } from '../routing/preloadable.ts';
import { theme } from '../style/theme.ts';
import { afterPresses } from '../ui/lists/while-pressed.ts';
import { onChangeInOtherTabs } from '../api/live/other-tabs.ts';
import { replaceAddress, useLink, usePath, currentHash } from '../routing/location.ts';
import { redirectFor, screenOf } from '../routing/routing.ts';
import { mayOpen, SCREEN_NAMES, type ScreenName } from '../routing/screens.ts';
import * as screens from './screens.tsx';
import { ErrorBoundary, FullScreenSpinner } from '../shell/ErrorBoundary.tsx';
import { ACCESS_LEVELS, type AccessLevel, isStaff } from '../../core/people/permission.ts';
import { addressIn } from '../routing/address.ts';
import { lazyScreen, preloadParts } from '../routing/lazy-screen.tsx';
import { waitingList } from '../shell/waiting/signing-out.ts';
import { bubble } from '../ui/controls/hint/Hint.tsx';
import { userSelect } from '../ui/people/user-select.ts';

// The nonce that lets components add styles at run time under the server's Content-Security-Policy.

const PLACEHOLDER = '__CSP_NONCE__';

/** Empty if there is no policy, as with the development server. */
function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content === PLACEHOLDER ? '' : content;
}

/** The scroll lock of dialogs reads its nonce from webpack's global. */
function shareNonce(nonce: string): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}

// The appearance after the first paint (before it: before-paint.js): where the choice is stored, and the colour of the
// browser's own bars.

/** 'light', 'dark' or 'auto'; other tabs follow. before-paint.js reads the same key. */
const appearanceManager = localStorageColorSchemeManager({ key: 'appearance' });

/** Phones paint the bars above and below the page in this colour, which depends on the appearance. */
function syncThemeColor(): void {
  const root = document.documentElement;
  let painted: string | undefined;
  const paint = (): void => {
    // Mantine also writes what the attribute says already, and reading a colour means laying out the whole page.
    const { mantineColorScheme } = root.dataset;
    if (mantineColorScheme === painted) return;
    painted = mantineColorScheme;
    const color = getComputedStyle(root).getPropertyValue('--app-page').trim();
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', color);
  };
  new MutationObserver(paint).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
  paint();
}

// Who was signed in here when the page was last open: only a guess at what the page will need first. before-paint.js
// reads the same key.

const KEY = 'was-signed-in';

/** null: nobody */
function rememberedAccess(): AccessLevel | null {
  try {
    const remembered = localStorage.getItem(KEY);
    return ACCESS_LEVELS.find((level) => level === remembered) ?? null;
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

function rememberSignedIn(access: AccessLevel | null): void {
  try {
    if (access === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, access);
  } catch {
    // As above.
  }
}

// Which screens are fetched before they are opened.

/** What everybody needs after signing in. The login screen does without it. */
const routes = lazyScreen(() => import('./Routes.tsx'));

const byName: Readonly<Record<ScreenName, Preloadable>> = { ...screens.byName, overview: screens.overview };

/** What it takes to show a signed-in principal the screen at this address. */
function neededBy(access: AccessLevel, path: string): readonly Preloadable[] {
  const shown = redirectFor(path, access) ?? path;
  const name = screenOf(addressIn(shown).path);
  const always = [routes, screens.frame];
  return name === undefined ? always : [...always, byName[name]];
}

/** Fetches what is most likely needed while the page asks who is signed in. Returns what the first screen waits for. */
function preloadAtStart(): readonly Preloadable[] {
  const access = rememberedAccess();
  const likely = access === null ? [screens.login] : neededBy('administrator', addressIn(currentHash()).path);
  // Fetched while the screen is drawn, which does not wait for them.
  const beside = access === null || isStaff(access) ? [] : screens.ofMember;
  for (const screen of [...likely, ...beside]) screen.preload();
  return likely;
}

/** Fetches what is needed right after signing in. */
function preloadHome(): void {
  for (const screen of [routes, screens.frame, screens.dashboard, screens.overview]) screen.preload();
}

/** Fetches what most screens need besides the frame: fields, and what opens beside them. */
function preloadControls(): void {
  for (const control of [userSelect, bubble]) control.preload();
}

/** What can open over any screen: offline it could not be fetched when needed. */
const overAny = [screens.keyList, screens.finder, waitingList];

/** Fetches all screens that they may open, and what opens over them, so that they open at once and work offline. */
async function preloadAll(access: AccessLevel): Promise<void> {
  const open = SCREEN_NAMES.filter((name) => mayOpen(name, access)).map((name) => byName[name]);
  const all = [routes, screens.frame, ...open, ...screens.personParts, ...screens.moneyDialogs];
  await preloadInTurn([...all, ...overAny]);
  await preloadParts();
}

/** The same for a member. */
async function preloadOwn(): Promise<void> {
  await preloadInTurn([screens.own.paper, screens.accountDialog, ...overAny]);
  await preloadParts();
}

const nonce = styleNonce();
shareNonce(nonce);
notifyManager.setScheduler(afterPresses(window));
const likely = preloadAtStart();

function renderIn(root: Root): void {
  root.render(
    <StrictMode>
      <DirectionProvider initialDirection={directionOf(currentLanguage())} detectDirection={false}>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={appearanceManager}
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queryClient}>
            <FollowLanguage />
            <App />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
}

/** Stays English if the language of this browser cannot be fetched. */
async function loadLanguage(): Promise<void> {
  const language = rememberedLanguage();
  if (language !== currentLanguage()) await switchLanguage(language).catch(() => applyLanguage(currentLanguage()));
}

/** The session and, if it is known, the files of the first screen. */
async function loadScreen(): Promise<void> {
  if (await askForSession()) await whenSettled(likely);
}

/**
 * The app is first drawn with the screen or, if the session is not known for long, with the reason. Until then the page
 * shows the app's spinner.
 */
async function draw(root: Root): Promise<void> {
  await Promise.all([sheetLoaded, loadLanguage(), loadScreen()]);
  // The colour is in the style sheet.
  syncThemeColor();
  renderIn(root);
}

const place = document.getElementById('root');
const { sheetLoaded } = globalThis as { sheetLoaded?: Promise<unknown> };
// In a browser that is too old, the page removes it (index.html).
if (place !== null) {
  void draw(createRoot(place));
}

// Sets the language of the page, and the direction of the page and of Mantine's components.

function FollowLanguage(): null {
  const { setDirection } = useDirection();
  const language = useLanguage();
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
  return null;
}

// Decides between the spinner, the login screen and the routes, and redirects from addresses the person may not see.

function App(): JSX.Element {
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

  const needed = everSignedIn.current ? neededBy(access ?? 'administrator', path) : [screens.login];
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
          <screens.login.Screen preloadHome={preloadHome} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
