// Payments: what a member owes, taking money, reversing it, and receipts.
import { z } from 'zod';
import { MAX_FINES_COLLECTED, MAX_LENGTH, PAYMENTS_PAGE_SIZE } from '../../core/limits.ts';
import { NOT_RECORDED, PAYMENT_METHODS } from '../../core/money/payment.ts';
import { fine, shownFines } from '../fines/fines.ts';
import { actorName, actorNameOrNull, onlyFor } from '../only-for.ts';
import { operation, type Output } from '../operation.ts';
import {
  day,
  givenReason,
  groupFilter,
  id,
  instant,
  optionalText,
  pageOf,
  pageQuery,
  paymentMethod,
  rupees,
  rupeesTotal,
  searchTerm,
  text,
  totals,
  fineType,
} from '../shapes.ts';

/** A part of a payment, refund or waiver, or the whole, that was taken back. */
export const reversal = z.object({
  amount: rupeesTotal,
  reason: z.string(),
  day: z.string(),
  /** blank for members, who can read their own receipts */
  madeBy: actorName,
});
export type Reversal = z.infer<typeof reversal>;

/** The method of a payment; unknown for fines paid before payments were recorded. */
export const recordedMethod = z.enum([...PAYMENT_METHODS, NOT_RECORDED]);

export const payment = z.object({
  id: z.string(),
  /** `R-2026-000123`, null if it has no receipt */
  receipt: z.string().nullable(),
  userId: z.string(),
  userName: z.string(),
  amount: rupeesTotal,
  method: recordedMethod,
  reference: z.string(),
  receivedOn: z.string(),
  /** null if not recorded; blank for members */
  receivedBy: actorNameOrNull,
  receivedById: onlyFor('viewer', z.string().nullable()),
  /** by the person who received it; blank for members */
  note: onlyFor('viewer', z.string()),
  createdAt: instant,
  /** oldest first */
  reversals: z.array(reversal),
});
export type Payment = z.infer<typeof payment>;

/** What a member owes, and their credit. */
export const owed = z.object({
  userId: z.string(),
  userName: z.string(),
  credit: rupeesTotal,
  /** the sum of everything outstanding */
  pendingFine: rupeesTotal,
  /** fines with something outstanding, oldest first */
  fines: z.array(fine).max(MAX_FINES_COLLECTED),
});
export type Owed = z.infer<typeof owed>;

export const readOwed = operation({
  id: 'payments.owed',
  method: 'GET',
  path: '/payments/owed/:userId',
  needs: 'collector',
  summary: `A user's credit and open fines, oldest first, at most ${MAX_FINES_COLLECTED}.`,
  params: z.object({ userId: id }),
  output: owed,
  errors: ['user-not-found'],
});

export const findReference = operation({
  id: 'payments.reference',
  method: 'GET',
  path: '/payments/reference',
  needs: 'collector',
  summary: 'Earlier payments with the same method and reference, newest first, at most 5.',
  query: z.object({ method: paymentMethod.default('Cash'), reference: text(MAX_LENGTH.reference) }),
  output: z.object({ items: z.array(payment) }),
});

export const takePayment = operation({
  id: 'payments.take',
  method: 'POST',
  path: '/payments',
  needs: 'collector',
  summary:
    'Takes a payment from a user. First the given credit and then the payment pay the given fines, oldest first; the rest becomes credit.',
  body: z
    .object({
      userId: id,
      fines: shownFines(MAX_FINES_COLLECTED),
      /** credit to be used first */
      credit: rupees.default(0),
      /** money received; may be 0 only if credit is used */
      amount: rupees,
      method: paymentMethod.default('Cash'),
      reference: optionalText(MAX_LENGTH.reference).default(''),
      receivedOn: day,
      note: optionalText(MAX_LENGTH.note).default(''),
    })
    .refine(({ amount, credit }) => amount > 0 || credit > 0, { path: ['amount'], error: 'must be more than 0' })
    .refine(({ fines, credit }) => credit === 0 || fines.length > 0, {
      path: ['credit'],
      error: 'must be 0 if no fine is to be paid',
    }),
  output: z.object({
    /** null if only credit was used */
    payment: payment.nullable(),
    /** every fine it paid, in that order, and which part of that was credit */
    paid: z.array(z.object({ fineType: z.string(), date: z.string(), paid: rupeesTotal, fromCredit: rupeesTotal })),
    /** the part of the money that no fine took */
    toCredit: rupeesTotal,
    /** of the user, after the payment */
    credit: rupeesTotal,
    pendingFine: rupeesTotal,
    totals,
  }),
  errors: ['user-not-found', 'payment-changed', 'received-in-future', 'totals-too-large'],
  writes: true,
});

/** The details of `credit-used`: the newest uses of a user's credit. */
export const creditUses = z.object({
  fines: z.array(fine.pick({ fineType: true, date: true })),
  vouchers: z.array(z.string()),
});
export type CreditUses = z.infer<typeof creditUses>;

export const reversePayment = operation({
  id: 'payments.reverse',
  method: 'POST',
  path: '/payments/:paymentId/reversal',
  needs: 'collector',
  summary: 'Takes back a payment, or what is left of it, as if it had never been received: it no longer pays anything.',
  params: z.object({ paymentId: id }),
  /** `amount`: the remaining part as it was shown */
  body: z.object({
    amount: rupees,
    reason: givenReason,
  }),
  output: z.object({ payment, totals }),
  errors: ['payment-not-found', 'payment-reversed', 'credit-used', 'totals-too-large', 'not-own-entry'],
  writes: true,
});

export const listPayments = operation({
  id: 'payments.list',
  method: 'GET',
  path: '/payments',
  needs: 'viewer',
  summary: 'Payments, newest day received first, then newest recorded.',
  query: z.object({
    userId: id.optional(),
    from: day.optional(),
    to: day.optional(),
    method: recordedMethod.optional(),
    /** an e-mail */
    receivedBy: text(MAX_LENGTH.email).optional(),
    group: groupFilter,
    search: searchTerm,
    ...pageQuery(PAYMENTS_PAGE_SIZE),
  }),
  output: pageOf(payment).extend({
    /** A search or a group found more than are counted and summed, which are the newest. The exported file has all. */
    more: z.boolean(),
    /** sums of all that match */
    received: rupeesTotal,
    reversed: rupeesTotal,
    /** by day received, less reversals in that time of payments of any day */
    receivedToday: rupeesTotal,
    receivedThisMonth: rupeesTotal,
    creditHeld: rupeesTotal,
  }),
});

export const readReceipt = operation({
  id: 'payments.receipt',
  method: 'GET',
  path: '/receipts/:number',
  needs: 'viewer',
  summary: 'A receipt as it was issued, and what has been taken back of it since.',
  params: z.object({ number: id }),
  output: z.object({
    payment,
    /** at the time of the payment, in the order in which they were paid */
    fines: z.array(z.object({ fineType, date: z.string(), paid: rupeesTotal })),
    /** the part that went to no fine */
    toCredit: rupeesTotal,
    /** what the user still owed afterwards */
    owedAfter: rupeesTotal,
    /** the part of it that was due before the payment was recorded */
    overdueAfter: rupeesTotal,
    /** the earliest due day of the rest, null if none of it has one */
    nextDue: z.string().nullable(),
  }),
  errors: ['receipt-not-found'],
});
export type Receipt = Output<typeof readReceipt>;
