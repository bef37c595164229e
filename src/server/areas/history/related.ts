// What entries refer to but do not contain: names, receipts, the fines of waivers. Records of money are never changed.
import type { RawBuilder } from 'kysely';
import { termsIn } from '../../../core/fines/late-surcharge.ts';
import type { GroupNames } from '../../../core/people/group.ts';
import { numberName } from '../../../core/money/payment.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { isOneOf, type Query, run } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { Entry } from './history.repository.ts';
import { readGroups } from '../../shared/groups.ts';
import { remainingOf } from '../../shared/joined-users.ts';
import { eventThen, titleThen } from '../../shared/queries.ts';
import { type Records, recordsOf } from './records.ts';

export interface Related {
  /** the user's present name */
  userName(userId: string): string;
  /** null if there is none */
  receipt(paymentId: string): string | null;
  voucher(refundId: string): string;
  waiver(waiverId: string): { fineId: string; fineType: string; date: string };
  handOver(handOverId: string): { holder: string; takenBy: string; day: string };
  /** whose cash was paid out */
  payer(payOutId: string): string;
  /** name, at the time, of the event that cash was paid out for; null if it was for none */
  eventPaid(payOutId: string): string | null;
  /** the name of the other record of an entry that joins two, or undoes it; null for other entries */
  joinedWith(entry: Entry): string | null;
  /** what it is called now; null for one that was deleted before anybody was in it */
  group(groupId: string): GroupNames | null;
  /** the payments from which a fine was paid in an entry, or freed; null stands for credit */
  allocations(sequence: number): readonly (string | null)[];
}

const JOINING: readonly Entry['action'][] = ['users.join', 'users.undoJoin'];

