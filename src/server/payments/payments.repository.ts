// The SQL of payments and their allocations.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import type { PaymentsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { matches, NO_SEARCH, searchFor, selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';

/** A payment's row with the name of its user (empty for a deleted or nameless one). */
export type PaymentRow = Selectable<PaymentsTable> & { user_name: string };

/** A user's fines with something outstanding, oldest first, from the index fines_pending. */
export function owedFines(db: Handle, userId: string, limit: number): Promise<FineRow[]> {
  return openFines(db, { userId, limit });
}

/** Literals, not parameters: SQLite uses the partial index fines_pending only where it can read the condition, and else all pending fines. */
export const isOpen = sql<boolean>`fines.status = 'Pending' and fines.amount > 0`;

const openFines = prepared((db, { userId, limit }: { userId: string; limit: number }) =>
  selectFines(db)
    .where('fines.user_id', '=', userId)
    .where(isOpen)
    .orderBy('fines.date')
    .orderBy('fines.sequence')
    .limit(limit),
);

const selectPayments = (db: Handle) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select('users.user_name');

export async function findPayment(db: Handle, paymentId: string): Promise<PaymentRow | undefined> {
  return (await paymentOfId(db, { paymentId }))[0];
}

const paymentOfId = prepared((db, { paymentId }: { paymentId: string }) =>
  selectPayments(db).where('payments.id', '=', paymentId),
);

/** How a payment came in, and into whose hands. */
export type PaymentOrigin = Pick<Selectable<PaymentsTable>, 'id' | 'method' | 'received_by' | 'received_on'>;

