// Statements: everything that changed what a member owes.
import { z } from 'zod';
import { MAX_STATEMENT_LINES } from '../../core/limits.ts';
import { NOT_RECORDED, PAYMENT_METHODS } from '../../core/money/payment.ts';
import { STATEMENT_KINDS } from '../../core/money/statement.ts';
import { operation, type Output } from '../operation.ts';
import { day, fineType, id, rupeesTotal } from '../shapes.ts';

const statementLine = z.object({
  day: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  /** of the fine; empty for money */
  fineType,
  /** of the receipt or voucher, or null */
  number: z.string().nullable(),
  /** of a payment or refund, otherwise null */
  method: z.enum([...PAYMENT_METHODS, NOT_RECORDED]).nullable(),
  /** why it was waived or taken back, otherwise empty */
  reason: z.string(),
  /** of a fine that was given or corrected, null if it has no due day; otherwise null */
  dueOn: z.string().nullable(),
  /** positive: raises what is owed */
  amount: rupeesTotal,
  /** what is owed afterwards; negative: credit */
  balance: rupeesTotal,
});
export type StatementLine = z.infer<typeof statementLine>;

/**
 * A row of a file: a line, the balance before or after all lines, or fines still to come with the debt including them.
 */
export const statementRow = z.discriminatedUnion('kind', [
  statementLine,
  z.object({
    day: z.string().nullable(),
    kind: z.enum(['opening', 'closing', 'to-come']),
    amount: rupeesTotal.nullable(),
    balance: rupeesTotal,
  }),
]);
export type StatementRow = z.infer<typeof statementRow>;

export const readStatement = operation({
  id: 'statements.read',
  method: 'GET',
  path: '/statements/:userId',
  needs: 'viewer',
  summary: `Every change to what a user owes, with a running balance; at most the last ${MAX_STATEMENT_LINES} lines of the period. Without days, the period is everything until today.`,
  params: z.object({ userId: id }),
  query: z.object({ from: day.optional(), to: day.optional() }),
  output: z.object({
    userId: z.string(),
    userName: z.string(),
    from: z.string(),
    to: z.string(),
    /** what was owed at the beginning; negative: credit */
    opening: rupeesTotal,
    lines: z.array(statementLine).max(MAX_STATEMENT_LINES),
    /** how many earlier lines of the period are left out */
    leftOut: z.number().int(),
    closing: rupeesTotal,
    /** the overdue part of what is owed today after credit; null if the period ends before today */
    overdue: rupeesTotal.nullable(),
    /** fines dated after the period, and the debt including them; null if there are none, or if it ends before today */
    toCome: z.object({ amount: rupeesTotal, owed: rupeesTotal }).nullable(),
  }),
  errors: ['user-not-found', 'period-backwards'],
});
export type Statement = Output<typeof readStatement>;
