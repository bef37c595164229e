// What the page has asked before this code was there (before-paint.js), and its answers.
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/sign-in/auth.ts';

/** A read of a screen, as useRead would make it. */
export interface FirstRead {
  key: readonly unknown[];
  /** its output, and the event id of the records it was read from; rejected when refused, so that the screen asks itself */
  answer: Promise<{ output: unknown; version: string | null }>;
}

/** A screen that is drawn once, with its figures, is there sooner than one drawn empty first; up to this. */
const WAIT_MS = 500;

const page = globalThis as { sessionAnswer?: Promise<Response> | undefined; firstReads?: FirstRead[] };

/** The answer to who is signed in; once. */
export function takeSessionAnswer(): Promise<Response> | undefined {
  const answer = page.sessionAnswer;
  page.sessionAnswer = undefined;
  return answer;
}

/** The screen asks itself. */
export const dropFirstReads = (): void => void page.firstReads?.splice(0);

/**
 * Puts the reads of the first screen where it finds them, and waits for their answers, though not for long; once. The principal
 * with the versions of these answers beside the session's, so that the feed misses nothing since the oldest of them; with
 * none where one is not known, and the feed has everything read again.
 */
export async function takeFirstReads(
  client: QueryClient,
  principal: Session['principal'],
): Promise<Session['principal']> {
  const reads = page.firstReads?.splice(0) ?? [];
  // What was refused to nobody must not meet who signs in later.
  if (principal === null) return null;
  const answered = reads.map(async ({ key, answer }) => {
    const queryFn = async (): Promise<unknown> => (await answer).output;
    await client.prefetchQuery({ queryKey: key, queryFn, retry: false });
    return (await answer).version ?? '';
  });
  const all = Promise.all(answered).catch(() => ['']);
  const versions = await Promise.race([all, new Promise<string[]>((resolve) => setTimeout(resolve, WAIT_MS, ['']))]);
  const known = versions.includes('') ? [] : [...new Set([principal.booksVersion, ...versions])];
  return { ...principal, booksVersion: known.join(',') };
}
