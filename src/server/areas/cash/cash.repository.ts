// The SQL of cash: what each person holds, pay-outs and hand-overs.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runFirst, runOne } from '../../db/run.ts';
import type { CashHoldersTable, HandOversTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { handOversByOwner, presentHolder } from '../../shared/joined-users.ts';
import { eventThen } from '../../shared/queries.ts';

export type HolderRow = Selectable<CashHoldersTable>;
export type HandOverRow = Selectable<HandOversTable>;

export const insertPayOuts = insertion('pay_outs');

export const insertHandOvers = insertion('hand_overs');

/** Of a holder, and of whoever was joined with them. */
export const emptyCash = (db: Handle, holder: string) =>
  run(
    db,
    db
      .updateTable('cash_holders')
      .set({ received: 0, given_back: 0, paid_out: 0, taken_over: 0 })
      .where(presentHolder('holder'), '=', holder),
  );

/** What everybody holds, with what counts for them since a join. */
const holders = (db: Handle) =>
  db
    .selectFrom('cash_holders')
    .select((eb) => [
      presentHolder('holder').as('holder'),
      eb.fn.sum<number>('received').as('received'),
      eb.fn.sum<number>('given_back').as('given_back'),
      eb.fn.sum<number>('paid_out').as('paid_out'),
      eb.fn.sum<number>('taken_over').as('taken_over'),
    ])
    .groupBy(sql`1`);

export const findHolder = (db: Handle, id: string): Promise<HolderRow | undefined> =>
  runFirst(db, holders(db).where(presentHolder('holder'), '=', id));

export const allHolders = (db: Handle): Promise<HolderRow[]> => run(db, holders(db));

/** The user record of an e-mail. */
export const userOfEmail = (db: Handle, email: string) =>
  runFirst(
    db,
    db
      .selectFrom('users')
      .select(['id', 'email_key', 'access', 'status'])
      .where('email_key', '=', email)
      .where('deleted_at', 'is', null),
  );

export const hasEvent = async (db: Handle, eventId: string): Promise<boolean> =>
  (await runFirst(db, db.selectFrom('events').select('id').where('id', '=', eventId))) !== undefined;

/** The days; undefined does not filter. */
interface HandOverFilter {
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  /** only those that follow it in the list */
  after?: Pick<HandOverRow, 'sequence'> | null;
}

function filtered(db: Handle, { from, to, after = null }: HandOverFilter) {
  let handOvers = db.selectFrom('hand_overs');
  if (from !== undefined) handOvers = handOvers.where('day', '>=', from);
  if (to !== undefined) handOvers = handOvers.where('day', '<=', to);
  return after === null ? handOvers : handOvers.where('sequence', '<', after.sequence);
}

/** A page of hand-overs, newest first. */
export const handOversPage = (
  db: Handle,
  filter: HandOverFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<HandOverRow[]> =>
  run(db, filtered(db, filter).selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset));

export async function countHandOvers(db: Handle, filter: HandOverFilter): Promise<number> {
  const { count } = await runOne(
    db,
    filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return count;
}

export const findHandOver = (db: Handle, handOverId: string): Promise<HandOverRow | undefined> =>
  runFirst(db, db.selectFrom('hand_overs').selectAll().where('id', '=', handOverId));

/** Whether the same holder has handed over after this, and that hand-over has not been taken back. */
export const hasHandedOverSince = async (db: Handle, handOverId: string): Promise<boolean> =>
  (await runFirst(
    db,
    db
      .selectFrom('hand_overs')
      .innerJoin(handOversByOwner.as('later'), 'later.owner', 'hand_overs.holder_id')
      .leftJoin('reversals', 'reversals.hand_over_id', 'later.id')
      .select('later.id')
      .where('hand_overs.id', '=', handOverId)
      .whereRef('later.sequence', '>', 'hand_overs.sequence')
      .where('reversals.id', 'is', null)
      .limit(1),
  )) !== undefined;

/**
 * The pay-outs before each of these hand-overs, oldest first: those since the holder's previous hand-over that stood at
 * the time, without those that had been taken back by then. After a hand-over is taken back, its pay-outs therefore
 * belong to the next one as well.
 */
export async function payOutsOf(db: Handle, handOverIds: readonly string[]) {
  if (handOverIds.length === 0) return [];
  return await run(
    db,
    db
      .selectFrom('pay_outs')
      .innerJoin(handOversByOwner.as('made'), 'made.owner', 'pay_outs.holder_id')
      .selectAll('pay_outs')
      .select(['made.id as hand_over_id', eventThen])
      .where(isOneOf(db, 'made.id', handOverIds))
      .whereRef('pay_outs.sequence', '<', 'made.sequence')
      .where(
        sql<boolean>`not exists (
          select 1 from reversals where pay_out_id = pay_outs.id and reversals.sequence < made.sequence)`,
      )
      .where(
        sql<boolean>`pay_outs.sequence > coalesce((
          select max(earlier.sequence) from ${handOversByOwner} earlier
          where earlier.owner = pay_outs.holder_id and earlier.sequence < made.sequence
            and not exists (
              select 1 from reversals
              where reversals.hand_over_id = earlier.id and reversals.sequence < made.sequence)), 0)`,
      )
      .orderBy('pay_outs.sequence'),
  );
}
