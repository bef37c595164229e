// Refunds: giving credit back to a member, the voucher, and taking a refund back.
import { z } from 'zod';
import { MAX_LENGTH, PAYMENTS_PAGE_SIZE } from '../../core/limits.ts';
import { actorName, onlyFor } from '../only-for.ts';
import { operation, type Output } from '../operation.ts';
import { reversal } from './payments.ts';
import {
  day,
  givenReason,
  id,
  instant,
  optionalText,
  pageOf,
  pageQuery,
  paymentMethod,
  rupees,
  rupeesTotal,
  searchTerm,
  shownTotal,
  text,
  totals,
} from '../shapes.ts';

export const refund = z.object({
  id: z.string(),
  /** `V-2026-000007` */
  voucher: z.string(),
  userId: z.string(),
  userName: z.string(),
  amount: rupeesTotal,
  method: paymentMethod,
  reference: z.string(),
  givenOn: z.string(),
  givenBy: actorName,
  /** their id, like `receivedById` of a payment */
  givenById: onlyFor('viewer', z.string()),
  note: onlyFor('viewer', z.string()),
  createdAt: instant,
  /** one at most */
  reversals: z.array(reversal),
});
export type Refund = z.infer<typeof refund>;

export const giveRefund = operation({
  id: 'refunds.give',
  method: 'POST',
  path: '/refunds',
  needs: 'manager',
  summary: 'Gives credit back to a user, deleted or not, and issues a voucher.',
  /** `credit`: the user's credit as it was shown */
  body: z.object({
    userId: id,
    credit: shownTotal,
    amount: rupees.refine((amount) => amount > 0, 'must be more than 0'),
    method: paymentMethod.default('Cash'),
    reference: optionalText(MAX_LENGTH.reference).default(''),
    givenOn: day,
    note: optionalText(MAX_LENGTH.note).default(''),
  }),
  /** `credit`: of the user, after the refund */
  output: z.object({ refund, credit: rupeesTotal, totals }),
  errors: ['user-not-found', 'credit-changed', 'more-than-credit', 'given-in-future', 'totals-too-large'],
  writes: true,
});

export const reverseRefund = operation({
  id: 'refunds.reverse',
  method: 'POST',
  path: '/refunds/:refundId/reversal',
  needs: 'manager',
  summary: 'Takes back a refund, as if it had never been given: its amount is credit again.',
  params: z.object({ refundId: id }),
  body: z.object({ reason: givenReason }),
  output: z.object({ refund, totals }),
  errors: ['refund-not-found', 'refund-reversed', 'totals-too-large'],
  writes: true,
});

export const listRefunds = operation({
  id: 'refunds.list',
  method: 'GET',
  path: '/refunds',
  needs: 'viewer',
  summary: 'Refunds, newest day given first, then newest recorded.',
  query: z.object({
    userId: id.optional(),
    from: day.optional(),
    to: day.optional(),
    method: paymentMethod.optional(),
    /** an e-mail */
    givenBy: text(MAX_LENGTH.email).optional(),
    search: searchTerm,
    ...pageQuery(PAYMENTS_PAGE_SIZE),
  }),
  /** `given` and `reversed`: sums of all that match */
  output: pageOf(refund).extend({ given: rupeesTotal, reversed: rupeesTotal, creditHeld: rupeesTotal }),
});

export const readVoucher = operation({
  id: 'refunds.voucher',
  method: 'GET',
  path: '/vouchers/:number',
  needs: 'viewer',
  summary: 'A voucher as it was issued, and whether it has been taken back since.',
  params: z.object({ number: id }),
  /** `creditAfter`: the user's remaining credit */
  output: z.object({ refund, creditAfter: rupeesTotal }),
  errors: ['voucher-not-found'],
});
export type Voucher = Output<typeof readVoucher>;
