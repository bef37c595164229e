// Waivers: letting go of what is outstanding of a fine, and taking that back.
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
} from '../shapes.ts';

export const waiver = z.object({
  id: z.string(),
  fineId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** type and day of the fine as they were then */
  fineType: z.string(),
  date: z.string(),
  amount: rupeesTotal,
  /** the whole fine was one */
  mistake: z.boolean(),
  reason: z.string(),
  day: z.string(),
  /** an e-mail */
  madeBy: z.string(),
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
    'Lets go of what is outstanding of a fine, in whole or in part; as a mistake of the whole fine, which undoes a doubling it caused.',
  params: z.object({ fineId: id }),
  /**
   * `outstanding`: what was shown to be left to pay. `amount`: left out for a mistake. `paidAmount`: what was shown to be
   * paid, which a mistake turns into credit. `reduces`: the id of the fine that the administrator was told is reduced, empty
   * for none. Neither of these two is checked if left out.
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
      error: 'must be left out where the whole fine was a mistake',
    }),
  output: z.object({
    fine,
    /** of the fine, by this waiver */
    waived: rupees,
    reduction: reduction.nullable(),
    /** all that becomes the user's credit */
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
  summary: 'Takes back a waiver, or what is left of it: that is owed again. Doubles nothing again.',
  params: z.object({ waiverId: id }),
  /** `amount`: what was shown to be left of it */
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
  /** `waived` and `reversed`: of all that match */
  output: pageOf(waiver).extend({ waived: rupeesTotal, reversed: rupeesTotal }),
  errors: [],
  writes: false,
});
