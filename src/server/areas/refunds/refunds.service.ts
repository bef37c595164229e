// Giving credit back, and taking that back (REFUND-1 to REFUND-4).
import type { Selectable } from 'kysely';
import type * as contract from '../../../contract/money/refunds.ts';
import { changeOfMoney } from '../../../core/fines/fine.ts';
import { numberName, numberOf } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { RefundsTable, ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Command } from '../../ledger/command.ts';
import { newRecordId } from '../../shared/ids.ts';
import { remainingOf } from '../../shared/joined-users.ts';
import { findUser } from '../../shared/queries.ts';
import { toInstant, toTotals } from '../../shared/wire.ts';
import { changeSummaries } from '../../balances/fine-changes.repository.ts';
import { countGivenBack } from '../../balances/daily-figures/payment-days.ts';
import * as repository from './refunds.repository.ts';
import { changeOfReversal, recordReversal, reversalsOf, toReversal } from '../../balances/reversals.ts';

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Throws user-not-found. A deleted user's credit can be given back, that of a joined record to the one that remained. */
export async function readPayee(db: Handle, userId: string): Promise<User> {
  const user = await findUser(db, (await remainingOf(db, [userId]))(userId));
  if (user === undefined) throw new AppError('user-not-found');
  return user;
}

/**
 * Gives credit back. Throws credit-changed (with the present credit) if it is not as shown, more-than-credit,
 * given-in-future.
 */
export const giveRefund: Command<typeof contract.giveRefund, User> = (context, { body }, user) => {
  if (body.givenOn > context.today) throw new AppError('given-in-future');
  const { credit } = user;
  if (body.credit !== credit) throw new AppError('credit-changed', { details: { credit } });
  const { amount } = body;
  if (amount > credit) throw new AppError('more-than-credit');
  const voucher = context.nextNumber('voucher');
  const refund = {
    id: newRecordId(),
    user_id: user.id,
    amount,
    method: body.method,
    reference: body.reference,
    given_on: body.givenOn,
    given_by: context.actor.name,
    given_by_id: context.actor.id,
    note: body.note,
    voucher_year: voucher.year,
    voucher_number: voucher.number,
    credit_after: user.credit - amount,
    created_at: context.now,
  };
  const balance = changeOfMoney(0 - amount);
  const { id: subjectId } = refund;
  const sequence = context.record({
    subject: 'refund',
    subjectId,
    userId: user.id,
    before: null,
    after: refund,
    balance,
  });
  const row: Selectable<RefundsTable> = { ...refund, sequence };
  context.send([
    repository.insertRefunds(context.tx, [row]),
    changeSummaries(context.tx, [user], balance, { now: context.now }),
  ]);
  countGivenBack(context, row, row.given_on, amount);
  return {
    refund: toRefund({ ...row, user_name: user.user_name }, []),
    credit: refund.credit_after,
    totals: toTotals(context.books()),
  };
};

/** A refund about to be taken back. */
export interface Reversing {
  refund: repository.RefundRow;
  reversals: readonly Selectable<ReversalsTable>[];
  user: User;
}

/** Throws refund-not-found. */
export async function readReversing(db: Handle, refundId: string): Promise<Reversing> {
  const refund = await repository.findRefund(db, refundId);
  if (refund === undefined) throw new AppError('refund-not-found');
  const [reversals, user] = await settleAll([reversalsOf(db, 'refund', [refundId]), readPayee(db, refund.user_id)]);
  return { refund, reversals: reversals.get(refundId) ?? [], user };
}

/** Takes back a refund: its amount is credit again. Throws refund-reversed. */
export const reverseRefund: Command<typeof contract.reverseRefund, Reversing> = (
  context,
  { body: { reason } },
  { refund, reversals, user },
) => {
  if (reversals.length > 0) throw new AppError('refund-reversed');
  const reversed = { kind: 'refund', id: refund.id, userId: user.id } as const;
  const reversal = recordReversal(context, reversed, { amount: refund.amount, reason });
  countGivenBack(context, refund, context.today, 0 - refund.amount);
  const balance = changeOfReversal('refund', refund.amount);
  context.send([changeSummaries(context.tx, [user], balance, { now: context.now })]);
  return { refund: toRefund(refund, [reversal]), totals: toTotals(context.books()) };
};

/** A voucher as it was given, with later reversals. Throws voucher-not-found. */
export async function readVoucher(db: Handle, name: string, { of }: { of?: string } = {}): Promise<contract.Voucher> {
  const number = numberOf('voucher', name);
  const refund = number === null ? undefined : await repository.findVoucher(db, number);
  if (refund === undefined || (of !== undefined && refund.user_id !== of)) throw new AppError('voucher-not-found');
  const reversals = await reversalsOf(db, 'refund', [refund.id]);
  return {
    refund: toRefund(refund, reversals.get(refund.id) ?? []),
    creditAfter: refund.credit_after,
  };
}

export const voucherOf = ({ voucher_year: year, voucher_number: number }: Selectable<RefundsTable>): string =>
  numberName('voucher', { year, number });

export function toRefund(row: repository.RefundRow, reversals: readonly Selectable<ReversalsTable>[]): contract.Refund {
  return {
    id: row.id,
    voucher: voucherOf(row),
    userId: row.user_id,
    userName: displayName(row.user_name),
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    givenOn: row.given_on,
    givenBy: row.given_by,
    givenById: row.given_by_id,
    note: row.note,
    createdAt: toInstant(row.created_at),
    reversals: reversals.map(toReversal),
  };
}