export async function readRelated(db: Handle, entries: readonly Entry[]): Promise<Related> {
  const users = entries.flatMap((entry) => [...(entry.user_id === null ? [] : [entry.user_id]), ...leftOutIn(entry)]);
  const changed = entries.flatMap(({ subject, before, sequence }) =>
    subject === 'fine' && before !== null ? sequence : [],
  );
  const payOutIds = [
    ...entries.flatMap(({ subject, subject_id: id }) => (subject === 'pay-out' ? id : [])),
    ...referred(entries, 'pay_out_id'),
  ];
  const remains = await remainingOf(db, users);
  const joins = entries.flatMap(({ action, batch }) => (JOINING.includes(action) ? batch : []));
  const [names, allocations, payments, refunds, waivers, handOvers, payOuts, joined, groups] = await settleAll([
    readOf(db, [...new Set(users.map(remains))], (ids) =>
      db.selectFrom('users').select(['id', 'user_name']).where(ids('id')),
    ),
    readOf(db, changed, (sequences) =>
      db
        .selectFrom('allocations')
        .leftJoin('payments', 'payments.id', 'allocations.payment_id')
        .select([
          'allocations.sequence',
          // The payment's id, null for credit.
          'allocations.payment_id as id',
          'payments.receipt_year as year',
          'payments.receipt_number as number',
        ])
        .where(sequences('allocations.sequence'))
        .orderBy('allocations.sequence')
        .orderBy('place'),
    ),
    readOf(db, referred(entries, 'payment_id'), (ids) =>
      db.selectFrom('payments').select(['id', 'receipt_year as year', 'receipt_number as number']).where(ids('id')),
    ),
    readOf(db, referred(entries, 'refund_id'), (ids) =>
      db.selectFrom('refunds').select(['id', 'voucher_year as year', 'voucher_number as number']).where(ids('id')),
    ),
    readOf(db, referred(entries, 'waiver_id'), (ids) =>
      db.selectFrom('waivers').select(['id', 'fine_id', 'fine_type', 'fine_date']).where(ids('id')),
    ),
    readOf(db, referred(entries, 'hand_over_id'), (ids) =>
      db.selectFrom('hand_overs').select(['id', 'holder', 'taken_by', 'day']).where(ids('id')),
    ),
    readOf(db, payOutIds, (ids) => db.selectFrom('pay_outs').select(['id', 'holder', eventThen]).where(ids('id'))),
    // The two entries of a batch.
    readOf(db, [...joins, ...joins.map((batch) => batch + 1)], (sequences) =>
      db.selectFrom('journal').select(['sequence', 'batch', 'before', 'after']).where(sequences('sequence')),
    ),
    entries.some(({ subject }) => subject === 'user') ? readGroups(db) : [],
  ]);
  const nameOf = new Map(names.map(({ id, user_name }) => [id, user_name]));
  const receiptOf = new Map(
    [...payments, ...allocations].map((row) => [row.id, row.year === null ? null : named('receipt', row)]),
  );
  const voucherOf = new Map(refunds.map((row) => [row.id, named('voucher', row)]));
  const waiverOf = new Map(waivers.map((row) => [row.id, row]));
  const handOverOf = new Map(handOvers.map((row) => [row.id, row]));
  const payOutOf = new Map(payOuts.map((row) => [row.id, row]));
  const bySequence = Map.groupBy(allocations, ({ sequence }) => sequence);
  return {
    userName: (id) => displayName(nameOf.get(remains(id)) ?? ''),
    receipt: (id) => receiptOf.get(id) ?? null,
    voucher: (id) => voucherOf.get(id) ?? '',
    waiver(id) {
      const row = waiverOf.get(id);
      return { fineId: row?.fine_id ?? '', fineType: row?.fine_type ?? '', date: row?.fine_date ?? '' };
    },
    handOver(id) {
      const row = handOverOf.get(id);
      return { holder: row?.holder ?? '', takenBy: row?.taken_by ?? '', day: row?.day ?? '' };
    },
    payer: (id) => payOutOf.get(id)?.holder ?? '',
    eventPaid: (id) => titleThen(payOutOf.get(id)?.event_then ?? null),
    joinedWith({ action, batch, sequence }) {
      const isOther = (row: { batch: number; sequence: number }) => row.batch === batch && row.sequence !== sequence;
      const other = JOINING.includes(action) ? joined.find(isOther) : undefined;
      if (other === undefined) return null;
      const { before, after } = recordsOf<Records['user']>(other);
      return displayName(before?.user_name ?? after?.user_name ?? '');
    },
    group(id) {
      const { name, urduName } = groups.find((one) => one.id === id) ?? { name: '', urduName: '' };
      return name === '' ? null : { name, urduName };
    },
    allocations: (sequence) => (bySequence.get(sequence) ?? []).map(({ id }) => id),
  };
}

const named = (kind: 'receipt' | 'voucher', { year, number }: { year: number | null; number: number | null }): string =>
  numberName(kind, { year: year ?? 0, number: number ?? 0 });

/** The members whom an entry of the late surcharge leaves out by name. */
function leftOutIn(entry: Entry): readonly string[] {
  if (entry.subject !== 'setting') return [];
  const { before, after } = recordsOf<Records['setting']>(entry);
  return [before, after].flatMap((rule) => termsIn(rule?.terms ?? null).leftOut);
}

/** The ids in a column of the entries' records. */
const referred = (entries: readonly Entry[], column: string): string[] => [
  ...new Set(
    entries.flatMap((entry) => {
      const id = ['reversal', 'request'].includes(entry.subject) ? recordsOf(entry).after?.[column] : null;
      return typeof id === 'string' ? id : [];
    }),
  ),
];

/** The rows of a query for a list; reads nothing if the list is empty. */
const readOf = async <R>(
  db: Handle,
  list: readonly (string | number)[],
  query: (isListed: (column: string) => RawBuilder<boolean>) => Query<R>,
): Promise<R[]> =>
  list.length === 0
    ? []
    : await run(
        db,
        query((column) => isOneOf(db, column, list)),
      );
