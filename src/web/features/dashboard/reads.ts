// What the dashboard reads: pages of users for a view, and how its reads go as a whole.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listSummaries, listUserFines, readTotals } from '../../../contract/overview.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { queryClient } from '../../api/hooks.ts';
import type { CallError } from '../../api/errors.ts';
import { ApiError, mayPass } from '../../api/errors.ts';
import type { DashboardView } from './dashboard-view.ts';

const READS: readonly string[] = [listSummaries.id, listUserFines.id, readTotals.id];

const isOfDashboard = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  typeof queryKey[0] === 'string' && READS.includes(queryKey[0]);

/** Input of `overview.list`: a page of the users who have at least one fine (decisions section 6), from 1. */
export function usersOf(
  { search, status, period, sort, order }: DashboardView,
  page: number,
  pageSize: number = DASHBOARD.userBatchSize,
) {
  return {
    query: {
      search: search.trim(),
      status: status === 'all' ? ('with-fines' as const) : status,
      period,
      sort,
      order,
      fines: DASHBOARD.finesShown,
      page,
      pageSize,
    },
  };
}

/** Reads again everything on the screen. Answers whether all of it came. */
export async function readAllAgain(): Promise<boolean> {
  await queryClient.refetchQueries({ type: 'active', predicate: isOfDashboard });
  const read = queryClient.getQueryCache().findAll({ type: 'active', predicate: isOfDashboard });
  return read.every(({ state }) => state.status === 'success');
}

/**
 * The error of a read, from when it fails until it succeeds: the query itself forgets it during each new attempt, and
 * what is on the screen would flicker.
 */
export function useLastingError(read: { isSuccess: boolean; error: CallError | null }): CallError | null {
  const last = useRef<CallError | null>(null);
  if (read.isSuccess) last.current = null;
  else if (read.error !== null) last.current = read.error;
  return last.current;
}

type State = CallError | 'trying-again' | null;

/** The error that explains most: with the database away, whatever else went wrong does not matter. */
function stateOfReads(): State {
  const reads = queryClient.getQueryCache().findAll({ type: 'active', predicate: isOfDashboard });
  const errors = reads.flatMap(({ state: { error } }) =>
    error === null || isEndOfSession(error) ? [] : [error as CallError],
  );
  const told = errors.find(isDatabaseAway) ?? errors.find((error) => !mayPass(error)) ?? errors[0];
  if (told !== undefined) return told;
  return reads.some(({ state }) => state.status === 'pending' && state.errorUpdateCount > 0) ? 'trying-again' : null;
}

export const isDatabaseAway = (error: CallError): boolean => error instanceof ApiError && error.code === 'unavailable';

/** The router leads to the login screen then. */
const isEndOfSession = (error: unknown): boolean => error instanceof ApiError && error.code === 'not-signed-in';

const subscribe = (listener: () => void): (() => void) => queryClient.getQueryCache().subscribe(listener);

/** What is wrong with the reads of this screen, from the first failure until all of them succeed. */
export function useReadProblem(): CallError | null {
  const state = useSyncExternalStore(subscribe, stateOfReads);
  const problem = useRef<CallError | null>(null);
  if (state !== 'trying-again') problem.current = state;
  const current = problem.current;

  // The live feed has everything read again when it comes back; this is for failures that it does not notice.
  const passing = current !== null && mayPass(current);
  useEffect(() => {
    if (!passing) return undefined;
    const timer = setInterval(() => {
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => isOfDashboard(query) && query.state.status === 'error',
      });
    }, DASHBOARD.reconnectDelayMs);
    return () => clearInterval(timer);
  }, [passing]);
  return current;
}
