// Who is signed in, and the organisation's day.
import { type UseQueryResult, queryOptions, useQuery } from '@tanstack/react-query';
import { type Session, readSession } from '../../contract/sign-in/auth.ts';
import { notForLong, openKept } from './kept/kept-answers.ts';
import { call } from './call.ts';
import { followSession, queryClient, recognise, SESSION_KEY, refetchSession } from './client.ts';
import type { CallError } from './errors.ts';
import { dropFirstReads, firstReadKeys, takeFirstReads, takeSessionAnswer } from './first-answers.ts';
import { setFromDevice, isLost } from './live/connection.ts';
import { dayOf } from '../../core/calendar.ts';
import { serverNow } from './clock.ts';

// The organisation's day advances even while the server cannot be reached, so that new entries get the right day.

/** How often to compare. */
const LOOK_MS = 60_000;

/** If it is a later day than the server said: asks the server or, offline, takes the later day. */
function followDay(): void {
  const state = queryClient.getQueryState<Session>(SESSION_KEY);
  if (state?.data === undefined) return;
  const { organisation } = state.data;
  const today = dayOf(serverNow(), organisation.timeZone);
  if (today <= organisation.today) return;
  if (!isLost()) return void refetchSession();
  const session = { ...state.data, organisation: { ...organisation, today } };
  queryClient.setQueryData<Session>(SESSION_KEY, session, { updatedAt: state.dataUpdatedAt });
}

/** Keeps doing so as long as the page is open. */
function keepFollowingDay(): void {
  setInterval(followDay, LOOK_MS);
  // Timers pause while the device sleeps.
  document.addEventListener('visibilitychange', followDay);
}

const RETRY_MS = 2000;
/** How long one attempt may take: on a silent connection the next may get through. before-paint.js waits as long. */
const LIMIT_MS = 15_000;
/** After this time the app shows what the device keeps, or that it is waiting. */
const FIRST_ANSWER_MS = 1000;
/** Shorter, because the service worker has already waited for the page itself. */
const KEPT_PAGE_MS = 100;

/** The page came from the device: see src/web/service-worker/shell.ts. */
const isPageKept = (): boolean => 'kept' in document.documentElement.dataset;

let tellFailure = (): void => {};
const firstFailure = new Promise<void>((resolve) => (tellFailure = resolve));

const sessionQuery = queryOptions<Session, CallError, Session, typeof SESSION_KEY>({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    const answer = call(readSession, {}, { signal, timeLimit: LIMIT_MS, answer: takeSessionAnswer() });
    answer.catch(tellFailure);
    const session = followSession(await answer);
    return { ...session, principal: await takeFirstReads(queryClient, session.principal) };
  },
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  // While the state is unknown, the spinner stays and the question is repeated.
  retry: true,
  retryDelay: RETRY_MS,
});

/** The session query itself; for the routes, where "unknown" and "signed out" differ. */
export const useSessionQuery = (): UseQueryResult<Session, CallError> => useQuery(sessionQuery);

/**
 * Asks for the session. Resolves once it is known: from the server's answer or, until that comes, from what the device
 * keeps. If the device keeps nothing, it resolves after a moment. Returns whether it is known.
 */
export async function askForSession(): Promise<boolean> {
  keepFollowingDay();
  const asked = queryClient.prefetchQuery(sessionQuery);
  const tooLate = new Promise((resolve) => setTimeout(resolve, isPageKept() ? KEPT_PAGE_MS : FIRST_ANSWER_MS));
  await Promise.race([asked, firstFailure, tooLate]);
  const isKnown = (): boolean => queryClient.getQueryData(SESSION_KEY) !== undefined;
  // If the kept session is read later than that, the page opens then. Once the server has answered, waiting for the
  // device's storage would only delay the screen.
  if (!isKnown()) await notForLong(openFromDevice());
  return isKnown();
}

async function openFromDevice(): Promise<void> {
  if (!(await openKept(queryClient, firstReadKeys()))) return;
  dropFirstReads();
  recognise(queryClient.getQueryData<Session>(SESSION_KEY)?.principal ?? null);
  setFromDevice(true);
  followDay();
}

/** The session. Only inside the routes, which are shown once it is known. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (data === undefined) throw new Error('The session was used before it was known.');
  return data;
}
