// The screens, each fetched with its texts when it is first needed, or ahead of time. Apart from the router, which the
// login screen does without.
import { wasSignedIn } from './api/was-signed-in.ts';
import type { Role } from '../core/permission.ts';
import { addressIn } from './address.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx';
import { areaTexts } from './messages/index.ts';
import { PATHS } from './paths.ts';
import { redirectFor } from './routing.ts';

export const login = lazyScreen(() => import('./features/login/EntryScreen.tsx'));
/** Everything behind the login screen: the router, then the frame around the screens. */
export const routes = lazyScreen(() => import('./Routes.tsx'));
export const frame = lazyScreen(() => import('./shell/Frame.tsx'));
/** Nothing before signing in says anything by toast. */
export const toasts = lazyScreen(() => import('./shell/Toasts.tsx'));

export const dashboard = lazyScreen(() => import('./features/dashboard/DashboardScreen.tsx'), areaTexts('dashboard'));
export const overview = lazyScreen(() => import('./features/overview/OverviewScreen.tsx'), areaTexts('overview'));
export const users = lazyScreen(() => import('./features/users/UsersScreen.tsx'), areaTexts('users'));
export const fines = lazyScreen(() => import('./features/fines/FinesScreen.tsx'), areaTexts('fines'));
export const events = lazyScreen(() => import('./features/events/EventsScreen.tsx'), areaTexts('events'));
export const collected = lazyScreen(() => import('./features/collected/CollectedScreen.tsx'), areaTexts('collected'));
export const settings = lazyScreen(() => import('./features/settings/SettingsScreen.tsx'), areaTexts('settings'));
export const profile = lazyScreen(() => import('./features/account/ProfileScreen.tsx'), areaTexts('account'));
/** A member's own account; no screen, but the frame must not know a feature either. */
export const accountDialog = lazyScreen(() => import('./features/account/AccountDialog.tsx'), areaTexts('account'));

const byPath: Readonly<Record<string, LazyScreen<object>>> = {
  [PATHS.dashboard]: dashboard,
  [PATHS.overview]: overview,
  [PATHS.users]: users,
  [PATHS.fines]: fines,
  [PATHS.events]: events,
  [PATHS.collected]: collected,
  [PATHS.settings]: settings,
  [PATHS.profile]: profile,
};

/** What is needed to show a signed-in visitor the screen at this address. */
export function neededBy(role: Role, hash: string): readonly LazyScreen<object>[] {
  const { path } = addressIn(hash);
  const shown = redirectFor(path, role) ?? path;
  const screen = byPath[`/${shown.split('/')[1] ?? ''}`];
  const always = [routes, frame, toasts];
  return screen === undefined ? always : [...always, screen];
}

/** Fetches, while the page asks who is signed in, what it will most likely need then. */
export function preloadAtStart(): void {
  const likely = wasSignedIn() ? neededBy('administrator', window.location.hash) : [login];
  for (const screen of likely) screen.preload();
}

/** Fetches what a person needs right after signing in; called while the sign-in is on its way. */
export function preloadAfterSignIn(): void {
  for (const screen of [routes, frame, toasts, dashboard, overview]) screen.preload();
}

/** Fetches the other screens of the administrator, so that going there is immediate and works on a lost connection. */
export function preloadScreens(): void {
  for (const screen of [fines, users, events, collected, settings, profile]) screen.preload();
}
