// Cash-up: how much each person holds, paying out of it, handing it over, and taking both back.
import { z } from 'zod';
import { MAX_LENGTH, PAYMENTS_PAGE_SIZE } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { reversal } from './payments.ts';
import {
  actorId,
  day,
  givenReason,
  id,
  instant,
  optionalText,
  pageOf,
  pageQuery,
  person,
  type Person,
  rupees,
  rupeesTotal,
  shownBalance,
  text,
} from '../shapes.ts';
import { actorName } from '../only-for.ts';

/** The parts of a person's cash since they last handed over. */
const cashFlow = z.object({
  received: rupeesTotal,
  givenBack: rupeesTotal,
  paidOut: rupeesTotal,
  takenOver: rupeesTotal,
  /** what should be there; negative if more was given out than came in */
  held: rupeesTotal,
});

export const cashHolder = cashFlow.extend({
  /** their id, which stays when their name changes */
  holderId: z.string(),
  holder: actorName,
});
export type CashHolder = z.infer<typeof cashHolder>;

/** Somebody who may take cash over, and then holds it. */
export type Taker = Person;

export const readCash = operation({
  id: 'cash.read',
  method: 'GET',
  path: '/cash',
  needs: 'viewer',
  summary: 'How much cash each person holds, who may take it over, and how much of all the money received is credit.',
  output: z.object({ holders: z.array(cashHolder), takers: z.array(person), creditHeld: rupeesTotal }),
});

export const payOut = z.object({
  id: z.string(),
  holder: actorName,
  amount: rupeesTotal,
  /** the event's name at the time, null if the cash was for none */
  event: z.string().nullable(),
  note: z.string(),
  day: z.string(),
  madeBy: actorName,
});
export type PayOut = z.infer<typeof payOut>;

/** A pay-out in the list, with what has become of it. */
export const listedPayOut = payOut.extend({
  holderId: z.string(),
  /** null if it was recorded before ids were */
  madeById: z.string().nullable(),
  /** its holder has handed over since, and that stands */
  handedOver: z.boolean(),
  /** one at most */
  reversals: z.array(reversal),
});
export type ListedPayOut = z.infer<typeof listedPayOut>;

export const listPayOuts = operation({
  id: 'cash.payOuts',
  method: 'GET',
  path: '/cash/pay-outs',
  needs: 'viewer',
  summary: 'What was paid out of the cash that people held, newest first.',
  query: z.object({ ...pageQuery(PAYMENTS_PAGE_SIZE) }),
  output: pageOf(listedPayOut),
});

export const reversePayOut = operation({
  id: 'cash.takeBackPayOut',
  method: 'POST',
  path: '/cash/pay-outs/:payOutId/reversal',
  needs: 'manager',
  summary:
    'Takes back a pay-out: its holder holds that much more. A manager may take back only pay-outs that they recorded themselves the same day.',
  params: z.object({ payOutId: id }),
  body: z.object({ reason: givenReason }),
  output: z.object({ payOut: listedPayOut }),
  errors: ['pay-out-not-found', 'not-own-pay-out', 'pay-out-reversed', 'handed-over-since', 'totals-too-large'],
  writes: true,
});

export const recordPayOut = operation({
  id: 'cash.payOut',
  method: 'POST',
  path: '/cash/pay-outs',
  needs: 'manager',
  summary: 'Records that a cash holder paid out cash for an event, or for the purpose given in the note.',
  body: z
    .object({
      holderId: actorId,
      amount: rupees.refine((amount) => amount > 0, 'must be more than 0'),
      eventId: id.nullable().default(null),
      note: optionalText(MAX_LENGTH.note).default(''),
    })
    .refine(({ eventId, note }) => eventId !== null || note !== '', {
      path: ['note'],
      error: 'must say what it was for, unless it was for an event',
    }),
  output: z.object({ holder: cashHolder }),
  errors: ['cash-holder-not-found', 'event-not-found', 'more-than-cash', 'totals-too-large'],
  writes: true,
});

export const handOver = cashFlow.extend({
  id: z.string(),
  holder: actorName,
  holderId: z.string(),
  counted: rupeesTotal,
  /** counted minus what should have been there */
  difference: rupeesTotal,
  takenBy: actorName,
  /** null for somebody without access */
  takenById: z.string().nullable(),
  note: z.string(),
  day: z.string(),
  madeBy: actorName,
  madeById: z.string(),
  createdAt: instant,
  /** what the cash was paid out for before it was handed over */
  payOuts: z.array(payOut),
  /** one at most */
  reversals: z.array(reversal),
});
export type HandOver = z.infer<typeof handOver>;

export const handOverCash = operation({
  id: 'cash.handOver',
  method: 'POST',
  path: '/cash/hand-overs',
  needs: 'manager',
  summary:
    'Hands over all the cash of a holder, who has none afterwards. Any difference from the amount counted is recorded.',
  /**
   * `held`: the sum that was shown; `takenBy`: the e-mail of somebody with access, who then holds the cash, or any name
   */
  body: z
    .object({
      holderId: actorId,
      held: shownBalance,
      counted: rupees,
      takenBy: text(MAX_LENGTH.email),
      note: optionalText(MAX_LENGTH.note).default(''),
    })
    .refine(({ held, counted, note }) => counted === held || note !== '', {
      path: ['note'],
      error: 'must say why another amount was counted than is held',
    }),
  output: z.object({ handOver }),
  errors: ['cash-holder-not-found', 'cash-changed', 'hand-over-to-oneself', 'taker-without-access', 'totals-too-large'],
  writes: true,
});

export const readHandOver = operation({
  id: 'cash.readHandOver',
  method: 'GET',
  path: '/cash/hand-overs/:handOverId',
  needs: 'viewer',
  summary: 'A hand-over as it was made, and whether it has been taken back since.',
  params: z.object({ handOverId: id }),
  output: z.object({ handOver }),
  errors: ['hand-over-not-found'],
});

export const reverseHandOver = operation({
  id: 'cash.takeBackHandOver',
  method: 'POST',
  path: '/cash/hand-overs/:handOverId/reversal',
  needs: 'manager',
  summary:
    'Takes back a hand-over: the cash returns to its holder, and whoever took it over holds that much less. A manager may take back only hand-overs that they recorded themselves the same day.',
  params: z.object({ handOverId: id }),
  body: z.object({ reason: givenReason }),
  output: z.object({ handOver }),
  errors: [
    'hand-over-not-found',
    'not-own-hand-over',
    'hand-over-reversed',
    'handed-over-since',
    'cash-passed-on',
    'totals-too-large',
  ],
  writes: true,
});

export const listHandOvers = operation({
  id: 'cash.handOvers',
  method: 'GET',
  path: '/cash/hand-overs',
  needs: 'viewer',
  summary: 'Hand-overs, newest first.',
  query: z.object({ from: day.optional(), to: day.optional(), ...pageQuery(PAYMENTS_PAGE_SIZE) }),
  output: pageOf(handOver),
});
