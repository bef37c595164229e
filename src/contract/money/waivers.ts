// Waivers: waiving what is outstanding of a fine, and taking that back.
import { z } from 'zod';
import { MAX_LENGTH, PAYMENTS_PAGE_SIZE } from '../../core/limits.ts';
import { fine, reduction } from '../fines/fines.ts';
import { operation } from '../operation.ts';
import { reversal } from './payments.ts';
import {
  batch,
  day,
  givenReason,
  id,
  instant,
  optionalText,
  pageOf,
  pageQuery,
  rupees,
  rupeesTotal,
  searchTerm,
  text,
  totals,
  fineType,
} from '../shapes.ts';
import { actorName } from '../only-for.ts';

export const waiver = z.object({
  id: z.string(),
  fineId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** type and day of the fine at the time */
  fineType,
  date: z.string(),
  amount: rupeesTotal,
  /** the whole fine was a mistake */
  mistake: z.boolean(),
  reason: z.string(),
  day: z.string(),
  madeBy: actorName,
  createdAt: instant,
  /** oldest first */
  reversals: z.array(reversal),
});
export type Waiver = z.infer<typeof waiver>;

export const waiveFine = operation({
  id: 'fines.waive',
  method: 'POST',
  path: '/fines/:fineId/waivers',
  needs: 'manager',
  summary:
    'Waives what is outstanding on a fine, in whole or in part, or waives the whole fine as a mistake, which also undoes a doubling it caused.',
  params: z.object({ fineId: id }),
  /**
   * `outstanding`: the amount that was shown as left to pay. `amount`: omitted for a mistake. `paidAmount`: the paid
   * amount that was shown, which a mistake turns into credit. `reduces`: the id of the fine that was announced as
   * reduced, empty for none. The last two are not checked if omitted.
   */
  body: z
    .object({
      outstanding: rupees,
      mistake: z.boolean().default(false),
      amount: rupees.refine((amount) => amount > 0, 'must be more than 0').optional(),
      reason: givenReason,
      paidAmount: rupees.optional(),
      reduces: optionalText(128).optional(),
    })
    .refine(({ mistake, amount }) => mistake || amount !== undefined, { path: ['amount'], error: 'is missing' })
    .refine(({ mistake, amount }) => !mistake || amount === undefined, {
      path: ['amount'],
      error: 'must be left out if the whole fine was a mistake',
    }),
  output: z.object({
    fine,
    /** the part of the fine that this waiver covers */
    waived: rupees,
    reduction: reduction.nullable(),
    /** everything that becomes the user's credit */
    toCredit: rupeesTotal,
    batch,
    totals,
  }),
  errors: [
    'fine-not-found',
    'fine-changed',
    'nothing-to-waive',
    'waived-too-much',
    'reduction-changed',
    'totals-too-large',
  ],
  writes: true,
});

export const reverseWaiver = operation({
  id: 'fines.unwaive',
  method: 'POST',
  path: '/waivers/:waiverId/reversal',
  needs: 'manager',
  summary: 'Takes back a waiver, or what is left of it: that amount is owed again. No fine is doubled again.',
  params: z.object({ waiverId: id }),
  /** `amount`: the remaining part as it was shown */
  body: z.object({ amount: rupees, reason: givenReason }),
  output: z.object({ fine, waiver, totals }),
  errors: ['waiver-not-found', 'waiver-reversed', 'mistake-first', 'totals-too-large'],
  writes: true,
});

export const listWaivers = operation({
  id: 'waivers.list',
  method: 'GET',
  path: '/waivers',
  needs: 'viewer',
  summary: 'Waivers, newest first.',
  query: z.object({
    userId: id.optional(),
    from: day.optional(),
    to: day.optional(),
    /** an e-mail */
    madeBy: text(MAX_LENGTH.email).optional(),
    search: searchTerm,
    ...pageQuery(PAYMENTS_PAGE_SIZE),
  }),
  /** `waived` and `reversed`: sums of all that match */
  output: pageOf(waiver).extend({ waived: rupeesTotal, reversed: rupeesTotal }),
});
