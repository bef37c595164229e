// Fines that wait on a device for a connection: the order in which they are sent, and what happens to each. Pure;
// waiting-fines.ts keeps and sends them.
//
// Each leaves the queue in one of two ways: the server has saved it, only once because of its key, or somebody has
// withdrawn it.
import type { ErrorCode } from '../../../contract/errors.ts';
import type { addFines, Assessment } from '../../../contract/fines/fines.ts';
import type { CallInput } from '../../../contract/operation.ts';
import { ANSWER_RETENTION_MS } from '../../../core/limits.ts';

type Body = CallInput<typeof addFines>['body'];

/** Allows for clocks that differ and answers that take their time. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

export interface WaitingFine {
  id: string;
  /** whose it is: the id of their record, or the administrator's e-mail */
  owner: string;
  /** its position in the order and when it was entered, in milliseconds; no two are the same */
  enteredAt: number;
  /** the idempotency key under which it is sent; another body gets another key */
  key: string;
  body: Body;
  /** the members it is for, by their names when it was entered */
  names: readonly string[];
  /** the server's time when it was first sent under this key without an answer, so that it may be saved; null if it was not */
  triedAt: number | null;
  /** what the server would charge, which somebody must confirm; null if nothing is to be confirmed */
  asked: Assessment | null;
  /** why the server does not save it; null if it has not refused */
  refused: Refusal | null;
}

export interface Refusal {
  code: ErrorCode;
  message: string;
  /** the ids of its members who were deleted meanwhile */
  gone: readonly string[];
}

/** The result of sending a fine. */
export type Outcome =
  | { type: 'saved' }
  | { type: 'no-answer' }
  | { type: 'charges'; assessment: Assessment }
  | ({ type: 'refused' } & Refusal);

export type Queue = readonly WaitingFine[];

export const inOrder = (queue: Queue): Queue => queue.toSorted((a, b) => a.enteredAt - b.enteredAt);

/** Somebody must decide about it before it is sent. */
export const isUndecided = (fine: WaitingFine, now: number): boolean =>
  fine.asked !== null || fine.refused !== null || isForgotten(fine, now);

/** The server may have forgotten its key, and would then save it twice. */
export const isForgotten = ({ triedAt }: WaitingFine, now: number): boolean =>
  triedAt !== null && now - triedAt > ANSWER_RETENTION_MS - MARGIN_MS;

/**
 * The fine to send next: the first that needs no decision. A fine that does holds up later fines of the same members,
 * because the rule counts them in order.
 */
export function next(queue: Queue, now: number): WaitingFine | undefined {
  const held = new Set<string>();
  for (const fine of inOrder(queue)) {
    const { userIds } = fine.body;
    if (!isUndecided(fine, now) && !userIds.some((id) => held.has(id))) return fine;
    for (const id of userIds) held.add(id);
  }
  return undefined;
}

/** The fine as the server would charge it, to be sent as new: the former body was refused, so none of it is saved. */
export function confirm(fine: WaitingFine, { charges }: Assessment, key: string): WaitingFine {
  const confirmed = charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));
  return { ...fine, key, body: { ...fine.body, confirmed }, triedAt: null, asked: null };
}

/** The fine as it is kept while being sent: whatever happens meanwhile, it may have been saved. */
export const onItsWay = (fine: WaitingFine, now: number): WaitingFine => ({ ...fine, triedAt: fine.triedAt ?? now });

/** A refused fine, to be sent once more unchanged: the reason may no longer apply. */
export const again = (fine: WaitingFine): WaitingFine => ({ ...fine, refused: null });

const isGone = ({ body, refused }: WaitingFine, place: number): boolean =>
  refused?.gone.includes(body.userIds[place] ?? '') === true;

/** The names of those who were deleted meanwhile. */
export const namesGone = (fine: WaitingFine): string[] => fine.names.filter((_, place) => isGone(fine, place));

/** Whether it was refused because of only some of its members, and could be sent for the others. */
export const isForOthers = (fine: WaitingFine): boolean => {
  const gone = namesGone(fine).length;
  return gone > 0 && gone < fine.names.length;
};

/** The fine for those who still exist: a new body, of which nothing is saved and whose amounts nobody has confirmed. */
export function forOthers(fine: WaitingFine, key: string): WaitingFine {
  const { userIds, confirmed: _, ...body } = fine.body;
  const left = <T>(all: readonly T[]): T[] => all.filter((_one, place) => !isGone(fine, place));
  return {
    ...fine,
    key,
    body: { ...body, userIds: left(userIds) },
    names: left(fine.names),
    triedAt: null,
    refused: null,
  };
}

/** To be sent although it may already be saved, because somebody has checked. */
export const anew = (fine: WaitingFine, key: string): WaitingFine => ({ ...fine, key, triedAt: null });

/**
 * Refusals made before the server looks at the key, which say nothing about an earlier attempt. A newer version may
 * refuse as invalid what an older one has saved.
 */
const BEFORE_THE_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not-allowed', 'invalid-input']);

/**
 * What a fine becomes after it was sent; `fine` is as it was before that. null if it is saved. If everybody is charged
 * the amount as entered, nobody is asked.
 */
export function after(fine: WaitingFine, outcome: Outcome, now: number, newKey: () => string): WaitingFine | null {
  if (outcome.type === 'saved') return null;
  if (outcome.type === 'no-answer') return onItsWay(fine, now);
  if (outcome.type === 'refused') {
    const { type: _, ...refused } = outcome;
    return { ...fine, triedAt: BEFORE_THE_KEY.has(refused.code) ? fine.triedAt : null, refused };
  }
  const { assessment } = outcome;
  const isPlain = assessment.charges.every(({ doubled, amount }) => !doubled && amount === fine.body.amount);
  // If other amounts were confirmed before, the person is asked again.
  if (isPlain && fine.body.confirmed === undefined) return confirm(fine, assessment, newKey());
  return { ...fine, triedAt: null, asked: assessment };
}
