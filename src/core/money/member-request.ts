/**
 * Requests of members: "I have paid" (a claim) and "Appeal"; when one may be sent, and how long its picture is kept
 * (REQ-1 to REQ-5).
 */
import { addDays, type CalendarDay } from '../calendar.ts';
import { MAX_OPEN_REQUESTS, MAX_REQUESTS_A_DAY, PICTURE_DAYS } from '../limits.ts';

/** claim: "I have paid"; appeal: against one fine */
export const REQUEST_KINDS = ['claim', 'appeal'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** An open request becomes one of the others, and stays that. */
export const REQUEST_STATES = ['open', 'accepted', 'refused', 'withdrawn'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The requests a member has already sent. */
export interface RequestsSoFar {
  /** the fines of each open request; an empty list if nothing was owed that had no request yet */
  open: readonly (readonly string[])[];
  /** all requests sent today */
  sentToday: number;
}

/** Why a member may not ask about these fines now; null if they may. */
export function whyNotNow(
  { open, sentToday }: RequestsSoFar,
  fineIds: readonly string[],
): 'request-open' | 'too-many-open-requests' | 'too-many-requests-today' | null {
  const busy = new Set(open.flat());
  if (fineIds.some((id) => busy.has(id))) return 'request-open';
  if (open.length >= MAX_OPEN_REQUESTS) return 'too-many-open-requests';
  return sentToday >= MAX_REQUESTS_A_DAY ? 'too-many-requests-today' : null;
}

/** Pictures of requests decided before this day are deleted. */
export const picturesKeptSince = (today: CalendarDay): CalendarDay => addDays(today, -PICTURE_DAYS);

/** Whether the picture of a request is still there. `decidedOn`: null while it is open. */
export const isPictureKept = (
  { state, decidedOn }: { state: RequestState; decidedOn: CalendarDay | null },
  today: CalendarDay,
): boolean => state !== 'withdrawn' && (decidedOn === null || decidedOn >= picturesKeptSince(today));
