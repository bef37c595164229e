// The one query client of the page, and what it does when an answer says that the session is over.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/auth.ts';
import { readSession } from '../../contract/auth.ts';
import { ApiError, mayPass } from './errors.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { Refresher } from './refresh.ts';

/** The key of the session query, as useRead would make it. */
export const SESSION_KEY = [readSession.id, {}] as const;

/** How long to wait before attempt 1, 2, 3 of sending something again, in milliseconds. */
const backOff = (attempt: number): number => 500 * 3 ** attempt;

function noteRefusal(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not-signed-in') void askWhoIsSignedIn();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
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

/**
 * The session seems to have ended without this tab's doing; the router leads to the login screen when the server says so as
 * well: the answer may belong to a request from before somebody signed in. Drafts stay.
 */
export const askWhoIsSignedIn = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SESSION_KEY });

const isOfRecords = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== readSession.id;

/** What the server says of the session. Another tab may have signed in somebody else, who must not see what was read here. */
export function followSession(session: Session): Session {
  const before = queryClient.getQueryData<Session>(SESSION_KEY);
  if (before !== undefined && session.visitor !== null && before.visitor?.email !== session.visitor.email) {
    queryClient.setQueryData<Session>(SESSION_KEY, session);
    void queryClient.resetQueries({ predicate: isOfRecords });
  }
  return session;
}

/** Who is signed in changed by this tab's doing: nothing read for the one before may be shown to the one after. */
export function enterSession(session: Session): void {
  queryClient.removeQueries({ predicate: isOfRecords });
  queryClient.setQueryData<Session>(SESSION_KEY, session);
  // One that is on its way knows only the one before; the answer above stays.
  void queryClient.cancelQueries({ queryKey: SESSION_KEY });
  tellOtherTabs();
}
