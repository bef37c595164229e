// The one query client of the page, and what it does when an answer says that the session is over.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/auth.ts';
import { readSession } from '../../contract/auth.ts';
import { ApiError, mayPass } from './errors.ts';
import { Refresher } from './refresh.ts';

/** The key of the session query, as useRead would make it. */
export const SESSION_KEY = [readSession.id, {}] as const;

/** How long to wait before attempt 1, 2, 3 of sending something again, in milliseconds. */
const backOff = (attempt: number): number => 500 * 3 ** attempt;

function noteEndOfSession(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not-signed-in') sessionIsOver();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndOfSession }),
  mutationCache: new MutationCache({ onError: noteEndOfSession }),
  defaultOptions: {
    // 'always': the browser's idea of being offline is often wrong, e.g. for a server on the same machine.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: backOff,
    },
    mutations: { networkMode: 'always', retryDelay: backOff },
  },
});

export const refresher = new Refresher(queryClient);

/** The session ended without this tab's doing: the router then leads to the login screen. Drafts stay. */
function sessionIsOver(): void {
  queryClient.setQueryData<Session>(SESSION_KEY, (session) => session && { ...session, visitor: null });
}

/** Who is signed in changed by this tab's doing: nothing read for the one before may be shown to the one after. */
export function enterSession(session: Session): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== readSession.id });
  queryClient.setQueryData<Session>(SESSION_KEY, session);
}
