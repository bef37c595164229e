// The SQL of cash: what each person holds, pay-outs and hand-overs.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { prepared, preparedInsert } from '../db/prepared.ts';
import type { CashHoldersTable, HandOversTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

export type HolderRow = Selectable<CashHoldersTable>;
export type HandOverRow = Selectable<HandOversTable>;

export const insertPayOuts = preparedInsert('pay_outs', [
  'id',
  'sequence',
  'holder',
  'amount',
  'event_id',
  'note',
  'day',
  'made_by',
  'created_at',
]);

export const insertHandOvers = preparedInsert('hand_overs', [
  'id',
  'sequence',
  'holder',
  'received',
  'given_back',
  'paid_out',
  'taken_over',
  'counted',
  'taken_by',
  'taken_by_holder',
  'note',
  'day',
  'made_by',
  'created_at',
]);

export const emptyCash = prepared((db, { holder }: { holder: string }) =>
  db
    .updateTable('cash_holders')
    .set({ received: 0, given_back: 0, paid_out: 0, taken_over: 0 })
    .where('holder', '=', holder),
);

export async function findHolder(db: Handle, holder: string): Promise<HolderRow | undefined> {
  return (await holderOf(db, { holder }))[0];
}

const holderOf = prepared((db, { holder }: { holder: string }) =>
  db.selectFrom('cash_holders').selectAll().where('holder', '=', holder),
);

export const allHolders = prepared((db) => db.selectFrom('cash_holders').selectAll().orderBy('holder'));

/** Users with access, by name. */
export const usersWithAccess = prepared((db) =>
  db
    .selectFrom('users')
    .select(['email_key', 'user_name'])
    .where('access', 'is not', null)
    .where('status', '=', 'Active')
    .where('deleted_at', 'is', null)
    .where('email_key', 'is not', null)
    .orderBy('sort_key')
    .orderBy('id'),
);

/** The user record of an e-mail. */
export const userOfEmail = prepared((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .select(['email_key', 'user_name', 'access', 'status'])
    .where('email_key', '=', email)
    .where('deleted_at', 'is', null),
);

export async function hasEvent(db: Handle, eventId: string): Promise<boolean> {
  return (await eventOf(db, { eventId })).length > 0;
}

const eventOf = prepared((db, { eventId }: { eventId: string }) =>
  db.selectFrom('events').select('id').where('id', '=', eventId),
);

/** Of which days; undefined does not filter. */
export interface HandOverFilter {
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
}

const handOversBetween = (db: Handle, { from, to }: HandOverFilter) =>
  db
    .selectFrom('hand_overs')
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''));

export async function handOversPage(
  db: Handle,
  days: HandOverFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Selectable<HandOversTable>[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    handOversBetween(db, days).selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute(),
    handOversBetween(db, days)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

/** Hand-overs, newest first, behind one of them; null: the first ones. */
export function handOversBehind(
  db: Handle,
  days: HandOverFilter,
  after: Pick<HandOversTable, 'sequence'> | null,
  limit: number,
): Promise<HandOverRow[]> {
  return handOversBetween(db, days)
    .$if(after !== null, (query) => query.where('sequence', '<', after?.sequence ?? 0))
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}

/** What each of these hand-overs was paid out before: since the one before it of the same holder; oldest first. */
export async function payOutsOf(db: Handle, handOverIds: readonly string[]) {
  if (handOverIds.length === 0) return [];
  return await db
    .selectFrom('pay_outs')
    .innerJoin('hand_overs', 'hand_overs.holder', 'pay_outs.holder')
    .leftJoin('events', 'events.id', 'pay_outs.event_id')
    .selectAll('pay_outs')
    .select(['hand_overs.id as hand_over_id', 'events.title as event_title'])
    .where('hand_overs.id', 'in', handOverIds)
    .whereRef('pay_outs.sequence', '<', 'hand_overs.sequence')
    .where(
      sql<boolean>`pay_outs.sequence > coalesce((
        select max(earlier.sequence) from hand_overs earlier
        where earlier.holder = hand_overs.holder and earlier.sequence < hand_overs.sequence), 0)`,
    )
    .orderBy('pay_outs.sequence')
    .execute();
}
