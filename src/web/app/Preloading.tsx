// Fetches other screens once the one on show has had nothing to read for a while, and keeps the app on the device. A
// component of its own, because each read begins and ends with a render of what counts the reads.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addFines } from '../../contract/fines/fines.ts';
import { type AccessLevel, isAtLeast } from '../../core/people/permission.ts';
import { useMay } from '../api/permission.ts';
import { keepForFining } from '../api/kept/kept-answers.ts';
import { registerServiceWorker } from '../offline/registration.ts';

/** Long enough not to compete with what the screen on show needs. */
const PRELOAD_AFTER_MS = 2000;
/** Sooner, for people who move on at once: what most other screens need. */
const CONTROLS_AFTER_MS = 300;

/** A browser that is to save data gets only the screens that somebody opens. Firefox and Safari do not say. */
const isToSaveData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** For tests: all has been fetched, or could not be. */
const showPreloaded = (): void => void (document.documentElement.dataset['preloaded'] = '');

export interface PreloadingProps {
  /** null: not signed in */
  access: AccessLevel | null;
  /** Fetches what most other screens need, for those who read them. */
  preloadControls: () => void;
  /** Fetches all those screens. */
  preloadAll: () => Promise<void>;
  /** Fetches what opens over a member's screen. */
  preloadOwn: () => Promise<void>;
}

export function Preloading({ access, preloadControls, preloadAll, preloadOwn }: PreloadingProps): null {
  const mayFine = useMay()(addFines);
  const isStaff = access !== null && isAtLeast(access, 'viewer');
  const isMember = access !== null && !isStaff;
  // Repeated reads, such as those of the sessions every second on the Profile, keep nobody waiting.
  const reading = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const queryClient = useQueryClient();
  const queries = queryClient.getQueryCache();
  useEffect(() => {
    // Only the session has been read: the screen is still loading.
    const isEmpty = queries.getAll().length < 2;
    if (reading > 0 || isEmpty) return undefined;
    const soon = setTimeout(() => isStaff && preloadControls(), CONTROLS_AFTER_MS);
    const timer = setTimeout(() => {
      registerServiceWorker();
      const preload = isStaff ? preloadAll : isMember ? preloadOwn : null;
      if (!isToSaveData()) void preload?.().then(showPreloaded);
      if (mayFine) void keepForFining(queryClient);
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(soon);
      clearTimeout(timer);
    };
  }, [isStaff, isMember, mayFine, reading, queryClient, queries, preloadControls, preloadAll, preloadOwn]);
  return null;
}
