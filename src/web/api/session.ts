// Who is signed in, and the organisation's day.
import { type UseQueryResult, queryOptions, useQuery } from '@tanstack/react-query';
import { type Session, readSession } from '../../contract/sign-in/auth.ts';
import { notForLong, openCache } from './offline-cache/offline-cache.ts';
import { call, type CallError } from './call.ts';
import { followSession, queryClient, recognise, SESSION_KEY, refetchSession, signedInAs } from './client.ts';
import { dropFirstReads, firstReadKeys, takeFirstReads, takeSessionAnswer } from './first-answers.ts';
import { setFromDevice, isLost } from './live/connection.ts';
import { dayOf } from '../../core/calendar.ts';
import { serverNow } from './clock.ts';
import { useCallback, useMemo } from 'react';
import { listOwnEntries } from '../../contract/entries.ts';
import type { Operation } from '../../contract/operation.ts';
import { handlesMoney, isAllowed, isHeldToOwnEntries } from '../../core/people/permission.ts';
import { useRead, act } from './hooks.ts';
import { setLanguage } from '../../contract/sign-in/account.ts';
import type { Language } from '../../core/text/languages.ts';
import { currentLanguage } from '../messages/language.ts';
import { switchLanguage } from '../messages/index.ts';

// The language is kept with the account. Chosen before signing in, it is saved with the account that signs in;
// otherwise the page follows the account.

let chosenBeforeSignIn: Language | null = null;

/** Switches the page over, and saves the choice with the account. @throws CallError when it could not be saved */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  if (signedInAs() === null) chosenBeforeSignIn = language;
  else await save(language);
}

/** Called when somebody has signed in, or when their choice was changed elsewhere. */
export async function followAccount(ofAccount: Language | null): Promise<void> {
  const chosen = chosenBeforeSignIn;
  chosenBeforeSignIn = null;
  if (chosen !== null && chosen !== ofAccount) await save(chosen);
  else if (ofAccount !== null && ofAccount !== currentLanguage()) await switchLanguage(ofAccount);
}

async function save(language: Language): Promise<void> {
  await act(setLanguage, { body: { language } });
  queryClient.setQueryData<Session>(SESSION_KEY, (session) =>
    session === undefined || session.principal === null
      ? session
      : { ...session, principal: { ...session.principal, language } },
  );
}

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
  if (!(await openCache(queryClient, firstReadKeys()))) return;
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

// What the person signed in may do. What they may not do is not shown (ACCESS-15); the server decides in any case.

/** Whether they may call an operation. The same function until their access changes. */
export function useMay(): (operation: Pick<Operation, 'needs'>) => boolean {
  const access = useSession().principal?.access ?? null;
  return useCallback(({ needs }) => isAllowed(needs, access), [access]);
}

interface MayChange {
  /** also what others entered, or what was entered on another day */
  anything: boolean;
  correctFine(id: string): boolean;
  /** mark as unpaid, delete */
  removeFine(id: string): boolean;
  takeBackPayment(id: string): boolean;
}

/** Which fines and payments they may change (ACCESS-17). */
export function useMayChange(): MayChange {
  const access = useSession().principal?.access ?? 'member';
  const isHeld = isHeldToOwnEntries(access);
  const { data } = useRead(listOwnEntries, {}, { enabled: isHeld && handlesMoney(access) });
  return useMemo(() => {
    const isIn = (ids: readonly string[] | undefined) => {
      const own = new Set(ids);
      return (id: string): boolean => !isHeld || own.has(id);
    };
    return {
      anything: !isHeld,
      correctFine: isIn(data?.fineIds),
      removeFine: isIn(data?.removableFineIds),
      takeBackPayment: isIn(data?.paymentIds),
    };
  }, [isHeld, data]);
}
