// What the device has of a screen that is shown offline, and since when it may have changed.
import type { Query, QueryCache } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { readSession } from '../../../contract/sign-in/auth.ts';
import { isMissing } from './kept-answers.ts';

const shown = (cache: QueryCache): Query[] =>
  cache.findAll({ type: 'active' }).filter(({ queryKey }) => queryKey[0] !== readSession.id);

function useShown<T extends number | boolean | null>(select: (queries: readonly Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => select(shown(cache)),
  );
}

/** The time of the oldest answer on screen, in milliseconds; null if there is none. */
export const useAsOf = (): number | null =>
  useShown((queries) => {
    const times = queries.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
    return times.length === 0 ? null : Math.min(...times);
  });

/** Whether something of the screen is not on this device and has not been read yet. */
export const useIsIncomplete = (): boolean =>
  useShown((queries) =>
    queries.some((query) => query.state.data === undefined && (query.state.status === 'error' || isMissing(query))),
  );
