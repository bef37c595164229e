// The SQL of refunds.
import type { listRefunds } from '../../../contract/money/refunds.ts';
import { type Selectable, sql } from 'kysely';
import type { Paisa } from '../../../core/money/money.ts';
import type { SearchedNumber, YearNumber } from '../../../core/money/payment.ts';
import { insertion } from '../../db/insert.ts';
import { run, runFirst, runOne } from '../../db/run.ts';
import type { RefundsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { findsMember, searchFor } from '../../shared/finding/searches.ts';
import { isNamedBy } from '../../shared/joined-users.ts';
import { namedThen, userThen } from '../../shared/queries.ts';
import type { FilterOf } from '../../shared/record-list.ts';

/** A refund's row with the name of its user (empty if the user is deleted or has no name). */
export type RefundRow = Selectable<RefundsTable> & { user_name: string };

export const insertRefunds = insertion('refunds');

const selectRefunds = (db: Handle) =>
  db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.user_id')
    .selectAll('refunds')
    .select('users.user_name');

export const findRefund = (db: Handle, refundId: string): Promise<RefundRow | undefined> =>
  runFirst(db, selectRefunds(db).where('refunds.id', '=', refundId));

export async function findVoucher(db: Handle, { year, number }: YearNumber): Promise<RefundRow | undefined> {
  const refunds = selectRefunds(db).select(userThen('refunds'));
  const row = await runFirst(db, refunds.where('voucher_year', '=', year).where('voucher_number', '=', number));
  return row && namedThen(row);
}

/** A user's refunds that were not taken back, newest first. */
export const standingRefunds = (db: Handle, userId: string, limit: number): Promise<RefundRow[]> =>
  run(
    db,
    selectRefunds(db)
      .where('user_id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('reversals').select('id').whereRef('refund_id', '=', 'refunds.id'))),
      )
      .orderBy('refunds.sequence', 'desc')
      .limit(limit),
  );

/** The filter of a list of refunds; undefined does not filter. */
export type RefundFilter = Omit<FilterOf<typeof listRefunds>, 'givenBy'> & {
  /** e-mails */
  givenBy: readonly string[] | undefined;
  /** the voucher named by the search term */
  voucher: YearNumber | null;
  /** the end of a voucher's number, which the search term may mean; null year: of any year */
  numbered: SearchedNumber['partial'];
  /** only those that follow it in the list */
  after?: Pick<RefundRow, 'given_on' | 'sequence'> | null;
};

function filtered(db: Handle, filter: RefundFilter) {
  const { userId, from, to, method, givenBy, search, voucher, numbered, after = null } = filter;
  let refunds = selectRefunds(db);
  if (userId !== undefined) refunds = refunds.where('refunds.user_id', '=', userId);
  if (from !== undefined) refunds = refunds.where('given_on', '>=', from);
  if (to !== undefined) refunds = refunds.where('given_on', '<=', to);
  if (method !== undefined) refunds = refunds.where('method', '=', method);
  if (givenBy !== undefined) refunds = refunds.where(isNamedBy(db, 'given_by', givenBy));
  if (after !== null) {
    refunds = refunds.where((eb) =>
      eb(eb.refTuple('given_on', 'refunds.sequence'), '<', eb.tuple(after.given_on, after.sequence)),
    );
  }
  if (voucher !== null) {
    return refunds.where('voucher_year', '=', voucher.year).where('voucher_number', '=', voucher.number);
  }
  const named = findsMember(db, ['name_key', 'id_key', 'phone_key'], searchFor(search));
  if (numbered === null) return refunds.where(named);
  const { year, number } = numbered;
  return refunds.where((eb) =>
    eb.or([named, eb('voucher_number', '=', number).and(year === null ? eb.lit(true) : eb('voucher_year', '=', year))]),
  );
}

/** A page of refunds, by newest day given, then newest recorded. */
export const refundsPage = (
  db: Handle,
  filter: RefundFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RefundRow[]> =>
  run(
    db,
    filtered(db, filter).orderBy('given_on', 'desc').orderBy('refunds.sequence', 'desc').limit(limit).offset(offset),
  );

/** The number of refunds in a list, and the amounts given and taken back. */
export const refundSums = (
  db: Handle,
  filter: RefundFilter,
): Promise<{ count: number; given: Paisa; reversed: Paisa }> =>
  runOne(
    db,
    filtered(db, filter)
      .clearSelect()
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(refunds.amount), 0)`.as('given'),
        sql<number>`coalesce(sum((select sum(amount) from reversals where refund_id = refunds.id)), 0)`.as('reversed'),
      ]),
  );
