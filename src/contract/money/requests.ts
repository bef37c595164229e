// Requests of members about their own fines, "I have paid" and "Appeal", and the answers to them.
import { z } from 'zod';
import {
  MAX_FINES_CLAIMED,
  MAX_FINES_COLLECTED,
  MAX_LENGTH,
  MAX_PICTURE_SIZE,
  PICTURE_DAYS,
  REQUESTS_PAGE_SIZE,
} from '../../core/limits.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '../../core/money/member-request.ts';
import { fine, shownFines } from '../fines/fines.ts';
import { actorNameOrNull, onlyForOrOwn } from '../only-for.ts';
import { operation, type Output } from '../operation.ts';
import {
  day,
  givenReason,
  id,
  optionalText,
  pageOf,
  pageQuery,
  paymentMethod,
  rupees,
  rupeesTotal,
  searchTerm,
  totals,
  fineType,
} from '../shapes.ts';
import { takePayment } from './payments.ts';
import { waiveFine } from './waivers.ts';

const kind = z.enum(REQUEST_KINDS);
const state = z.enum(REQUEST_STATES);

export const memberRequest = z.object({
  id: z.string(),
  kind,
  state,
  userId: z.string(),
  userName: z.string(),
  /** the fines at the time: one for an appeal, none for a claim that pays whatever is owed when it is accepted */
  fines: z.array(z.object({ fineId: z.string(), fineType, date: z.string() })),
  /** only for a claim, like the next three; null for an appeal */
  amount: rupeesTotal.nullable(),
  method: paymentMethod.nullable(),
  reference: z.string(),
  /** the day on which the member says they paid */
  receivedOn: z.string().nullable(),
  /** for an appeal, otherwise empty */
  reason: z.string(),
  /** identifies the version of the picture that `requests.picture` returns; null if there is none */
  picture: onlyForOrOwn('collector', z.string().nullable()),
  sentOn: z.string(),
  /** to the member; may be empty if the request was accepted */
  answer: z.string(),
  /** null while the request is open, or if it was withdrawn */
  decidedBy: actorNameOrNull,
  /** a day; null while the request is open */
  decidedOn: z.string().nullable(),
  /** of the resulting payment; null if there is none */
  receipt: z.string().nullable(),
});
export type MemberRequest = z.infer<typeof memberRequest>;

export const listRequests = operation({
  id: 'requests.list',
  method: 'GET',
  path: '/requests',
  needs: 'viewer',
  summary: 'Requests of members, newest first; with `state` open, oldest first.',
  query: z.object({
    userId: id.optional(),
    kind: kind.optional(),
    state: state.optional(),
    /** the days on which the requests were sent */
    from: day.optional(),
    to: day.optional(),
    search: searchTerm,
    ...pageQuery(REQUESTS_PAGE_SIZE),
  }),
  /** `claimed`: the sum of all matching claims */
  output: pageOf(memberRequest).extend({ claimed: rupeesTotal }),
});

export const countRequests = operation({
  id: 'requests.count',
  method: 'GET',
  path: '/requests/count',
  needs: 'collector',
  summary: 'The number of open requests that the caller may decide.',
  output: z.object({ open: z.number().int() }),
});

export const listOwnRequests = operation({
  id: 'requests.own',
  method: 'GET',
  path: '/requests/own',
  needs: 'member',
  summary: "The caller's own requests, newest first, and what they can ask for.",
  query: z.object(pageQuery(REQUESTS_PAGE_SIZE)),
  output: pageOf(memberRequest).extend({
    /** the kinds of request the organisation accepts */
    offered: z.array(kind),
    /** the payment methods on offer */
    methods: z.array(paymentMethod),
    /** the ids of fines about which a request is open */
    open: z.array(z.string()),
    /** what waits for the office, of all open requests: the sum claimed, and what is owed of the fines appealed against */
    waiting: z.object({ claimed: rupeesTotal, appealed: rupeesTotal }),
  }),
});
export type OwnRequests = Output<typeof listOwnRequests>;

/** The answer is the picture, not JSON. */
export const readPicture = operation({
  id: 'requests.picture',
  method: 'GET',
  path: '/requests/:requestId/picture',
  needs: 'member',
  summary: `The picture of a request, for the member who made it and for collectors and above. It is kept until ${PICTURE_DAYS} days after the decision.`,
  params: z.object({ requestId: id }),
  output: z.unknown(),
  errors: ['request-not-found', 'not-found'],
});

const SENDING = ['request-not-offered', 'request-open', 'too-many-open-requests', 'too-many-requests-today'] as const;

