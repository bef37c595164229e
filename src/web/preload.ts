// Which screens are fetched before somebody goes there.
import type { Role } from '../core/permission.ts';
import { addressIn } from './address.ts';
import { wasSignedIn } from './api/was-signed-in.ts';
import { lazyScreen, type Preloadable } from './lazy-screen.tsx';
import { PATHS } from './paths.ts';
import { redirectFor } from './routing.ts';
import * as screens from './screens.tsx';

/** The router and what it needs. The login screen does without them. */
export const routes = lazyScreen(() => import('./Routes.tsx'));

const byPath: Readonly<Record<string, Preloadable>> = {
  [PATHS.dashboard]: screens.dashboard,
  [PATHS.overview]: screens.overview,
  [PATHS.users]: screens.users,
  [PATHS.fines]: screens.fines,
  [PATHS.events]: screens.events,
  [PATHS.collected]: screens.collected,
  [PATHS.settings]: screens.settings,
  [PATHS.profile]: screens.profile,
};

/** What it takes to show a signed-in principal the screen at this address. */
export function neededBy(role: Role, hash: string): readonly Preloadable[] {
  const { path } = addressIn(hash);
  const shown = redirectFor(path, role) ?? path;
  const screen = byPath[`/${shown.split('/')[1] ?? ''}`];
  const always = [routes, screens.frame];
  return screen === undefined ? always : [...always, screen];
}

/** Fetches what is most likely needed, while the page asks who is signed in. */
export function preloadAtStart(): void {
  const likely = wasSignedIn() ? neededBy('administrator', window.location.hash) : [screens.login];
  for (const screen of likely) screen.preload();
}

/** Fetches what is needed right after signing in. */
export function preloadHome(): void {
  for (const screen of [routes, screens.frame, screens.dashboard, screens.overview]) screen.preload();
}

/** Fetches the administrator's screens, so that going there is immediate and works on a lost connection. */
export function preloadAll(): void {
  for (const screen of [routes, screens.frame, ...Object.values(byPath)]) screen.preload();
}
