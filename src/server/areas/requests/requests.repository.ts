// The SQL of requests.
import type { listRequests } from '../../../contract/money/requests.ts';
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { RequestKind } from '../../../core/money/member-request.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOfFound, run, runFirst, runOne } from '../../db/run.ts';
import type { RequestsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { findsMember, searchFor } from '../../shared/finding/searches.ts';
import type { FilterOf } from '../../shared/record-list.ts';

export type RequestRecord = Selectable<RequestsTable>;

/**
 * With the name of its user (empty if the user is deleted or has no name), its receipt, and whether its picture is
 * still there (0 or 1).
 */
export type RequestRow = RequestRecord & {
  user_name: string;
  receipt_year: number | null;
  receipt_number: number | null;
  has_picture: number;
};

/** A fine that a request is about, as it was at the time. */
export interface RequestedFine {
  id: string;
  type: string;
  date: CalendarDay;
}

export const finesOf = ({ fines }: Pick<RequestRecord, 'fines'>): RequestedFine[] =>
  JSON.parse(fines) as RequestedFine[];

export const insertRequests = insertion('requests');

const selectRequests = (db: Handle) =>
  db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .leftJoin('payments', 'payments.id', 'requests.payment_id')
    .selectAll('requests')
    .select(['users.user_name', 'payments.receipt_year', 'payments.receipt_number'])
    .select(
      sql<number>`case when exists (select 1 from kept_pictures where record_id = requests.id) then 1 else 0 end`.as(
        'has_picture',
      ),
    );

export const findRequest = (db: Handle, requestId: string): Promise<RequestRow | undefined> =>
  runFirst(db, selectRequests(db).where('requests.id', '=', requestId));

/** Writes the end of a request. */
export const updateRequest = (db: Handle, requestId: string, decided: Partial<RequestRecord>): Promise<unknown> =>
  run(db, db.updateTable('requests').set(decided).where('id', '=', requestId));

/** A literal, not a parameter: SQLite uses the partial index requests_open only if it can read the condition. */
const isOpen = sql<boolean>`requests.state = 'open'`;

/** A user's open requests. */
export const openOf = (
  db: Handle,
  userId: string,
): Promise<Pick<RequestRecord, 'id' | 'kind' | 'fines' | 'amount'>[]> =>
  run(
    db,
    db
      .selectFrom('requests')
      .select(['id', 'kind', 'fines', 'amount'])
      .where('user_id', '=', userId)
      .where('state', '=', 'open'),
  );

/** The number of requests a user sent on a day. */
export async function countSentOn(db: Handle, userId: string, day: CalendarDay): Promise<number> {
  const sent = db
    .selectFrom('requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('sent_on', '=', day);
  return (await runOne(db, sent)).count;
}

/** The number of open requests of these kinds, except one user's. */
export async function countOpen(db: Handle, kinds: readonly RequestKind[], but: string | null): Promise<number> {
  const open = db
    .selectFrom('requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen)
    .where('kind', 'in', [...kinds])
    .where('user_id', '<>', but ?? '');
  return (await runOne(db, open)).count;
}

/** The filter of a list of requests; undefined does not filter. */
type RequestFilter = FilterOf<typeof listRequests> & {
  /** only those that follow it in the list */
  after?: Pick<RequestRow, 'created_at' | 'id'> | null;
};

function filtered(db: Handle, { userId, kind, state, from, to, search, after = null }: RequestFilter) {
  const found = searchFor(search);
  let requests = db
    .selectFrom('requests')
    .$if(found !== null, (all) =>
      all
        .innerJoin('users', 'users.id', 'requests.user_id')
        .where(findsMember(db, ['name_key', 'id_key', 'phone_key'], found)),
    );
  if (userId !== undefined) requests = requests.where('requests.user_id', '=', userId);
  if (kind !== undefined) requests = requests.where('kind', '=', kind);
  if (state !== undefined) requests = state === 'open' ? requests.where(isOpen) : requests.where('state', '=', state);
  if (from !== undefined) requests = requests.where('sent_on', '>=', from);
  if (to !== undefined) requests = requests.where('sent_on', '<=', to);
  if (after !== null) {
    requests = requests.where((eb) =>
      eb(
        eb.refTuple('requests.created_at', 'requests.id'),
        state === 'open' ? '>' : '<',
        eb.tuple(after.created_at, after.id),
      ),
    );
  }
  return requests;
}

/** A page of requests, newest first; open ones, which are waiting, oldest first. */
export function requestsPage(
  db: Handle,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRow[]> {
  const order = filter.state === 'open' ? 'asc' : 'desc';
  // First the ids, from the index alone, then their rows: otherwise each row before the page would be joined.
  const ids = filtered(db, filter)
    .select('requests.id')
    .orderBy('requests.created_at', order)
    .orderBy('requests.id', order)
    .limit(limit)
    .offset(offset);
  return run(
    db,
    selectRequests(db)
      .where(isOneOfFound(db, 'requests.id', ids))
      .orderBy('requests.created_at', order)
      .orderBy('requests.id', order),
  );
}

/** The number of requests in a list, and the sum of their claims. */
export const requestSums = (db: Handle, filter: RequestFilter): Promise<{ count: number; claimed: Paisa }> =>
  runOne(
    db,
    filtered(db, filter).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(requests.amount), 0)`.as('claimed'),
    ]),
  );

export const methodsWithheld = async (db: Handle): Promise<string | null> =>
  (await runOne(db, db.selectFrom('organisation').select('methods_withheld'))).methods_withheld;
