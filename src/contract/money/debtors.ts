// Members who owe something, and collecting from many of them at once ("Collect from Many").
import { z } from 'zod';
import { MAX_COLLECTED_AT_ONCE, MAX_LENGTH, UNPAID_FOR_DAYS } from '../../core/limits.ts';
import { operation, type Output } from '../operation.ts';
import {
  batch,
  day,
  groupFilter,
  id,
  optionalText,
  paymentMethod,
  rupees,
  rupeesTotal,
  searchTerm,
  shownTotal,
  text,
  totals,
} from '../shapes.ts';

export const debtor = z.object({
  userId: z.string(),
  userName: z.string(),
  /** from the user's record; grants nothing */
  userRole: z.string(),
  /** 0 if they owe nothing */
  pendingFine: rupeesTotal,
  /** the date of the oldest unpaid fine, null if there is none */
  unpaidSince: z.string().nullable(),
});
export type Debtor = z.infer<typeof debtor>;

export const listDebtors = operation({
  id: 'debtors.list',
  method: 'GET',
  path: '/debtors',
  needs: 'collector',
  summary: `Members who owe something, by name, at most ${MAX_COLLECTED_AT_ONCE}.`,
  query: z.object({
    /** matches name, id or role */
    search: searchTerm,
    /** minimum days since the oldest unpaid fine */
    unpaidFor: z.coerce
      .number()
      .refine((days) => UNPAID_FOR_DAYS.some((offered) => offered === days), {
        error: `must be one of ${UNPAID_FOR_DAYS.join(', ')}`,
      })
      .default(0),
    group: groupFilter,
  }),
  output: z.object({
    items: z.array(debtor).max(MAX_COLLECTED_AT_ONCE),
    /** of all that match */
    totalItems: z.number().int(),
    pendingFine: rupeesTotal,
  }),
});

export const findDebtors = operation({
  id: 'debtors.find',
  method: 'POST',
  path: '/debtors/find',
  needs: 'collector',
  summary: 'The members that match a list of names, ids or e-mails, in the order of the list. Saves nothing.',
  body: z.object({ names: z.array(text(MAX_LENGTH.email)).min(1).max(MAX_COLLECTED_AT_ONCE) }),
  /** `found`: two at most, since a name that several members have identifies nobody */
  output: z.object({ items: z.array(z.object({ name: z.string(), found: z.array(debtor) })) }),
  writes: false,
});

export const collectFromMany = operation({
  id: 'debtors.collect',
  method: 'POST',
  path: '/debtors/collect',
  needs: 'collector',
  summary:
    'Takes a payment from each of several members, for all they owe or up to a limit for each; all of the payments or none. Members who owe nothing are left out.',
  body: z.object({
    /** in the order in which receipts are numbered, each with the debt that was shown */
    debtors: z
      .array(z.object({ userId: id, pendingFine: shownTotal }))
      .min(1)
      .max(MAX_COLLECTED_AT_ONCE)
      .refine(
        (debtors) => new Set(debtors.map(({ userId }) => userId)).size === debtors.length,
        'must not name a member twice',
      ),
    /** the most to take from each; null: everything they owe */
    limit: rupees
      .refine((amount) => amount > 0, 'must be more than 0')
      .nullable()
      .default(null),
    method: paymentMethod.default('Salary Deduction'),
    reference: optionalText(MAX_LENGTH.reference).default(''),
    receivedOn: day,
    note: optionalText(MAX_LENGTH.note).default(''),
  }),
  output: z.object({
    payments: z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        receipt: z.string(),
        amount: rupeesTotal,
        /** what the member still owes */
        left: rupeesTotal,
      }),
    ),
    /** members who owed nothing */
    leftOut: z.array(z.object({ userId: z.string(), userName: z.string() })),
    batch,
    totals,
  }),
  errors: [
    'user-not-found',
    'debts-changed',
    'received-in-future',
    'payment-too-large',
    'too-many-fines',
    'totals-too-large',
  ],
  writes: true,
});
export type CollectedFromMany = Output<typeof collectFromMany>;
