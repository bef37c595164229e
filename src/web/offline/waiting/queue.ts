// Fines that wait on a device for a line: in what order they go, and what becomes of each. Pure; waiting-fines.ts keeps and
// sends them.
//
// Each leaves the queue in one of two ways: the server has saved it, under its key and so once, or somebody has withdrawn it.
import type { ErrorCode } from '../../../contract/errors.ts';
import type { addFines, Assessment } from '../../../contract/fines/fines.ts';
import type { CallInput } from '../../../contract/operation.ts';
import { ANSWER_RETENTION_MS } from '../../../core/limits.ts';

type Body = CallInput<typeof addFines>['body'];

/** Clocks differ, and an answer takes its time. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

export interface WaitingFine {
  id: string;
  /** whose it is: the id of their record, or the administrator's e-mail */
  owner: string;
  /** its place in the order, and when it was entered: in milliseconds, no two the same */
  enteredAt: number;
  /** the idempotency key it goes out under; another body has another one */
  key: string;
  body: Body;
  /** whom it is for, as they were called when it was entered */
  names: readonly string[];
  /** when it first went out under this key without an answer, so that it may be saved; null where it did not */
  triedAt: number | null;
  /** what the server would charge, which is for somebody to confirm; null while nobody is asked */
  asked: Assessment | null;
  /** why the server does not save it; null while it may */
  refused: Refusal | null;
}

export interface Refusal {
  code: ErrorCode;
  message: string;
  /** the ids of those it is for who were deleted meanwhile */
  gone: readonly string[];
}

/** What became of sending one. */
export type Outcome =
  | { type: 'saved' }
  | { type: 'no-answer' }
  | { type: 'charges'; assessment: Assessment }
  | ({ type: 'refused' } & Refusal);

export type Queue = readonly WaitingFine[];

export const inOrder = (queue: Queue): Queue => queue.toSorted((a, b) => a.enteredAt - b.enteredAt);

/** Somebody has to decide about it before it goes on. */
export const isUndecided = (fine: WaitingFine, now: number): boolean =>
  fine.asked !== null || fine.refused !== null || isForgotten(fine, now);

/** The server may know its key no longer, and would save it twice. */
export const isForgotten = ({ triedAt }: WaitingFine, now: number): boolean =>
  triedAt !== null && now - triedAt > ANSWER_RETENTION_MS - MARGIN_MS;

/**
 * Which goes next: the first that is nobody's to decide. What is put to the person holds up later fines of the same people,
 * which the rule counts in their order.
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

/** As the server would charge it, to be sent anew: it has refused the former body, so nothing of it is saved. */
export function confirm(fine: WaitingFine, { charges }: Assessment, key: string): WaitingFine {
  const confirmed = charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));
  return { ...fine, key, body: { ...fine.body, confirmed }, triedAt: null, asked: null };
}

/** As it is kept while it is on its way: whatever happens meanwhile, it may be saved. */
export const onItsWay = (fine: WaitingFine, now: number): WaitingFine => ({ ...fine, triedAt: fine.triedAt ?? now });

/** What was refused goes once more, as it is: whoever could not, or what was not there, may have changed. */
export const again = (fine: WaitingFine): WaitingFine => ({ ...fine, refused: null });

const isGone = ({ body, refused }: WaitingFine, place: number): boolean =>
  refused?.gone.includes(body.userIds[place] ?? '') === true;

/** The names of those who were deleted meanwhile. */
export const namesGone = (fine: WaitingFine): string[] => fine.names.filter((_, place) => isGone(fine, place));

/** Whether it was refused because of some of several, and could go to the others. */
export const isForOthers = (fine: WaitingFine): boolean => {
  const gone = namesGone(fine).length;
  return gone > 0 && gone < fine.names.length;
};

/** For those who are still there: another body, of which nothing is saved, and whose amounts nobody has agreed to. */
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

/** To be sent although it may be saved, as somebody has looked. */
export const anew = (fine: WaitingFine, key: string): WaitingFine => ({ ...fine, key, triedAt: null });

/**
 * Refused before the server looked at the key: that says nothing of an earlier attempt. A newer version may find invalid what an
 * older one has saved.
 */
const BEFORE_THE_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not-allowed', 'invalid-input']);

/**
 * What becomes of a fine, as it was before it went out; null where it is saved. Where everybody is charged the amount as entered
 * nobody is asked.
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
  // Whoever has confirmed other amounts is asked again.
  if (isPlain && fine.body.confirmed === undefined) return confirm(fine, assessment, newKey());
  return { ...fine, triedAt: null, asked: assessment };
}
