// The SQL that reads payments: lists, their sums, receipts.
import type { listPayments } from '../../../contract/money/payments.ts';
import { type Selectable, sql } from 'kysely';
import { MOST_FOUND } from '../../../core/limits.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { SearchedNumber, YearNumber } from '../../../core/money/payment.ts';
import { dayAt, type DayInList } from '../../balances/daily-figures/day-at.ts';
import { paymentDays } from '../../balances/daily-figures/payment-days.ts';
import { isOneOf, run, runFirst, runOne } from '../../db/run.ts';
import type { PaymentsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import {
  findsMember,
  findsReference,
  isIndexed,
  type Search,
  searchFor,
  withoutIndex,
} from '../../shared/finding/searches.ts';
import { isInGroup, isOfGroup } from '../../shared/groups.ts';
import { isNamedBy } from '../../shared/joined-users.ts';
import { namedThen, recordsAt, userThen } from '../../shared/queries.ts';
import type { FilterOf } from '../../shared/record-list.ts';

/** A payment's row with the name of its user (empty if the user is deleted or has no name). */
export type PaymentRow = Selectable<PaymentsTable> & { user_name: string };

export const selectPayments = (db: Handle) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select('users.user_name');

export async function findReceipt(db: Handle, { year, number }: YearNumber): Promise<PaymentRow | undefined> {
  const payments = selectPayments(db).select(userThen('payments'));
  const row = await runFirst(db, payments.where('receipt_year', '=', year).where('receipt_number', '=', number));
  return row && namedThen(row);
}

/** The filter of a list of payments; undefined does not filter. */
export type PaymentFilter = Omit<FilterOf<typeof listPayments>, 'receivedBy'> & {
  /** e-mails */
  receivedBy: readonly string[] | undefined;
  /** the receipt named by the search term */
  receipt: YearNumber | null;
  /** the end of a receipt's number, which the search term may mean; null year: of any year */
  numbered: SearchedNumber['partial'];
  /** only those that follow it in the list */
  after?: Pick<PaymentRow, 'received_on' | 'sequence'> | null;
};

/** Pages and sums are read from indexes: with users joined, both engines would sort all payments for one page. */
function filtered(db: Handle, filter: Omit<PaymentFilter, 'search'>) {
  const { userId, from, to, method, receivedBy, group, receipt, after = null } = filter;
  let payments = db
    .selectFrom('payments')
    .select(['received_on', 'payments.sequence', 'payments.amount', 'payments.id']);
  if (userId !== undefined) payments = payments.where('user_id', '=', userId);
  if (from !== undefined) payments = payments.where('received_on', '>=', from);
  if (to !== undefined) payments = payments.where('received_on', '<=', to);
  if (method !== undefined) payments = payments.where('method', '=', method);
  if (receivedBy !== undefined) payments = payments.where(isNamedBy(db, 'received_by', receivedBy));
  if (group !== '') payments = payments.where(isOfGroup('payments.user_id', group));
  if (after !== null) {
    payments = payments.where((eb) =>
      eb(eb.refTuple('received_on', 'payments.sequence'), '<', eb.tuple(after.received_on, after.sequence)),
    );
  }
  return receipt === null
    ? payments
    : payments.where('receipt_year', '=', receipt.year).where('receipt_number', '=', receipt.number);
}

/** Found by their members or texts, and not counted by day: null if a receipt's number, or nothing, was asked for. */
const foundBy = ({ receipt, search: typed, group }: PaymentFilter): { search: Search | null } | null => {
  const search = receipt === null ? searchFor(typed) : null;
  return search === null && (group === '' || receipt !== null) ? null : { search };
};

type PaymentPosition = Pick<PaymentRow, 'received_on' | 'sequence' | 'amount' | 'id'>;

/** If a search matches more members, the newest payments are scanned until enough are theirs. */
const MOST_NAMED = 700;

/** The years that have receipts, from the ends of their index. */
async function receiptYears(db: Handle): Promise<number[]> {
  const years = db.selectFrom('payments').where('receipt_year', 'is not', null);
  const [first, last] = await settleAll([
    runOne(
      db,
      years.select((eb) => eb.fn.min('receipt_year').as('year')),
    ),
    runOne(
      db,
      years.select((eb) => eb.fn.max('receipt_year').as('year')),
    ),
  ]);
  if (first.year === null || last.year === null) return [];
  const earliest = first.year;
  return Array.from({ length: last.year - earliest + 1 }, (_, index) => earliest + index);
}

/**
 * The newest payments that match a search, by member, by reference, or by the end of a receipt's number; of a group,
 * without a search, those of its members.
 */
async function found(
  db: Handle,
  filter: PaymentFilter,
  { search }: { search: Search | null },
  limit: number,
): Promise<PaymentPosition[]> {
  const named = db
    .selectFrom('users')
    .select('users.id')
    .where(isInGroup(filter.group))
    .where(findsMember(db, ['name_key', 'id_key', 'phone_key'], search));
  const payments = filtered(db, filter);
  const newest = (some: typeof payments) =>
    run(db, some.orderBy('received_on', 'desc').orderBy('sequence', 'desc').limit(limit));
  const members = await run(db, named.limit(MOST_NAMED + 1));
  const ids = members.map(({ id }) => id);
  const { numbered } = filter;
  const years = numbered === null ? [] : numbered.year === null ? await receiptYears(db) : [numbered.year];
  const [theirs, referring, receipts] = await settleAll([
    newest(
      // Their group is known.
      filtered(db, { ...filter, group: '' }).where(
        ids.length > MOST_NAMED
          ? sql<boolean>`${withoutIndex(db, sql.ref('user_id'))} in ${named}`
          : isOneOf(db, 'user_id', ids),
      ),
    ),
    search !== null && isIndexed(search) ? newest(payments.where(findsReference(db, search))) : [],
    numbered === null || years.length === 0
      ? []
      : newest(payments.where('receipt_year', 'in', years).where('receipt_number', '=', numbered.number)),
  ]);
  const places = new Map([...theirs, ...referring, ...receipts].map((place) => [place.id, place]));
  return [...places.values()]
    .toSorted((a, b) =>
      a.received_on < b.received_on ? 1 : a.received_on > b.received_on ? -1 : b.sequence - a.sequence,
    )
    .slice(0, limit);
}

/** Up to this offset, scanning the index is faster than summing days. */
const MAX_SCANNED_OFFSET = 500;

/**
 * A page of payments, by newest day received, then newest recorded. A page deep in the list costs the same as the
 * first.
 */
export async function paymentsPage(
  db: Handle,
  filter: PaymentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PaymentRow[]> {
  const by = foundBy(filter);
  if (by !== null) return paymentsAt(db, (await found(db, filter, by, offset + limit)).slice(offset));
  const from = offset > MAX_SCANNED_OFFSET && isByDay(filter) ? await placeAt(db, filter, offset) : null;
  const places = filtered(db, from === null ? filter : { ...filter, to: from.day })
    .orderBy('received_on', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset - (from?.before ?? 0));
  return recordsAt(db, 'payments', 'received_on', places);
}

/** The places of the newest {@link MOST_FOUND} matches of a search, and one more; null for a list without a search. */
export async function paymentsFound(db: Handle, filter: PaymentFilter): Promise<PaymentPosition[] | null> {
  const by = foundBy(filter);
  return by === null ? null : found(db, filter, by, MOST_FOUND + 1);
}

/** The payments at these places. */
export async function paymentsAt(db: Handle, places: readonly PaymentPosition[]): Promise<PaymentRow[]> {
  const ids = places.map(({ id }) => id);
  const rows = await run(db, selectPayments(db).where(isOneOf(db, 'payments.id', ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The amount of these payments that was taken back. */
export async function reversedOf(db: Handle, places: readonly PaymentPosition[]): Promise<Paisa> {
  const ids = places.map(({ id }) => id);
  const reversals = db.selectFrom('reversals').where(isOneOf(db, 'payment_id', ids));
  return (await runOne(db, reversals.select(sql<Paisa>`coalesce(sum(amount), 0)`.as('sum')))).sum;
}

/** For a list without a search, the number of payments and the amounts received and taken back. */
export function paymentSums(
  db: Handle,
  filter: PaymentFilter,
): Promise<{ count: number; received: Paisa; reversed: Paisa }> {
  return isByDay(filter) ? sumsOfDays(db, filter) : sumsOfOne(db, filter);
}

/** Whether the figures kept by day are enough for a filter without a search. */
const isByDay = ({ userId, receipt }: PaymentFilter): boolean => userId === undefined && receipt === null;

const ofDays = ({ from, to, method, receivedBy: person }: PaymentFilter) => ({ from, to, method, person });

/** The day of the payment at this offset of a list. */
async function placeAt(db: Handle, filter: PaymentFilter, offset: number): Promise<DayInList | null> {
  const days = await paymentDays.sumsBy(db, 'day', ofDays(filter));
  const newestFirst = days.toSorted((a, b) => (a.day < b.day ? 1 : -1));
  return dayAt(newestFirst, (day) => day.payment_count, offset);
}

async function sumsOfDays(db: Handle, filter: PaymentFilter) {
  const { payment_count: count, received, reversed_since: reversed } = await paymentDays.sum(db, ofDays(filter));
  return { count, received, reversed };
}

/** The sums for one member or one receipt. */
const sumsOfOne = (db: Handle, filter: PaymentFilter) =>
  runOne(
    db,
    db
      .selectFrom(filtered(db, filter).as('found'))
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(found.amount), 0)`.as('received'),
        sql<number>`coalesce(sum((select sum(amount) from reversals where payment_id = found.id)), 0)`.as('reversed'),
      ]),
  );
