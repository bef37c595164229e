/**
 * What becomes of a message in the outbox (MAIL-3 to MAIL-6, PUSH-6): its states, and when it is tried again. A message
 * that may have arrived is never sent again automatically, since arriving twice is worse than not at all.
 */

/** How a message goes out: by e-mail, or as a notification on a device. */
export const CHANNELS = ['mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * `sending`: its text is being sent, so it may arrive from now on. `failed`: it did not arrive and will be tried again.
 * `given-up`: it did not arrive. `unknown`: whether it arrived cannot be known.
 */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'given-up', 'unknown'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * How a try ended. `accepted`: the server took the message. `refused`: the server will not take it. `later`: the server
 * is away or cannot take it now, and has accepted nothing of the text. `unanswered`: the text was sent, but the
 * server's answer was lost.
 */
export type Outcome = 'accepted' | 'refused' | 'later' | 'unanswered';

const MINUTE_MS = 60_000;
/** Pause after the first try, the second, and so on; after the last try the message is given up. */
const PAUSES_MS = [1, 5, 30, 2 * 60, 12 * 60].map((minutes) => minutes * MINUTE_MS);
export const MAX_TRIES = PAUSES_MS.length + 1;

/** News of an action waits this long, so that nothing is sent about an action undone in the meantime (MAIL-10). */
export const TOLD_AFTER_MS = MINUTE_MS;

const DAY_MS = 24 * 60 * MINUTE_MS;

/** An e-mail that has been due for so long, e.g. because there was no mail server, is no longer news. */
export const MAIL_TOO_LATE_MS = 7 * DAY_MS;

/** How long after queuing a notification is of use; push services keep it no longer for a device that is off. */
export const PUSH_USE_MS = 3 * DAY_MS;

/** For how long messages are kept. */
export const MAILS_KEPT_MS = 90 * DAY_MS;

export interface Next {
  state: MailState;
  /** the tries so far */
  tries: number;
  /** ms; null: not tried again automatically */
  nextTryAt: number | null;
}

/**
 * What follows from a try that ended at `now`, after `tries` earlier ones. `notBefore`: when the server wants to be
 * asked again; `until`: when the message stops being of use.
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

/** Whether a message that is due is no longer worth sending. */
export const isTooLate = (
  { channel, queuedAt, dueAt }: { channel: Channel; queuedAt: number; dueAt: number },
  now: number,
): boolean => (channel === 'mail' ? now - dueAt > MAIL_TOO_LATE_MS : now - queuedAt >= PUSH_USE_MS);

/** Whether a message still goes out automatically: nothing of it has arrived. */
export const goesOut = (state: MailState): boolean => state === 'waiting' || state === 'failed';

/** Whether a person can have it sent again. Only an e-mail can, since a notification is news of the moment. */
export const canSendAgain = (channel: Channel, state: MailState): boolean =>
  channel === 'mail' && (state === 'given-up' || state === 'unknown');

/** The connection ends (421), or it wants another command first (503) or a login (530). */
const OF_CONNECTION = [421, 503, 530];

/** Whether a reply says nothing about the message, whatever it answers. null: there was none. */
export const isOfConnection = (code: number | null): boolean => code === null || OF_CONNECTION.includes(code);

/**
 * What a server's refusal means. A refusal of the connection, the login or our own address says nothing about the
 * message, so the message is tried again, as after a temporary refusal (4xx). `code`: the reply code; null: the
 * connection broke or went silent. `begun`: the text was already being sent.
 */
export function outcomeOf(code: number | null, at: 'connection' | 'message', begun: boolean): Outcome {
  if (code === null) return begun ? 'unanswered' : 'later';
  return code >= 500 && at === 'message' && !isOfConnection(code) ? 'refused' : 'later';
}

/** What a push service's status means. */
export function pushOutcome(status: number): Outcome | 'gone' {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/**
 * When a server wants to be asked again according to its Retry-After header (seconds, or a date); 0 if it does not say.
 */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return now + Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : at;
}
