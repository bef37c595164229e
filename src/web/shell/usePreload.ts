// Fetches the administrator's other screens once the one on screen stands.
import { useEffect } from 'react';
import { preloadAfterSignIn, preloadScreens } from '../screens.tsx';

const PRELOAD_AFTER_MS = 300;

/** `wanted`: false for a member, who has no other screens. */
export function usePreload(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setTimeout(() => {
      preloadAfterSignIn();
      preloadScreens();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
}
