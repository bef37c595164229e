// What the page has asked before this code was there (before-paint.js), and its answers.
import type { QueryClient } from '@tanstack/react-query';
import type { Topic } from '../../contract/topics.ts';

/** A read of a screen, as useRead would make it. */
export interface FirstRead {
  key: readonly unknown[];
  topics: readonly Topic[];
  /** its output; rejected when it is refused, so that the screen asks itself */
  answer: Promise<unknown>;
}

/** A screen that is drawn once, with its figures, is there sooner than one drawn empty first; up to this. */
const WAIT_MS = 500;

/** The reads are there by the time the session's answer has been read. */
const page = globalThis as { sessionAnswer?: Promise<Response> | undefined; firstReads?: FirstRead[] };

/** The answer to who is signed in; once. */
export function takeSessionAnswer(): Promise<Response> | undefined {
  const answer = page.sessionAnswer;
  page.sessionAnswer = undefined;
  return answer;
}

/** Puts the reads of the first screen where it finds them; once. Waits for their answers, though not for long. */
export async function takeFirstReads(client: QueryClient): Promise<void> {
  const reads = page.firstReads?.splice(0) ?? [];
  if (reads.length === 0) return;
  const answered = reads.map(({ key, topics, answer }) =>
    client.prefetchQuery({ queryKey: key, queryFn: () => answer, meta: { topics }, retry: false }),
  );
  await Promise.race([Promise.all(answered), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