export const sendClaim = operation({
  id: 'requests.claim',
  method: 'POST',
  path: '/claims',
  needs: 'member',
  summary: `Claims that the caller has paid: for the given fines of theirs or, if none is given, for those they owe at that time without an open request, at most the ${MAX_FINES_CLAIMED} oldest. Nothing is paid until the claim is accepted.`,
  // The limit leaves room for a picture that is somewhat too large, so that the answer can say so.
  bodyLimit: { bytes: Math.ceil((MAX_PICTURE_SIZE * 4) / 3) + 100 * 1024, values: 2 * MAX_FINES_CLAIMED },
  body: z.object({
    fineIds: z
      .array(id)
      .max(MAX_FINES_CLAIMED, `must be at most ${MAX_FINES_CLAIMED} fines at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name a fine twice')
      .default([]),
    amount: rupees.refine((amount) => amount > 0, 'must be more than 0'),
    method: paymentMethod,
    reference: optionalText(MAX_LENGTH.reference).default(''),
    receivedOn: day,
    /** a JPEG, PNG or WebP, base64; stored without metadata such as the place */
    picture: z.base64('must be base64').nullable().default(null),
  }),
  output: z.object({ request: memberRequest }),
  errors: [
    ...SENDING,
    'fine-not-found',
    'nothing-owed',
    'received-in-future',
    'picture-kind',
    'picture-too-large',
    'picture-too-wide',
  ],
  writes: true,
});

export const sendAppeal = operation({
  id: 'requests.appeal',
  method: 'POST',
  path: '/appeals',
  needs: 'member',
  summary: "Appeals against one of the caller's fines: asks that it be waived as a mistake.",
  body: z.object({ fineId: id, reason: givenReason }),
  output: z.object({ request: memberRequest }),
  errors: [...SENDING, 'fine-not-found', 'nothing-to-waive'],
  writes: true,
});

const params = z.object({ requestId: id });
/** sent to the member with the decision */
const answer = optionalText(MAX_LENGTH.reason).default('');
const DECIDING = ['request-not-found', 'request-decided'] as const;

export const withdrawRequest = operation({
  id: 'requests.withdraw',
  method: 'POST',
  path: '/requests/:requestId/withdrawal',
  needs: 'member',
  summary: 'Withdraws an open request of the caller. Its picture is deleted.',
  params,
  output: z.object({ request: memberRequest }),
  errors: DECIDING,
  writes: true,
});

export const acceptClaim = operation({
  id: 'requests.acceptClaim',
  method: 'POST',
  path: '/claims/:requestId/acceptance',
  needs: 'collector',
  summary:
    "Accepts a member's claim to have paid: takes the payment claimed, which pays the given fines, oldest first; the rest becomes credit.",
  params,
  /** `fines`: those to be paid, as they were shown */
  body: z.object({ fines: shownFines(MAX_FINES_COLLECTED), answer }),
  output: takePayment.output.extend({ request: memberRequest }),
  errors: [...DECIDING, 'own-request', 'user-not-found', 'payment-changed', 'totals-too-large'],
  writes: true,
});

export const acceptAppeal = operation({
  id: 'requests.acceptAppeal',
  method: 'POST',
  path: '/appeals/:requestId/acceptance',
  needs: 'manager',
  summary: 'Accepts an appeal: the whole fine is waived as a mistake, which undoes a doubling it caused.',
  params,
  /**
   * `fine`: the outstanding and paid amounts that were shown, and the id of the fine that is reduced, empty for none;
   * null if the fine was shown as deleted or waived, so that nothing is left to do.
   */
  body: z.object({
    fine: z.object({ outstanding: rupees, paidAmount: rupees, reduces: optionalText(MAX_LENGTH.id) }).nullable(),
    answer,
  }),
  output: z.object({
    request: memberRequest,
    /** null if nothing of the fine was left to waive */
    waived: waiveFine.output.omit({ totals: true, batch: true }).nullable(),
    totals,
  }),
  errors: [
    ...DECIDING,
    'own-request',
    'appealed-fine-gone',
    'fine-changed',
    'nothing-to-waive',
    'waived-too-much',
    'reduction-changed',
    'totals-too-large',
  ],
  writes: true,
});

const refusal = {
  method: 'POST',
  params,
  body: z.object({ answer: givenReason }),
  output: z.object({ request: memberRequest }),
  errors: [...DECIDING, 'own-request'],
  writes: true,
} as const;

export const refuseClaim = operation({
  ...refusal,
  id: 'requests.refuseClaim',
  path: '/claims/:requestId/refusal',
  needs: 'collector',
  summary: "Refuses a member's claim to have paid, with an answer to the member.",
});

export const refuseAppeal = operation({
  ...refusal,
  id: 'requests.refuseAppeal',
  path: '/appeals/:requestId/refusal',
  needs: 'manager',
  summary: 'Refuses an appeal, with an answer to the member.',
});

/** The fields of a request that the history contains. */
export const requestFacts = memberRequest
  .pick({ kind: true, amount: true, method: true, reference: true, receivedOn: true, reason: true, answer: true })
  .extend({ fines: z.array(fine.pick({ fineType: true, date: true })), receipt: z.string().nullable() });
