// The SQL of waivers.
import type { listWaivers } from '../../../contract/money/waivers.ts';
import { type Selectable, sql } from 'kysely';
import type { Paisa } from '../../../core/money/money.ts';
import { run, runFirst, runOne } from '../../db/run.ts';
import type { WaiversTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { findsMember, searchFor } from '../../shared/finding/searches.ts';
import { isNamedBy } from '../../shared/joined-users.ts';
import { recordsAt } from '../../shared/queries.ts';
import type { FilterOf } from '../../shared/record-list.ts';

/** A waiver's row with the name of its user (empty if the user is deleted or has no name). */
export type WaiverRow = Selectable<WaiversTable> & { user_name: string };

const selectWaivers = (db: Handle) =>
  db
    .selectFrom('waivers')
    .innerJoin('users', 'users.id', 'waivers.user_id')
    .selectAll('waivers')
    .select('users.user_name');

/** All waivers of a fine, oldest first. */
export const waiversOfFine = (db: Handle, fineId: string): Promise<WaiverRow[]> =>
  run(db, selectWaivers(db).where('fine_id', '=', fineId).orderBy('waivers.sequence'));

export const findWaiver = (db: Handle, waiverId: string): Promise<WaiverRow | undefined> =>
  runFirst(db, selectWaivers(db).where('waivers.id', '=', waiverId));

/** The filter of a list of waivers; undefined does not filter. */
type WaiverFilter = Omit<FilterOf<typeof listWaivers>, 'madeBy'> & {
  /** e-mails */
  madeBy: readonly string[] | undefined;
  /** only those that follow it in the list */
  after?: Pick<WaiverRow, 'day' | 'sequence'> | null;
};

function filtered(db: Handle, { userId, from, to, madeBy, search, after = null }: WaiverFilter) {
  const found = searchFor(search);
  let waivers = db
    .selectFrom('waivers')
    .$if(found !== null, (all) =>
      all
        .innerJoin('users', 'users.id', 'waivers.user_id')
        .where(findsMember(db, ['name_key', 'id_key', 'phone_key'], found)),
    );
  if (userId !== undefined) waivers = waivers.where('waivers.user_id', '=', userId);
  if (from !== undefined) waivers = waivers.where('day', '>=', from);
  if (to !== undefined) waivers = waivers.where('day', '<=', to);
  if (madeBy !== undefined) waivers = waivers.where(isNamedBy(db, 'made_by', madeBy));
  if (after !== null) {
    waivers = waivers.where((eb) =>
      eb(eb.refTuple('day', 'waivers.sequence'), '<', eb.tuple(after.day, after.sequence)),
    );
  }
  return waivers;
}

/** A page of waivers, newest first. */
export function waiversPage(
  db: Handle,
  filter: WaiverFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WaiverRow[]> {
  const places = filtered(db, filter)
    .select(['day', 'waivers.sequence'])
    .orderBy('day', 'desc')
    .orderBy('waivers.sequence', 'desc')
    .limit(limit)
    .offset(offset);
  return recordsAt(db, 'waivers', 'day', places);
}

/** The number of waivers in a list, and the amounts waived and taken back. */
export const waiverSums = (
  db: Handle,
  filter: WaiverFilter,
): Promise<{ count: number; waived: Paisa; reversed: Paisa }> =>
  runOne(
    db,
    filtered(db, filter).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(waivers.amount), 0)`.as('waived'),
      sql<number>`coalesce(sum((select sum(amount) from reversals where waiver_id = waivers.id)), 0)`.as('reversed'),
    ]),
  );
