/**
 * What becomes of a message in the outbox (MAIL-3 to MAIL-6, PUSH-6): its states, and when it is tried again. A message that may have
 * arrived is never sent again by itself, since twice is worse than once less.
 */

/** How a message goes out: by e-mail, or as a notice on a device. */
export const CHANNELS = ['mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * `sending`: its text is on its way, so that it may arrive from now on. `failed`: it did not arrive, and is tried again.
 * `given-up`: it did not arrive. `unknown`: nobody can know whether it did.
 */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'given-up', 'unknown'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * How a try ended. `accepted`: the server took the message. `refused`: it will not take it. `later`: not now, or it is away;
 * nothing of the text was accepted. `unanswered`: the text went out, and what the server said to it was lost.
 */
export type Outcome = 'accepted' | 'refused' | 'later' | 'unanswered';

const MINUTE_MS = 60_000;
/** After the first try, the second, and so on; after the last one it is given up. */
const PAUSES_MS = [1, 5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * MINUTE_MS);
export const MAX_TRIES = PAUSES_MS.length + 1;

/** What is told of an action waits, so that what is undone meanwhile tells nothing (MAIL-10). */
export const TOLD_AFTER_MS = MINUTE_MS;

const DAY_MS = 24 * 60 * MINUTE_MS;

/** An e-mail that has been due for so long, as when there was no mail server, is no news any more. */
export const MAIL_TOO_LATE_MS = 7 * DAY_MS;

/** A notice on a device is of use for so long after it was queued; push services keep it no longer for a device that is off. */
export const PUSH_USE_MS = 3 * DAY_MS;

/** For how long messages are kept. */
export const MAILS_KEPT_MS = 90 * DAY_MS;

export interface Next {
  state: MailState;
  /** the tries so far */
  tries: number;
  /** ms; null: not by itself */
  nextTryAt: number | null;
}

/**
 * What follows from a try that ended at `now`, after `tries` earlier ones. `notBefore`: when the server wants to be asked again;
 * `until`: from when on it is of no use.
 */
export function afterTry(
  tries: number,
  outcome: Outcome,
  now: number,
  { notBefore = 0, until = Number.POSITIVE_INFINITY }: { notBefore?: number; until?: number } = {},
): Next {
  const done = tries + 1;
  const pause = PAUSES_MS[tries];
  const nextTryAt = Math.max(now + (pause ?? 0), notBefore);
  if (outcome === 'later' && pause !== undefined && nextTryAt < until)
    return { state: 'failed', tries: done, nextTryAt };
  const state = ({ accepted: 'sent', unanswered: 'unknown', refused: 'given-up', later: 'given-up' } as const)[outcome];
  return { state, tries: done, nextTryAt: null };
}

/** Whether a message that is due is not worth sending any more. */
export const isTooLate = (
  { channel, queuedAt, dueAt }: { channel: Channel; queuedAt: number; dueAt: number },
  now: number,
): boolean => (channel === 'mail' ? now - dueAt > MAIL_TOO_LATE_MS : now - queuedAt >= PUSH_USE_MS);

/** Whether it goes out by itself: nothing of it has arrived. */
export const goesOut = (state: MailState): boolean => state === 'waiting' || state === 'failed';

/** Whether a person can have it sent again: an e-mail, since a notice is news of a moment. */
export const canSendAgain = (channel: Channel, state: MailState): boolean =>
  channel === 'mail' && (state === 'given-up' || state === 'unknown');

/**
 * What a server's refusal means. One of the line, the login or our own address says nothing of the message: it is tried again, as
 * is what the server puts off (4xx). `code`: of its reply; null: the line broke or was silent. `begun`: the text was on its way.
 */
export function outcomeOf(code: number | null, at: 'connection' | 'message', begun: boolean): Outcome {
  if (code === null) return begun ? 'unanswered' : 'later';
  return code >= 500 && at === 'message' ? 'refused' : 'later';
}

/** What a push service's status says. */
export function pushOutcome(status: number): Outcome | 'gone' {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** When a server wants to be asked again, by its header Retry-After: seconds, or an instant. 0: it did not say. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return now + Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : at;
}