export async function paymentOrigins(db: Handle, ids: readonly string[]): Promise<Map<string, PaymentOrigin>> {
  const rows = ids.length === 0 ? [] : await originsOfIds(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const originsOfIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('payments')
    .select(['id', 'method', 'received_by', 'received_on'])
    .where(isOneOf(db, 'id', ids)),
);

export async function findReceipt(
  db: Handle,
  receipt: { year: number; number: number },
): Promise<PaymentRow | undefined> {
  return (await paymentOfReceipt(db, receipt))[0];
}

const paymentOfReceipt = prepared((db, { year, number }: { year: number; number: number }) =>
  selectPayments(db).where('receipt_year', '=', year).where('receipt_number', '=', number),
);

/** Payments with the same method and reference, newest first. */
export const paymentsWithReference = prepared(
  (db, { method, key, limit }: { method: PaymentsTable['method']; key: string; limit: number }) =>
    selectPayments(db)
      .where('reference_key', '=', key)
      .where('reference_key', '<>', '')
      .where('method', '=', method)
      .orderBy('payments.sequence', 'desc')
      .limit(limit),
);

/** The newest fines of a user of which credit pays a part. */
export const finesPaidByCredit = prepared((db, { userId, limit }: { userId: string; limit: number }) =>
  selectFines(db)
    .where('fines.user_id', '=', userId)
    .where('fines.paid_amount', '>', 0)
    .where(
      ({ selectFrom, fn }) =>
        sql<boolean>`${selectFrom('allocations')
          .select(fn.sum('amount').as('held'))
          .whereRef('fine_id', '=', 'fines.id')
          .where('payment_id', 'is', null)} > 0`,
    )
    .orderBy('fines.date', 'desc')
    .orderBy('fines.sequence', 'desc')
    .limit(limit),
);

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

/** Of payments alone: with their users joined, both engines would sort all of them for one page. */
const filtered = (db: Handle, filter: PaymentFilter) => {
  const { userId, from, to, method, receivedBy, search, receipt, after = null } = filter;
  const searched = searchFor(search);
  return db
    .selectFrom('payments')
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('received_on', 'payments.sequence'),
          '<',
          eb.tuple(after?.received_on ?? '', after?.sequence ?? 0),
        ),
      ),
    )
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .$if(from !== undefined, (query) => query.where('received_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('received_on', '<=', to ?? ''))
    .$if(method !== undefined, (query) => query.where('method', '=', method ?? 'Other'))
    .$if(receivedBy !== undefined, (query) => query.where('received_by', '=', receivedBy ?? ''))
    .$if(receipt !== null, (query) =>
      query.where('receipt_year', '=', receipt?.year ?? 0).where('receipt_number', '=', receipt?.number ?? 0),
    )
    .$if(receipt === null && searched !== null, (query) =>
      query.where(({ or, eb, selectFrom }) =>
        or([
          matches(['reference_key'], searched ?? NO_SEARCH),
          eb(
            'user_id',
            'in',
            selectFrom('users')
              .select('users.id')
              .where(matches(['users.name_key', 'users.id_key', 'users.phone_key'], searched ?? NO_SEARCH)),
          ),
        ]),
      ),
    );
};

/** Up to this offset, scanning the index is faster than adding up days. */
const MAX_SCANNED_OFFSET = 500;

/** A page of payments, newest day received first, then newest recorded. A page deep in the list costs the same as the first. */
export async function paymentsPage(
  db: Handle,
  filter: PaymentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PaymentRow[]> {
  const from = offset > MAX_SCANNED_OFFSET && isByDay(filter) ? await dayAt(db, filter, offset) : null;
  // As in finesPage: the places from the index alone, and by them the rows. A join by id would begin at all payments.
  const places = filtered(db, from === null ? filter : { ...filter, to: from.day })
    .select(['received_on', 'payments.sequence'])
    .orderBy('received_on', 'desc')
    .orderBy('payments.sequence', 'desc')
    .limit(limit)
    .offset(offset - (from?.before ?? 0))
    .as('page');
  return await db
    .selectFrom(places)
    .innerJoin('payments', (join) =>
      join.onRef('payments.received_on', '=', 'page.received_on').onRef('payments.sequence', '=', 'page.sequence'),
    )
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select('users.user_name')
    .orderBy('page.received_on', 'desc')
    .orderBy('page.sequence', 'desc')
    .execute();
}

/** How many payments a list holds, and how much was received and taken back by them. */
export async function paymentSums(
  db: Handle,
  filter: PaymentFilter,
): Promise<{ count: number; received: Paisa; takenBack: Paisa }> {
  return isByDay(filter) ? await sumsOfDays(db, filter) : await sumsOfPayments(db, filter);
}

/** Whether `payment_days` has all that a filter looks at. */
const isByDay = ({ userId, receipt, search }: PaymentFilter): boolean =>
  userId === undefined && receipt === null && searchFor(search) === null;

const daysOf = (db: Handle, { from, to, method, receivedBy }: PaymentFilter) =>
  db
    .selectFrom('payment_days')
    .$if(from !== undefined, (query) => query.where('received_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('received_on', '<=', to ?? ''))
    .$if(method !== undefined, (query) => query.where('method', '=', method ?? 'Other'))
    .$if(receivedBy !== undefined, (query) => query.where('received_by', '=', receivedBy ?? ''));

/** The day of the payment at this offset of a list, and how many of the list are on newer days; null behind its end. */
async function dayAt(
  db: Handle,
  filter: PaymentFilter,
  offset: number,
): Promise<{ day: CalendarDay; before: number } | null> {
  const days = await daysOf(db, filter)
    .select(['received_on', sql<number>`sum(payment_count)`.as('count')])
    .groupBy('received_on')
    .orderBy('received_on', 'desc')
    .execute();
  let before = 0;
  for (const { received_on: day, count } of days) {
    if (before + count > offset) return { day, before };
    before += count;
  }
  return null;
}

async function sumsOfDays(db: Handle, filter: PaymentFilter) {
  return await daysOf(db, filter)
    .select([
      sql<number>`coalesce(sum(payment_count), 0)`.as('count'),
      sql<Paisa>`coalesce(sum(received), 0)`.as('received'),
      sql<Paisa>`coalesce(sum(taken_back), 0)`.as('takenBack'),
    ])
    .executeTakeFirstOrThrow();
}

async function sumsOfPayments(db: Handle, filter: PaymentFilter) {
  return await filtered(db, filter)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reversals')
          .where('payment_id', 'is not', null)
          .select((of) => ['payment_id', of.fn.sum<number>('amount').as('taken')])
          .groupBy('payment_id')
          .as('back'),
      (join) => join.onRef('back.payment_id', '=', 'payments.id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(payments.amount), 0)`.as('received'),
      sql<number>`coalesce(sum(back.taken), 0)`.as('takenBack'),
    ])
    .executeTakeFirstOrThrow();
}

/** Received on these days, less what was taken back on them. */
export async function receivedBetween(db: Handle, from: CalendarDay, to: CalendarDay): Promise<Paisa> {
  const [sums] = await receivedOnDays(db, { from, to });
  return sums?.left ?? 0;
}

const receivedOnDays = prepared((db, { from, to }: { from: CalendarDay; to: CalendarDay }) =>
  db
    .selectFrom('payment_days')
    .select(sql<Paisa>`coalesce(sum(received - reversed), 0)`.as('left'))
    .where('received_on', '>=', from)
    .where('received_on', '<=', to),
);
