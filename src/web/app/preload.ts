// Which screens are fetched before they are opened.
import type { AccessLevel } from '../../core/people/permission.ts';
import { addressIn } from '../routing/address.ts';
import { rememberedAccess } from '../api/was-signed-in.ts';
import { lazyScreen, preloadParts } from '../routing/lazy-screen.tsx';
import { preloadInTurn, type Preloadable } from '../routing/preloadable.ts';
import { currentHash } from '../routing/location.ts';
import { PATHS } from '../routing/paths.ts';
import { redirectFor, screenOf } from '../routing/routing.ts';
import * as screens from './screens.tsx';
import { waitingList } from '../shell/waiting/waiting-list.ts';
import { bubble } from '../ui/controls/hint/bubble.ts';
import { userSelect } from '../ui/people/user-select.ts';

/** What everybody needs after signing in. The login screen does without it. */
export const routes = lazyScreen(() => import('./Routes.tsx'));

const byPath: Readonly<Record<string, Preloadable>> = { ...screens.byPath, [PATHS.overview]: screens.overview };

/** What it takes to show a signed-in principal the screen at this address. */
export function neededBy(access: AccessLevel, path: string): readonly Preloadable[] {
  const shown = redirectFor(path, access) ?? path;
  const screen = byPath[screenOf(addressIn(shown).path)];
  const always = [routes, screens.frame];
  return screen === undefined ? always : [...always, screen];
}

/** Fetches what is most likely needed while the page asks who is signed in. Returns what the first screen waits for. */
export function preloadAtStart(): readonly Preloadable[] {
  const access = rememberedAccess();
  const likely = access === null ? [screens.login] : neededBy('administrator', addressIn(currentHash()).path);
  // Fetched while the screen is drawn, which does not wait for them.
  const beside = access === 'member' ? screens.ofMember : [];
  for (const screen of [...likely, ...beside]) screen.preload();
  return likely;
}

/** Fetches what is needed right after signing in. */
export function preloadHome(): void {
  for (const screen of [routes, screens.frame, screens.dashboard, screens.overview]) screen.preload();
}

/** Fetches what most screens need besides the frame: fields, and what opens beside them. */
export function preloadControls(): void {
  for (const control of [userSelect, bubble]) control.preload();
}

/** What can open over any screen: offline it could not be fetched when needed. */
const overAny = [screens.keyList, screens.finder, waitingList];

/** Fetches all screens and what opens over them, so that they open at once and work offline. */
export async function preloadAll(): Promise<void> {
  const all = [routes, screens.frame, ...Object.values(byPath), ...screens.personParts, ...screens.moneyDialogs];
  await preloadInTurn([...all, ...overAny]);
  await preloadParts();
}

/** The same for a member. */
export async function preloadOwn(): Promise<void> {
  await preloadInTurn([screens.own.paper, screens.accountDialog, ...overAny]);
  await preloadParts();
}
