// Who is signed in, and the organisation's day.
import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Session } from '../../contract/sign-in/auth.ts';
import { readSession } from '../../contract/sign-in/auth.ts';
import { call } from './call.ts';
import { followSession, queryClient, SESSION_KEY } from './client.ts';
import type { CallError } from './errors.ts';
import { takeFirstReads, takeSessionAnswer } from './first-answers.ts';

const RETRY_MS = 2000;
/** Longer, and the app shows that it is waiting. */
const FIRST_ANSWER_MS = 1000;

const sessionQuery = queryOptions<Session, CallError, Session, typeof SESSION_KEY>({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    const session = followSession(await call(readSession, {}, { signal, answer: takeSessionAnswer() }));
    const { principal } = session;
    const current = await takeFirstReads(queryClient, principal);
    return current || principal === null ? session : { ...session, principal: { ...principal, booksVersion: '' } };
  },
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  // As long as the state is unknown the spinner stays and the question is repeated.
  retry: true,
  retryDelay: RETRY_MS,
});

/** The session query itself; for the routes, where "unknown" and "signed out" differ. */
export const useSessionQuery = (): UseQueryResult<Session, CallError> => useQuery(sessionQuery);

/** Asks for the session. Resolves once it is known, or after a moment without an answer. */
export async function askForSession(): Promise<void> {
  const asked = queryClient.prefetchQuery(sessionQuery);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))]);
}

/** The session. Only inside the routes, which are shown once it is known. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (data === undefined) throw new Error('The session was used before it was known.');
  return data;
}
