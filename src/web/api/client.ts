// The query client of the page, and what happens when an answer shows that the session is over.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from '../store.ts';
import { type Session, readSession } from '../../contract/sign-in/auth.ts';
import { nameFineTypes } from '../messages/fine-types.ts';
import { ApiError, isRetryable } from './call.ts';
import { fromDevice, cacheAnswers, cacheOnlyOf, SESSION_KEY } from './offline-cache/offline-cache.ts';
import { keepDraftsOf } from './sending/drafts.ts';
import { setFromDevice, setSilent } from './live/connection.ts';
import { notifyOtherTabs } from './live/other-tabs.ts';
import { QueryInvalidator } from './invalidation.ts';
import { backOff } from './sending/sending.ts';

export { SESSION_KEY } from './offline-cache/offline-cache.ts';

function checkSession(error: unknown): void {
  // The session is over, or the person's access was changed.
  const codes: readonly string[] = ['not-signed-in', 'not-allowed'];
  if (error instanceof ApiError && codes.includes(error.code)) void refetchSession();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    // 'always': the browser's idea of being offline is often wrong, e.g. for a server on the same machine.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
      retryDelay: backOff,
      persister: fromDevice,
    },
    mutations: { networkMode: 'always' },
  },
});

cacheAnswers(queryClient);

export const invalidator = new QueryInvalidator(queryClient);

/**
 * The session may have ended elsewhere. Only the server's answer counts: a refusal may belong to a request from before
 * somebody signed in. Drafts stay.
 */
export const refetchSession = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SESSION_KEY });

/** The e-mail address of whoever is signed in, as far as this tab knows. */
export const signedInAs = (): string | null => queryClient.getQueryData<Session>(SESSION_KEY)?.principal?.email ?? null;

const isOfRecords = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== readSession.id;

const isSame = (before: Session['principal'], { email, access }: NonNullable<Session['principal']>): boolean =>
  before?.email === email && before.access === access;

const over = createStore(false);

/** Whether the session in this tab has ended without the person signing out here. */
export const useSessionOver = (): boolean => useStore(over);

/** Called with whoever is signed in, however this tab learns of it. */
export function recognise(principal: Session['principal']): void {
  nameFineTypes(principal?.fineTypes ?? []);
  if (principal !== null) keepDraftsOf(principal.userId ?? principal.email);
}

/**
 * Applies the server's answer about the session. Another tab may have signed in somebody else, or the person may see
 * less than before: then nothing that was read here may be shown.
 */
export function followSession(session: Session): Session {
  recognise(session.principal);
  cacheOnlyOf(session);
  const wasAway = [setFromDevice(false), setSilent(false)].includes(true);
  if (wasAway) invalidator.addAfterBreak();
  const before = queryClient.getQueryData<Session>(SESSION_KEY);
  if (session.principal !== null) over.set(false);
  else if (before !== undefined && before.principal !== null) over.set(true);
  if (before !== undefined && session.principal !== null && !isSame(before.principal, session.principal)) {
    queryClient.setQueryData<Session>(SESSION_KEY, session);
    void queryClient.resetQueries({ predicate: isOfRecords });
  }
  return session;
}

/** This tab has changed who is signed in: nothing read for the previous person may be shown to the next. */
export function enterSession(session: Session): void {
  over.set(false);
  recognise(session.principal);
  cacheOnlyOf(session);
  queryClient.removeQueries({ predicate: isOfRecords });
  queryClient.setQueryData<Session>(SESSION_KEY, session);
  // A session read under way would still name the previous person; the answer above stays.
  void queryClient.cancelQueries({ queryKey: SESSION_KEY });
  notifyOtherTabs();
}
