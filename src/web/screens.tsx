// The screens, each fetched with its texts when it is first needed, or ahead of time. Apart from the router, which the
// login screen does without.
import { wasSignedIn } from './api/was-signed-in.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { areaTexts } from './messages/index.ts';

export const login = lazyScreen(() => import('./features/login/EntryScreen.tsx'));
/** Everything behind the login screen: the router, then the frame around the screens. */
export const routes = lazyScreen(() => import('./Routes.tsx'));
export const frame = lazyScreen(() => import('./shell/Frame.tsx'));

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

/** Fetches, while the page asks who is signed in, what it will most likely need then. */
export function preloadAtStart(): void {
  for (const screen of wasSignedIn() ? [routes, frame] : [login]) screen.preload();
}

/** Fetches what a person needs right after signing in; called while the sign-in is on its way. */
export function preloadAfterSignIn(): void {
  for (const screen of [routes, frame, dashboard, overview]) screen.preload();
}

/** Fetches the other screens of the administrator, so that going there is immediate and works on a lost connection. */
export function preloadScreens(): void {
  for (const screen of [fines, users, events, collected, settings, profile]) screen.preload();
}
