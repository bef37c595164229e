// The SQL that reads payments: lists, their sums, receipts.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { dayAt, type DayInList } from '../balances/kept-figures/day-at.ts';
import { paymentDays } from '../balances/kept-figures/payment-days.ts';
import { run, runFirst, runOne } from '../db/run.ts';
import type { PaymentsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { findsMember, findsReference, searchFor } from '../shared/finding/searches.ts';

/** A payment's row with the name of its user (empty for a deleted or nameless one). */
export type PaymentRow = Selectable<PaymentsTable> & { user_name: string };

export const selectPayments = (db: Handle) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select('users.user_name');

export const findReceipt = (
  db: Handle,
  { year, number }: { year: number; number: number },
): Promise<PaymentRow | undefined> =>
  runFirst(db, selectPayments(db).where('receipt_year', '=', year).where('receipt_number', '=', number));

/** Which payments a list holds; undefined does not filter. */
export interface PaymentFilter {
  userId: string | undefined;
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  method: PaymentsTable['method'] | undefined;
  receivedBy: string | undefined;
  search: string;
  /** the receipt that the search term names */
  receipt: { year: number; number: number } | null;
  /** only those behind it */
  after?: Pick<PaymentRow, 'received_on' | 'sequence'> | null;
}

/** What pages and sums go by, from indexes: with their users joined, both engines would sort all payments for one page. */
function filtered(db: Handle, filter: PaymentFilter) {
  const search = filter.receipt === null ? searchFor(filter.search) : null;
  const payments = unsearched(db, filter);
  if (search === null) return db.selectFrom(payments.as('found'));
  const named = db
    .selectFrom('users')
    .select('users.id')
    .where(findsMember(db, ['name_key', 'id_key', 'phone_key'], search));
  // As an "or" in one query, both engines would look at every payment.
  return db.selectFrom(
    payments
      .where('user_id', 'in', named)
      .union(payments.where(findsReference(db, search)))
      .as('found'),
  );
}

function unsearched(db: Handle, filter: PaymentFilter) {
  const { userId, from, to, method, receivedBy, receipt, after = null } = filter;
  let payments = db
    .selectFrom('payments')
    .select(['received_on', 'payments.sequence', 'payments.amount', 'payments.id']);
  if (userId !== undefined) payments = payments.where('user_id', '=', userId);
  if (from !== undefined) payments = payments.where('received_on', '>=', from);
  if (to !== undefined) payments = payments.where('received_on', '<=', to);
  if (method !== undefined) payments = payments.where('method', '=', method);
  if (receivedBy !== undefined) payments = payments.where('received_by', '=', receivedBy);
  if (after !== null) {
    payments = payments.where((eb) =>
      eb(eb.refTuple('received_on', 'payments.sequence'), '<', eb.tuple(after.received_on, after.sequence)),
    );
  }
  return receipt === null
    ? payments
    : payments.where('receipt_year', '=', receipt.year).where('receipt_number', '=', receipt.number);
}

/** Up to this offset, scanning the index is faster than adding up days. */
const MAX_SCANNED_OFFSET = 500;

/** A page of payments, newest day received first, then newest recorded. A page deep in the list costs the same as the first. */
export async function paymentsPage(
  db: Handle,
  filter: PaymentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PaymentRow[]> {
  const from = offset > MAX_SCANNED_OFFSET && isByDay(filter) ? await placeAt(db, filter, offset) : null;
  // As in finesPage: the places from the index alone, and by them the rows. A join by id would begin at all payments.
  const places = filtered(db, from === null ? filter : { ...filter, to: from.day })
    .select(['received_on', 'sequence'])
    .orderBy('received_on', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset - (from?.before ?? 0))
    .as('page');
  return run(
    db,
    db
      .selectFrom(places)
      .innerJoin('payments', (join) =>
        join.onRef('payments.received_on', '=', 'page.received_on').onRef('payments.sequence', '=', 'page.sequence'),
      )
      .innerJoin('users', 'users.id', 'payments.user_id')
      .selectAll('payments')
      .select('users.user_name')
      .orderBy('page.received_on', 'desc')
      .orderBy('page.sequence', 'desc'),
  );
}

/** How many payments a list holds, and how much was received and taken back by them. */
export function paymentSums(
  db: Handle,
  filter: PaymentFilter,
): Promise<{ count: number; received: Paisa; reversed: Paisa }> {
  return isByDay(filter) ? sumsOfDays(db, filter) : sumsOfPayments(db, filter);
}

/** Whether the kept figures of days have all that a filter looks at. */
const isByDay = ({ userId, receipt, search }: PaymentFilter): boolean =>
  userId === undefined && receipt === null && searchFor(search) === null;

const ofDays = ({ from, to, method, receivedBy: person }: PaymentFilter) => ({ from, to, method, person });

/** Where the payment at this offset of a list is. */
async function placeAt(db: Handle, filter: PaymentFilter, offset: number): Promise<DayInList | null> {
  const days = await paymentDays.sumsBy(db, 'day', ofDays(filter));
  const newestFirst = days.toSorted((a, b) => (a.day < b.day ? 1 : -1));
  return dayAt(newestFirst, (day) => day.payment_count, offset);
}

async function sumsOfDays(db: Handle, filter: PaymentFilter) {
  const { payment_count: count, received, reversed_since: reversed } = await paymentDays.sum(db, ofDays(filter));
  return { count, received, reversed };
}

/** Of one member what was taken back is looked up payment by payment, else added up once. */
const sumsOfPayments = (db: Handle, filter: PaymentFilter) =>
  filter.userId === undefined ? sumsOfMany(db, filter) : sumsOfMember(db, filter);

const sumsOfMember = (db: Handle, filter: PaymentFilter) =>
  runOne(
    db,
    filtered(db, filter).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(found.amount), 0)`.as('received'),
      sql<number>`coalesce(sum((select sum(amount) from reversals where payment_id = found.id)), 0)`.as('reversed'),
    ]),
  );

const sumsOfMany = (db: Handle, filter: PaymentFilter) =>
  runOne(
    db,
    filtered(db, filter)
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('reversals')
            .where('payment_id', 'is not', null)
            .select((of) => ['payment_id', of.fn.sum<number>('amount').as('taken')])
            .groupBy('payment_id')
            .as('back'),
        (join) => join.onRef('back.payment_id', '=', 'found.id'),
      )
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(found.amount), 0)`.as('received'),
        sql<number>`coalesce(sum(back.taken), 0)`.as('reversed'),
      ]),
  );
