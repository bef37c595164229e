// What members read about their own money: payments, receipts, vouchers, the statement, each fine. None of these
// operations takes a user id: the session determines the member.
import { z } from 'zod';
import { FINE_HISTORY_SIZE, OVERVIEW_PAGE_SIZE } from '../../core/limits.ts';
import { FINE_CHANGES, pictures, readFine } from '../fines/fine-details.ts';
import { operation, type Output } from '../operation.ts';
import { explainedFine } from '../overview.ts';
import { day, id, instant, pageOf, pageQuery, rupeesTotal } from '../shapes.ts';
import { payment, readReceipt, recordedMethod } from './payments.ts';
import { readVoucher } from './refunds.ts';
import { readStatement } from './statements.ts';

export const listOwnPayments = operation({
  id: 'own.payments',
  method: 'GET',
  path: '/own/payments',
  needs: 'member',
  summary: "The caller's payments, newest day received first, then newest recorded.",
  query: z.object(pageQuery(OVERVIEW_PAGE_SIZE)),
  /** `received`, `reversed`: the sums of all payments */
  output: pageOf(payment).extend({ received: rupeesTotal, reversed: rupeesTotal }),
});

export const readOwnReceipt = operation({
  id: 'own.receipt',
  method: 'GET',
  path: '/own/receipts/:number',
  needs: 'member',
  summary: "One of the caller's receipts. Somebody else's is answered as not found.",
  params: z.object({ number: id }),
  output: readReceipt.output,
  errors: ['receipt-not-found'],
});

export const readOwnVoucher = operation({
  id: 'own.voucher',
  method: 'GET',
  path: '/own/vouchers/:number',
  needs: 'member',
  summary: "One of the caller's vouchers. Somebody else's is answered as not found.",
  params: z.object({ number: id }),
  output: readVoucher.output,
  errors: ['voucher-not-found'],
});

export const readOwnStatement = operation({
  id: 'own.statement',
  method: 'GET',
  path: '/own/statement',
  needs: 'member',
  summary: 'Every change to what the caller owes, in the same form as `statements.read`.',
  query: z.object({ from: day.optional(), to: day.optional() }),
  output: readStatement.output,
  errors: ['user-not-found', 'period-backwards'],
});

/** An event in the life of a fine, without names, notes and reasons. */
const ownChange = z.object({
  kind: z.enum(FINE_CHANGES).exclude(['imported', 'pictureAdded', 'pictureRemoved']),
  at: instant,
  /** for paid, unpaid, waived and unwaived the part concerned; otherwise the fine's amount from then on */
  amount: rupeesTotal,
});
export type OwnChange = z.infer<typeof ownChange>;

export const readOwnFine = operation({
  id: 'own.fine',
  method: 'GET',
  path: '/own/fines/:fineId',
  needs: 'member',
  summary: "One of the caller's fines, what pays it, and its history. Somebody else's is answered as not found.",
  params: z.object({ fineId: id }),
  output: z.object({
    fine: explainedFine,
    surcharge: readFine.output.shape.surcharge,
    /** what pays it at present, oldest first */
    paid: z.array(
      z.object({
        amount: rupeesTotal,
        /** null for credit */
        payment: z
          .object({ receipt: z.string().nullable(), method: recordedMethod, receivedOn: z.string() })
          .nullable(),
      }),
    ),
    pictures,
    /** newest first */
    history: z.array(ownChange).max(FINE_HISTORY_SIZE),
  }),
  errors: ['fine-not-found'],
});
export type OwnFine = Output<typeof readOwnFine>;
