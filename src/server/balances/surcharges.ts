// The late surcharges of fines, which are fines of their own: those they bear, and what the rule adds today or next
// (SURCHARGE-1 to SURCHARGE-5). The rows stay when fines are deleted, so that no number of a fine is added again.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import {
  dueDaysLate,
  nextSurcharge,
  type StoredTerms,
  type Surchargeable,
  surchargeDue,
  type SurchargeRule,
  termsIn,
} from '../../core/fines/late-surcharge.ts';
import { RULE_ID } from '../../core/fines/rules.ts';
import type { Paisa } from '../../core/money/money.ts';
import { isCovered } from '../../core/people/reminder.ts';
import { isOneOf, run } from '../db/run.ts';
import type { SurchargesTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { remainingOf } from '../shared/joined-users.ts';
import { openRequests, promisesOf } from './overdue.ts';

type Rows = Selectable<SurchargesTable>[];

/** What is known of these fines: as surcharges, and as fines that bear some, by number. */
export async function surchargesAbout(db: Handle, fineIds: readonly string[]): Promise<{ are: Rows; bear: Rows }> {
  if (fineIds.length === 0) return { are: [], bear: [] };
  const about = (column: 'id' | 'fine_id'): Promise<Rows> =>
    run(
      db,
      db
        .selectFrom('surcharges')
        .selectAll()
        .where(isOneOf(db, column, fineIds))
        .orderBy('number'),
    );
  const [are, bear] = await settleAll([about('id'), about('fine_id')]);
  return { are, bear };
}

export const THE_RULE = RULE_ID['late-surcharge'];

/** `rule`: as it applies; null while it is off. */
interface Stored {
  stored: StoredTerms;
  rule: SurchargeRule | null;
}

export async function readSurchargeRule(db: Handle): Promise<Stored> {
  const [row] = await run(db, db.selectFrom('settings').select(['allow_disallow', 'terms']).where('id', '=', THE_RULE));
  const { since, leftOut, ...terms } = termsIn(row?.terms ?? null);
  return { stored: { ...terms, since, leftOut }, rule: row?.allow_disallow === 1 ? { terms, since } : null };
}

/** The members who are left out by name and present, in the order in which they are shown; whoever a joined one is now. */
export async function leftOutMembers(db: Handle, { leftOut }: Pick<StoredTerms, 'leftOut'>) {
  if (leftOut.length === 0) return [];
  const remaining = await remainingOf(db, leftOut);
  const ids = [...new Set(leftOut.map(remaining))];
  const present = db.selectFrom('users').select(['id', 'user_name']).where('deleted_at', 'is', null);
  return run(
    db,
    present
      .where(isOneOf(db, 'id', ids))
      .orderBy('sort_key')
      .orderBy('id'),
  );
}

/** A fine that may bear a surcharge. */
interface Found extends Surchargeable {
  fineId: string;
  userId: string;
}

/**
 * The fines with these due days of present members (null: all), without surcharges. Uses the conditions of the index
 * fines_pending.
 */
async function surchargeables(
  db: Handle,
  stored: Pick<StoredTerms, 'leftOut'>,
  { from, to }: { from: CalendarDay; to: CalendarDay | null },
  userIds: readonly string[] | null,
): Promise<Found[]> {
  const owed = db
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .select(['fines.id', 'user_id', 'due_on', 'amount', 'waived_amount', 'paid_amount'])
    .select(['users.pending', 'users.credit'])
    .where(sql<boolean>`fines.status = 'Pending' and fines.amount > 0`)
    .where('due_on', '>=', from)
    .where('users.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('surcharges').select('number').whereRef('surcharges.id', '=', 'fines.id'))),
    )
    .orderBy('user_id')
    .orderBy('fines.sequence')
    .$castTo<{ due_on: CalendarDay } & Record<'id' | 'user_id', string> & Record<Figures, Paisa>>();
  const late = to === null ? owed : owed.where('due_on', '<=', to);
  const fines = await run(db, userIds === null ? late : late.where(isOneOf(db, 'user_id', userIds)));
  if (fines.length === 0) return [];
  const users = [...new Set(fines.map(({ user_id: id }) => id))];
  const ids = fines.map(({ id }) => id);
  const [borne, promises, requests, leftOut] = await settleAll([
    borneBy(db, ids),
    promisesOf(db, users),
    openRequests(db, users),
    leftOutMembers(db, stored),
  ]);
  const requested = new Set(
    requests.flatMap((request) => (JSON.parse(request.fines) as { id: string }[]).map(({ id }) => id)),
  );
  const spared = new Set(leftOut.map(({ id }) => id));
  return fines.map(({ id, user_id: userId, due_on: dueOn, ...figures }) => {
    const charged = figures.amount - figures.waived_amount;
    const { last, added } = borne.get(id) ?? { last: 0, added: 0 };
    const silent = spared.has(userId) || requested.has(id) || isCovered(figures);
    const promisedUntil = promises.get(userId) ?? null;
    const outstanding = charged - figures.paid_amount;
    return { fineId: id, userId, dueOn, charged, outstanding, last, added, silent, promisedUntil };
  });
}
type Figures = 'amount' | 'waived_amount' | 'paid_amount' | 'pending' | 'credit';

/** The last number of each of these fines, and what those of its surcharges that still exist are together. */
async function borneBy(db: Handle, fineIds: readonly string[]) {
  const rows = await run(
    db,
    db
      .selectFrom('surcharges')
      .leftJoin('fines', 'fines.id', 'surcharges.id')
      .select(({ fn }) => [
        'surcharges.fine_id',
        fn.max('surcharges.number').as('last'),
        sql<Paisa>`coalesce(sum(fines.amount), 0)`.as('added'),
      ])
      .where(isOneOf(db, 'surcharges.fine_id', fineIds))
      .groupBy('surcharges.fine_id'),
  );
  return new Map(rows.map(({ fine_id: id, last, added }) => [id, { last, added }]));
}

interface ToAdd {
  fineId: string;
  userId: string;
  number: number;
  amount: Paisa;
}

/** What the rule adds today to fines of these members (null: all). */
export async function surchargesDue(
  db: Handle,
  { stored, rule }: Stored,
  today: CalendarDay,
  userIds: readonly string[] | null,
): Promise<ToAdd[]> {
  if (rule === null) return [];
  const found = await surchargeables(db, stored, dueDaysLate(rule, today), userIds);
  return found.flatMap((fine) => {
    const due = surchargeDue(rule, fine, today);
    return due === null ? [] : { fineId: fine.fineId, userId: fine.userId, ...due };
  });
}

/** What is added next to fines of these members, by the fine. */
export async function surchargesNext(
  db: Handle,
  userIds: readonly string[],
  today: CalendarDay,
): Promise<Map<string, { userId: string; after: CalendarDay; amount: Paisa }>> {
  const { stored, rule } = await readSurchargeRule(db);
  if (rule === null) return new Map();
  const { from } = dueDaysLate(rule, today);
  const found = await surchargeables(db, stored, { from, to: null }, userIds);
  return new Map(
    found.flatMap((fine) => {
      const next = nextSurcharge(rule, fine, today);
      return next === null ? [] : [[fine.fineId, { userId: fine.userId, ...next }] as const];
    }),
  );
}
