// The SQL of payments and their allocations.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money.ts';
import type { Held } from '../../core/payment.ts';
import { isOneOf, prepared, preparedInsert } from '../db/prepared.ts';
import type { AllocationsTable, PaymentsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { matches, NO_SEARCH, searchFor, selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';

/** A payment's row with the name of its user (empty for a deleted or nameless one). */
export type PaymentRow = Selectable<PaymentsTable> & { user_name: string };

/** All columns of a payment. */
const PAYMENT_COLUMNS = [
  'id',
  'sequence',
  'user_id',
  'amount',
  'method',
  'reference',
  'reference_key',
  'received_on',
  'received_by',
  'note',
  'receipt_year',
  'receipt_number',
  'owed_after',
  'created_at',
] as const satisfies readonly (keyof PaymentsTable)[];

export const insertPayments = preparedInsert('payments', PAYMENT_COLUMNS);

export const insertAllocations = preparedInsert('allocations', [
  'sequence',
  'place',
  'fine_id',
  'payment_id',
  'amount',
  'fine_type',
  'fine_date',
]);

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

/** A payment's own allocations, in the order in which it paid. */
export function allocationsOf(db: Handle, payment: Pick<PaymentsTable, 'id'>): Promise<Selectable<AllocationsTable>[]> {
  return allocationsOfPayment(db, { paymentId: payment.id });
}

const allocationsOfPayment = prepared((db, { paymentId }: { paymentId: string }) =>
  db.selectFrom('allocations').selectAll().where('payment_id', '=', paymentId).orderBy('sequence').orderBy('place'),
);

/** What payments, and credit, gave to a fine and what was freed of it again, oldest first. */
export const allocationsOfFine = prepared((db, { fineId }: { fineId: string }) =>
  db
    .selectFrom('allocations')
    .leftJoin('payments', 'payments.id', 'allocations.payment_id')
    .select([
      'payment_id',
      'allocations.amount',
      'payments.amount as received',
      'method',
      'received_on',
      'received_by',
      'receipt_year',
      'receipt_number',
    ])
    .where('fine_id', '=', fineId)
    .orderBy('allocations.sequence')
    .orderBy('place'),
);
export type AllocationRow = Awaited<ReturnType<typeof allocationsOfFine>>[number];

/** What a fine holds of a payment or of credit. */
export interface HeldByFine extends Held {
  fineId: string;
}

const selectHeld = (db: Handle) =>
  db
    .selectFrom('allocations')
    .select((eb) => [
      'fine_id as fineId',
      'payment_id as paymentId',
      eb.fn.sum<number>('amount').as('amount'),
      sql<number>`max(case when amount > 0 then sequence end)`.as('sequence'),
    ])
    .groupBy(['fine_id', 'payment_id'])
    .having((eb) => eb(eb.fn.sum('amount'), '>', 0));

/** What fines still hold of a payment. */
export function heldOf(db: Handle, paymentId: string): Promise<HeldByFine[]> {
  return heldOfPayment(db, { paymentId });
}

const heldOfPayment = prepared((db, { paymentId }: { paymentId: string }) =>
  selectHeld(db).where('payment_id', '=', paymentId),
);

/** What these fines hold of any payment, and what any fine holds of these payments. */
export function heldOfAny(
  db: Handle,
  { fineIds, paymentIds }: { fineIds: readonly string[]; paymentIds: readonly string[] },
): Promise<HeldByFine[]> {
  return selectHeld(db)
    .where((eb) => eb.or([isOneOf(db, 'fine_id', fineIds), isOneOf(db, 'payment_id', paymentIds)]))
    .execute();
}

/** What a fine holds of which payment, and of credit; nothing is read for a fine of which nothing is paid. */
export async function heldBy(db: Handle, fine: { id: string; paid_amount: Paisa }): Promise<HeldByFine[]> {
  return fine.paid_amount === 0 ? [] : await heldByFine(db, { fineId: fine.id });
}

const heldByFine = prepared((db, { fineId }: { fineId: string }) => selectHeld(db).where('fine_id', '=', fineId));

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
