// The dashboard's queries: their input, refetching all of them, and what is wrong with them as a whole.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listSummaries, listUserFines, readToday, readTotals } from '../../../contract/overview.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { queryClient } from '../../api/hooks.ts';
import { type CallError, ApiError, isTransient } from '../../api/call.ts';

const OPERATIONS: readonly string[] = [listSummaries.id, listUserFines.id, readTotals.id, readToday.id];

const isOfDashboard = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  typeof queryKey[0] === 'string' && OPERATIONS.includes(queryKey[0]);

/** Refetches everything on the screen; returns whether all of it succeeded. */
export async function refetchAll(): Promise<boolean> {
  await queryClient.refetchQueries({ type: 'active', predicate: isOfDashboard });
  const queries = queryClient.getQueryCache().findAll({ type: 'active', predicate: isOfDashboard });
  return queries.every(({ state }) => state.status === 'success');
}

/**
 * The error of a query until it succeeds: the query drops it during each retry, which would make the screen flicker.
 */
export function useStickyError(query: { isSuccess: boolean; error: CallError | null }): CallError | null {
  const last = useRef<CallError | null>(null);
  if (query.isSuccess) last.current = null;
  else if (query.error !== null) last.current = query.error;
  return last.current;
}

type State = CallError | 'retrying' | null;

/** The error that explains the most: while the database is unavailable, the others do not matter. */
function queryState(): State {
  const queries = queryClient.getQueryCache().findAll({ type: 'active', predicate: isOfDashboard });
  const errors = queries.flatMap(({ state: { error } }) =>
    error === null || isEndOfSession(error) ? [] : [error as CallError],
  );
  const shown = errors.find(isDatabaseAway) ?? errors.find((error) => !isTransient(error)) ?? errors[0];
  if (shown !== undefined) return shown;
  return queries.some(({ state }) => state.status === 'pending' && state.errorUpdateCount > 0) ? 'retrying' : null;
}

export const isDatabaseAway = (error: CallError): boolean => error instanceof ApiError && error.code === 'unavailable';

/** App redirects to the login screen. */
const isEndOfSession = (error: unknown): boolean => error instanceof ApiError && error.code === 'not-signed-in';

const subscribe = (listener: () => void): (() => void) => queryClient.getQueryCache().subscribe(listener);

/** What is wrong with the queries of this screen, from the first failure until all of them succeed. */
export function useQueryProblem(): CallError | null {
  const state = useSyncExternalStore(subscribe, queryState);
  const problem = useRef<CallError | null>(null);
  if (state !== 'retrying') problem.current = state;
  const current = problem.current;

  // When the live feed reconnects, everything is refetched; this is for failures while it is connected.
  const transient = current !== null && isTransient(current);
  useEffect(() => {
    if (!transient) return undefined;
    const timer = setInterval(() => {
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => isOfDashboard(query) && query.state.status === 'error',
      });
    }, DASHBOARD.reconnectDelayMs);
    return () => clearInterval(timer);
  }, [transient]);
  return current;
}
