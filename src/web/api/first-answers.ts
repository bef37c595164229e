// What the page asked for before this code was loaded (before-paint.js), and the answers.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { fromWire } from './wire.ts';
import type { Session } from '../../contract/sign-in/auth.ts';

/** A read of a screen, as useRead would make it. */
export interface FirstRead {
  key: readonly unknown[];
  /** its output as it was sent, and the event id of the records it was read from; rejects if refused: the screen then reads again */
  answer: Promise<{ output: unknown; version: string | null }>;
}

/** How long to wait for the figures: drawing a screen once, with them, is faster than drawing it empty first. */
const WAIT_MS = 500;

const page = globalThis as { sessionAnswer?: Promise<Response> | undefined; firstReads?: FirstRead[] };

/** The answer to who is signed in. It can be taken only once. */
export function takeSessionAnswer(): Promise<Response> | undefined {
  const answer = page.sessionAnswer;
  page.sessionAnswer = undefined;
  return answer;
}

/** The keys of the first reads. */
export const firstReadKeys = (): QueryKey[] => (page.firstReads ?? []).map(({ key }) => key);

/** Drops the first reads, so that the screen makes its own. */
export const dropFirstReads = (): void => void page.firstReads?.splice(0);

/**
 * Puts the answers for the first screen into the cache, where the screen finds them, and waits for them, though not for
 * long. Works only once. Returns the principal with the versions of these answers beside the session's, so that the
 * feed misses nothing since the oldest of them. If any version is unknown, it returns none, and the feed has everything
 * read again.
 */
export async function takeFirstReads(
  client: QueryClient,
  principal: Session['principal'],
): Promise<Session['principal']> {
  const reads = page.firstReads?.splice(0) ?? [];
  // Refusals from when nobody was signed in must not be shown to whoever signs in later.
  if (principal === null) return null;
  const answered = reads.map(async ({ key, answer }) => {
    const queryFn = async (): Promise<unknown> => fromWire((await answer).output);
    await client.prefetchQuery({ queryKey: key, queryFn, retry: false });
    return (await answer).version ?? '';
  });
  const all = Promise.all(answered).catch(() => ['']);
  const versions = await Promise.race([all, new Promise<string[]>((resolve) => setTimeout(resolve, WAIT_MS, ['']))]);
  const known = versions.includes('') ? [] : [...new Set([principal.booksVersion, ...versions])];
  return { ...principal, booksVersion: known.join(',') };
}
