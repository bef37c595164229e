// The SQL of joining two users: whose each record is, and the figures that follow from it.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { idOfUser } from '../../../core/people/actor.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { Schema } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';

type NamingUser = { [T in keyof Schema]: 'user_id' extends keyof Schema[T] ? T : never }[keyof Schema];

/**
 * Every table that names a user, and how its rows are found in the journal, which says whose they were; null for rows
 * that stay as they are: entries, links that are of no use without their e-mail, and messages, which find their way.
 */
const NAMED_BY: Record<NamingUser, 'sequence' | 'id' | null> = {
  fines: 'sequence',
  payments: 'sequence',
  waivers: 'sequence',
  refunds: 'sequence',
  requests: 'id',
  reminders: 'sequence',
  promises: 'sequence',
  skips: 'sequence',
  sign_in_links: null,
  mails: null,
  journal: null,
  joined_users: null,
};

const MOVED = Object.entries(NAMED_BY).flatMap(([table, by]) => (by === null ? [] : { table, by }));

const move = (
  tx: Transaction<Schema>,
  from: string,
  to: string,
  rowsOf: (by: 'sequence' | 'id') => RawBuilder<unknown>,
) =>
  settleAll(
    MOVED.map(({ table, by }) =>
      run(tx, sql`update ${sql.table(table)} set user_id = ${to} where user_id = ${from} and ${rowsOf(by)}`),
    ),
  );

/** Everything of the one becomes the other's, however much it is, with one statement for each table. */
export const moveAll = (tx: Transaction<Schema>, from: string, to: string) => move(tx, from, to, () => sql`true`);

/** Everything that the journal records of these users is again the one's to whom it belonged. */
export const moveBack = (tx: Transaction<Schema>, from: string, to: string, userIds: readonly string[]) =>
  move(tx, from, to, (by) =>
    by === 'id'
      ? sql`id in (select subject_id from journal where ${isOneOf(tx, 'journal.user_id', userIds)})`
      : sql`sequence in (select journal.sequence from journal where ${isOneOf(tx, 'journal.user_id', userIds)})`,
  );

/** Counts anew what the rows of these users keep of their records. */
export async function recount(tx: Transaction<Schema>, userIds: readonly string[], now: number): Promise<void> {
  const sum = (amount: string, from: string) =>
    sql`coalesce((select sum(${sql.raw(amount)}) from ${sql.raw(from)}), 0)`;
  const newest = (column: string, table: string, where = 'true') =>
    sql`(select ${sql.raw(column)} from ${sql.table(table)} where user_id = users.id and ${sql.raw(where)}
      order by sequence desc limit 1)`;
  // The condition of the index fines_pending.
  const unpaid = sql`status = 'Pending' and amount > 0`;
  // Reads the fines once, because there may be very many.
  await run(
    tx,
    sql`update users set
      (total, pending, credit, fine_count, paid_count, newest_fine_date, oldest_pending_date, earliest_due) = (
        select
          coalesce(sum(amount - waived_amount), 0),
          coalesce(sum(amount - waived_amount - paid_amount), 0),
          ${sum('amount', 'payments where payments.user_id = users.id')}
            - ${sum('reversals.amount', 'payments join reversals on payment_id = payments.id where payments.user_id = users.id')}
            - ${sum('amount', 'refunds where refunds.user_id = users.id')}
            + ${sum('reversals.amount', 'refunds join reversals on refund_id = refunds.id where refunds.user_id = users.id')}
            - coalesce(sum(paid_amount), 0),
          count(*),
          count(*) filter (where status = 'Paid'),
          max(date),
          min(date) filter (where ${unpaid}),
          min(due_on) filter (where ${unpaid})
        from fines where fines.user_id = users.id
      ),
      reminded_on = ${newest('day', 'reminders')},
      reminded_through = ${newest('channel', 'reminders')},
      promised_until = ${newest('until', 'promises')},
      promise_covers = ${newest('case when until is not null then covers end', 'promises')},
      reminded_up_to = ${newest('through', 'reminders', 'through is not null')},
      skipped_up_to = ${newest('up_to', 'skips')},
      summary_updated_at = ${now}
    where ${isOneOf(tx, 'id', userIds)}`,
  );
}

export const insertJoined = insertion('joined_users');

export const deleteJoined = (tx: Transaction<Schema>, sequence: number) =>
  run(tx, tx.deleteFrom('joined_users').where('sequence', '=', sequence));

/** An open link goes with the e-mail that it is for. */
export const moveLinks = (tx: Transaction<Schema>, emailKey: string | null, to: string) =>
  run(
    tx,
    tx
      .updateTable('sign_in_links')
      .set({ user_id: to })
      .where('email_key', '=', emailKey)
      .where('user_id', 'is not', null),
  );

/** The newest join of this record with another, or of another one with it. */
export const newestJoin = (db: Handle, userId: string, as: 'user_id' | 'into_id') =>
  runFirst(db, db.selectFrom('joined_users').selectAll().where(as, '=', userId).orderBy('sequence', 'desc').limit(1));

/** The entries of a join: of the record that went, and of the one that remained. */
export const entriesOfJoin = (db: Handle, sequence: number) =>
  run(
    db,
    db
      .selectFrom('journal')
      .select(['sequence', 'batch', 'at', 'subject_id', 'before'])
      .where('sequence', 'in', [sequence, sequence + 1])
      .orderBy('sequence'),
  );

/** Whether the journal records anything of these users after this entry, or they gave cash away since. */
export async function isFollowed(db: Handle, userIds: readonly string[], sequence: number): Promise<boolean> {
  const since = (table: 'journal' | 'pay_outs' | 'hand_overs', column: string, ids: readonly string[]) =>
    sql`select sequence from ${sql.table(table)} where ${isOneOf(db, column, ids)} and sequence > ${sequence}`;
  const holders = userIds.map(idOfUser);
  const parts = [
    since('journal', 'user_id', userIds),
    since('pay_outs', 'holder_id', holders),
    since('hand_overs', 'holder_id', holders),
  ];
  return (await runFirst(db, sql`${sql.join(parts, sql` union all `)} limit 1`)) !== undefined;
}
