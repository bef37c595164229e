// The list of pay-outs, its file, and taking one back (CASH-19).
import { type Selectable, sql } from 'kysely';
import type * as contract from '../../../contract/money/cash.ts';
import { mayTakeBackAnyCash } from '../../../core/people/permission.ts';
import { moveCash } from '../../balances/cash-moves.ts';
import { itemsWithReversals, recordReversal, reversalsOf, toReversal } from '../../balances/reversals.ts';
import { run, runFirst, runOne } from '../../db/run.ts';
import type { ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Command } from '../../ledger/command.ts';
import { handOversByOwner } from '../../shared/joined-users.ts';
import { REVERSED } from '../../shared/money-columns.ts';
import { eventThen, titleThen } from '../../shared/queries.ts';
import type { RecordList } from '../../shared/record-list.ts';

const selectPayOuts = (db: Handle) =>
  db
    .selectFrom('pay_outs')
    // Who recorded it: the row has only their e-mail.
    .innerJoin('journal as entry', 'entry.sequence', 'pay_outs.sequence')
    .selectAll('pay_outs')
    .select([
      'entry.actor_id as made_by_id',
      eventThen,
      sql<number>`case when exists (
        select 1 from ${handOversByOwner} later
        where later.owner = pay_outs.holder_id and later.sequence > pay_outs.sequence
          and not exists (select 1 from reversals where reversals.hand_over_id = later.id)) then 1 else 0 end`.as(
        'handed_over',
      ),
    ]);

export type ListedRow = Awaited<ReturnType<typeof readReversing>>;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const rowsOf = (db: Handle, limit: number, offset: number, after: { sequence: number } | null) =>
  run(
    db,
    selectPayOuts(db)
      .$if(after !== null, (query) => query.where('pay_outs.sequence', '<', after?.sequence ?? 0))
      .orderBy('pay_outs.sequence', 'desc')
      .limit(limit)
      .offset(offset),
  );

export const payOutList: RecordList<object, Row, contract.ListedPayOut, never> = {
  rows: (db, _query, { limit, offset, after }) => rowsOf(db, limit, offset, after),
  sums: (db) =>
    runOne(
      db,
      db.selectFrom('pay_outs').select((eb) => eb.fn.countAll<number>().as('count')),
    ),
  items: (db, rows) => itemsWithReversals(db, 'pay-out', rows, toListed),
  file: 'pay-outs',
  columns: {
    day: ({ day }) => ({ day }),
    holder: ({ holder }) => ({ recorded: holder }),
    paidOut: ({ amount }) => ({ amount }),
    what: ({ event }) => ({ text: event }),
    note: ({ note }) => ({ text: note }),
    doneBy: ({ madeBy }) => ({ recorded: madeBy }),
    ...REVERSED,
  },
};

/** The pay-out about to be taken back. Throws pay-out-not-found. */
export async function readReversing(db: Handle, payOutId: string) {
  const [row, reversals] = await settleAll([
    runFirst(db, selectPayOuts(db).where('pay_outs.id', '=', payOutId)),
    reversalsOf(db, 'pay-out', [payOutId]),
  ]);
  if (row === undefined) throw new AppError('pay-out-not-found');
  return { row, isReversed: reversals.size > 0 };
}

/** Takes back a pay-out: its holder holds it again. Throws not-own-pay-out, pay-out-reversed, handed-over-since. */
export const reversePayOut: Command<typeof contract.reversePayOut, ListedRow> = (
  context,
  { body: { reason } },
  { row, isReversed },
) => {
  const { amount } = row;
  const isOwn = row.made_by_id === context.actor.id && row.day === context.today;
  if (!isOwn && !mayTakeBackAnyCash(context.access)) throw new AppError('not-own-pay-out');
  if (isReversed) throw new AppError('pay-out-reversed');
  // What was handed over was counted without this cash.
  if (row.handed_over === 1) throw new AppError('handed-over-since');
  const reversal = recordReversal(context, { kind: 'pay-out', id: row.id, userId: null }, { amount, reason });
  moveCash(context, row.holder_id, { paidOut: 0 - amount });
  return { payOut: toListed(row, [reversal]) };
};

const toListed = (row: Row, reversals: readonly Selectable<ReversalsTable>[]): contract.ListedPayOut => ({
  id: row.id,
  holder: row.holder,
  holderId: row.holder_id,
  amount: row.amount,
  event: titleThen(row.event_then),
  note: row.note,
  day: row.day,
  madeBy: row.made_by,
  madeById: row.made_by_id,
  handedOver: row.handed_over === 1,
  reversals: reversals.map(toReversal),
});
