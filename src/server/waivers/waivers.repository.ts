// The SQL of waivers.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { prepared } from '../db/prepared.ts';
import type { WaiversTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { matches, NO_SEARCH, searchFor } from '../shared/queries.ts';

/** A waiver's row with the name of its user (empty for a deleted or nameless one). */
export type WaiverRow = Selectable<WaiversTable> & { user_name: string };

/** All waivers of a fine, oldest first. */
export const waiversOfFine = prepared((db, { fineId }: { fineId: string }) =>
  db
    .selectFrom('waivers')
    .innerJoin('users', 'users.id', 'waivers.user_id')
    .selectAll('waivers')
    .select('users.user_name')
    .where('fine_id', '=', fineId)
    .orderBy('waivers.sequence'),
);

const waiverOfId = prepared((db, { waiverId }: { waiverId: string }) =>
  db
    .selectFrom('waivers')
    .innerJoin('users', 'users.id', 'waivers.user_id')
    .selectAll('waivers')
    .select('users.user_name')
    .where('waivers.id', '=', waiverId),
);

export const findWaiver = async (db: Handle, waiver: { waiverId: string }): Promise<WaiverRow | undefined> =>
  (await waiverOfId(db, waiver))[0];

/** Which waivers a list holds; undefined does not filter. */
export interface WaiverFilter {
  userId: string | undefined;
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  madeBy: string | undefined;
  search: string;
  /** only those behind it */
  after?: Pick<WaiverRow, 'day' | 'sequence'> | null;
}

const filtered = (db: Handle, { userId, from, to, madeBy, search, after = null }: WaiverFilter) => {
  const searched = searchFor(search);
  return db
    .selectFrom('waivers')
    .innerJoin('users', 'users.id', 'waivers.user_id')
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('day', 'waivers.sequence'), '<', eb.tuple(after?.day ?? '', after?.sequence ?? 0)),
      ),
    )
    .$if(userId !== undefined, (query) => query.where('waivers.user_id', '=', userId ?? ''))
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
    .$if(madeBy !== undefined, (query) => query.where('made_by', '=', madeBy ?? ''))
    .$if(searched !== null, (query) =>
      query.where(matches(['users.name_key', 'users.id_key', 'users.phone_key'], searched ?? NO_SEARCH)),
    );
};

/** A page of waivers, newest first. */
export function waiversPage(
  db: Handle,
  filter: WaiverFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WaiverRow[]> {
  return filtered(db, filter)
    .selectAll('waivers')
    .select('users.user_name')
    .orderBy('day', 'desc')
    .orderBy('waivers.sequence', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many waivers a list holds, how much was waived by them, and how much of that was taken back. */
export async function waiverSums(
  db: Handle,
  filter: WaiverFilter,
): Promise<{ count: number; waived: Paisa; takenBack: Paisa }> {
  return await filtered(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(waivers.amount), 0)`.as('waived'),
      sql<number>`coalesce(sum((select sum(amount) from reversals where waiver_id = waivers.id)), 0)`.as('takenBack'),
    ])
    .executeTakeFirstOrThrow();
}
