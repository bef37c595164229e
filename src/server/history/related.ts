// What entries refer to and do not say themselves: names, receipts, the fines of waivers. Records of money are never changed.
import { numberName } from '../../core/money/payment.ts';
import { displayName } from '../../core/people/person-name.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { Entry } from './history.repository.ts';
import { recordsOf } from './records.ts';

export interface Related {
  /** of a user, as it is now */
  userName(userId: string): string;
  /** null where there is none */
  receipt(paymentId: string): string | null;
  voucher(refundId: string): string;
  waiver(waiverId: string): { fineId: string; fineType: string; date: string };
  /** its title as it is now, empty where it was deleted */
  event(eventId: string): string;
  /** what a fine got by an entry, or what was freed of it: null for credit */
  allocations(sequence: number): readonly (string | null)[];
}

export async function readRelated(db: Handle, entries: readonly Entry[]): Promise<Related> {
  const ids = {
    users: entries.flatMap(({ user_id: id }) => id ?? []),
    fines: entries.flatMap((entry) => (entry.subject === 'fine' && entry.before !== null ? entry.sequence : [])),
    refunds: referred(entries, 'refund_id'),
    waivers: referred(entries, 'waiver_id'),
    events: referred(entries, 'event_id'),
  };
  const [users, allocations, payments, refunds, waivers, events] = await settleAll([
    ids.users.length === 0 ? [] : userNames(db, { ids: [...new Set(ids.users)] }),
    ids.fines.length === 0 ? [] : allocationsBy(db, { sequences: ids.fines }),
    lookUp(receipts, db, referred(entries, 'payment_id')),
    lookUp(vouchers, db, ids.refunds),
    lookUp(waiversOfIds, db, ids.waivers),
    lookUp(eventTitles, db, ids.events),
  ]);
  const names = new Map(users.map(({ id, user_name }) => [id, user_name]));
  const receiptOf = new Map(
    [...payments, ...allocations].map((row) => [row.id, row.year === null ? null : named('receipt', row)]),
  );
  const voucherOf = new Map(refunds.map((row) => [row.id, named('voucher', row)]));
  const waiverOf = new Map(waivers.map((row) => [row.id, row]));
  const titleOf = new Map(events.map(({ id, title }) => [id, title]));
  const bySequence = Map.groupBy(allocations, ({ sequence }) => sequence);
  return {
    userName: (id) => displayName(names.get(id) ?? ''),
    receipt: (id) => receiptOf.get(id) ?? null,
    voucher: (id) => voucherOf.get(id) ?? '',
    waiver(id) {
      const row = waiverOf.get(id);
      return { fineId: row?.fine_id ?? '', fineType: row?.fine_type ?? '', date: row?.fine_date ?? '' };
    },
    event: (id) => titleOf.get(id) ?? '',
    allocations: (sequence) => (bySequence.get(sequence) ?? []).map(({ id }) => id),
  };
}

const named = (kind: 'receipt' | 'voucher', { year, number }: { year: number | null; number: number | null }): string =>
  numberName(kind, { year: year ?? 0, number: number ?? 0 });

/** The ids that entries hold in a column. */
const referred = (entries: readonly Entry[], column: string): string[] => [
  ...new Set(
    entries.flatMap((entry) => {
      const id = entry.subject === 'reversal' || entry.subject === 'pay-out' ? recordsOf(entry).after?.[column] : null;
      return typeof id === 'string' ? id : [];
    }),
  ),
];

const lookUp = async <R>(
  read: (db: Handle, values: { ids: readonly string[] }) => Promise<R[]>,
  db: Handle,
  ids: readonly string[],
): Promise<R[]> => (ids.length === 0 ? [] : await read(db, { ids }));

const userNames = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('users')
    .select(['id', 'user_name'])
    .where(isOneOf(db, 'id', ids)),
);

const receipts = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('payments')
    .select(['id', 'receipt_year as year', 'receipt_number as number'])
    .where(isOneOf(db, 'id', ids)),
);

const vouchers = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('refunds')
    .select(['id', 'voucher_year as year', 'voucher_number as number'])
    .where(isOneOf(db, 'id', ids)),
);

const waiversOfIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('waivers')
    .select(['id', 'fine_id', 'fine_type', 'fine_date'])
    .where(isOneOf(db, 'id', ids)),
);

const eventTitles = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('events')
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', ids)),
);

/** `id`: of the payment, null for credit. */
const allocationsBy = prepared((db, { sequences }: { sequences: readonly number[] }) =>
  db
    .selectFrom('allocations')
    .leftJoin('payments', 'payments.id', 'allocations.payment_id')
    .select([
      'allocations.sequence',
      'allocations.payment_id as id',
      'payments.receipt_year as year',
      'payments.receipt_number as number',
    ])
    .where(isOneOf(db, 'allocations.sequence', sequences))
    .orderBy('allocations.sequence')
    .orderBy('place'),
);
