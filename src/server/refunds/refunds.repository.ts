// The SQL of refunds.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import type { YearNumber } from '../../core/money/payment.ts';
import { prepared, preparedInsert } from '../db/prepared.ts';
import type { RefundsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { matches, NO_SEARCH, searchFor } from '../shared/queries.ts';

/** A refund's row with the name of its user (empty for a deleted or nameless one). */
export type RefundRow = Selectable<RefundsTable> & { user_name: string };

export const insertRefunds = preparedInsert('refunds', [
  'id',
  'sequence',
  'user_id',
  'amount',
  'method',
  'reference',
  'given_on',
  'given_by',
  'note',
  'voucher_year',
  'voucher_number',
  'credit_after',
  'created_at',
]);

const selectRefunds = (db: Handle) =>
  db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.user_id')
    .selectAll('refunds')
    .select('users.user_name');

export async function findRefund(db: Handle, refundId: string): Promise<RefundRow | undefined> {
  return (await refundOfId(db, { refundId }))[0];
}

const refundOfId = prepared((db, { refundId }: { refundId: string }) =>
  selectRefunds(db).where('refunds.id', '=', refundId),
);

export async function findVoucher(db: Handle, voucher: YearNumber): Promise<RefundRow | undefined> {
  return (await refundOfVoucher(db, voucher))[0];
}

const refundOfVoucher = prepared((db, { year, number }: YearNumber) =>
  selectRefunds(db).where('voucher_year', '=', year).where('voucher_number', '=', number),
);

/** A user's refunds that were not taken back, newest first. */
export const standingRefunds = prepared((db, { userId, limit }: { userId: string; limit: number }) =>
  selectRefunds(db)
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reversals').select('id').whereRef('refund_id', '=', 'refunds.id'))),
    )
    .orderBy('refunds.sequence', 'desc')
    .limit(limit),
);

/** Which refunds a list holds; undefined does not filter. */
export interface RefundFilter {
  userId: string | undefined;
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  method: RefundsTable['method'] | undefined;
  givenBy: string | undefined;
  search: string;
  /** the voucher that the search term names */
  voucher: YearNumber | null;
  /** only those behind it */
  after?: Pick<RefundRow, 'given_on' | 'sequence'> | null;
}

const filtered = (db: Handle, filter: RefundFilter) => {
  const { userId, from, to, method, givenBy, search, voucher, after = null } = filter;
  const searched = searchFor(search);
  return db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.user_id')
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('given_on', 'refunds.sequence'), '<', eb.tuple(after?.given_on ?? '', after?.sequence ?? 0)),
      ),
    )
    .$if(userId !== undefined, (query) => query.where('refunds.user_id', '=', userId ?? ''))
    .$if(from !== undefined, (query) => query.where('given_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('given_on', '<=', to ?? ''))
    .$if(method !== undefined, (query) => query.where('method', '=', method ?? 'Other'))
    .$if(givenBy !== undefined, (query) => query.where('given_by', '=', givenBy ?? ''))
    .$if(voucher !== null, (query) =>
      query.where('voucher_year', '=', voucher?.year ?? 0).where('voucher_number', '=', voucher?.number ?? 0),
    )
    .$if(voucher === null && searched !== null, (query) =>
      query.where(matches(['users.name_key', 'users.id_key', 'users.phone_key'], searched ?? NO_SEARCH)),
    );
};

/** A page of refunds, newest day given first, then newest recorded. */
export function refundsPage(
  db: Handle,
  filter: RefundFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RefundRow[]> {
  return filtered(db, filter)
    .selectAll('refunds')
    .select('users.user_name')
    .orderBy('given_on', 'desc')
    .orderBy('refunds.sequence', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many refunds a list holds, how much was given by them, and how much of that was taken back. */
export async function refundSums(
  db: Handle,
  filter: RefundFilter,
): Promise<{ count: number; given: Paisa; takenBack: Paisa }> {
  return await filtered(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(refunds.amount), 0)`.as('given'),
      sql<number>`coalesce(sum((select sum(amount) from reversals where refund_id = refunds.id)), 0)`.as('takenBack'),
    ])
    .executeTakeFirstOrThrow();
}
