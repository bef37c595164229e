// Screens that are fetched when they are first needed, or ahead of time.
import { type ComponentType, type JSX, lazy, useState } from 'react';
import { type Preloadable, preloadInTurn, tellSettled } from './preloadable.ts';
import { onceReachable } from '../messages/with-retries.ts';

export interface LazyScreen<P extends object> extends Preloadable {
  Screen: (props: P) => JSX.Element;
}

/** `loadMore`: what the screen needs besides its code, e.g. its texts. */
export function lazyScreen<P extends object>(
  loadCode: () => Promise<{ default: ComponentType<P> }>,
  loadMore: () => Promise<void> = () => Promise.resolve(),
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null;
  let state: 'idle' | 'pending' | 'settled' = 'idle';
  const load = async (): Promise<{ default: ComponentType<P> }> => {
    const [code] = await Promise.all([loadCode(), loadMore()]);
    loaded = code.default;
    return code;
  };
  const settle = (): void => {
    state = 'settled';
    tellSettled();
  };
  const Suspended = lazy(() => onceReachable(load));

  function Screen(props: P): JSX.Element {
    // `lazy` suspends for a moment even when the code is there.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Suspended);
    return <Shown {...props} />;
  }

  return {
    Screen,
    preload: () => {
      if (state === 'pending' || loaded !== null) return;
      state = 'pending';
      load().then(settle, settle);
    },
    settled: () => state === 'settled' || loaded !== null,
  };
}

/** The parts of those screens whose code has been loaded. */
const parts: Preloadable[] = [];
let areWanted = false;

/** What a screen opens or shows later: fetched by `preloadParts`, or at once if the screen's code loads after that. */
export function lazyPart<P extends object>(...parameters: Parameters<typeof lazyScreen<P>>): LazyScreen<P> {
  const part = lazyScreen(...parameters);
  parts.push(part);
  if (areWanted) part.preload();
  return part;
}

export function preloadParts(): Promise<void> {
  areWanted = true;
  return preloadInTurn(parts);
}
