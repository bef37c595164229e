// The cash that each person holds (CASH-1), summed from everything that went through their hands since their last
// hand-over that was not taken back.
import { sql } from 'kysely';
import type { Handle } from '../../db/types.ts';
import type { Problems } from './problems.ts';

/** All cash that went through somebody's hands. */
const moves = sql`
    moves as (
      select received_by_id as holder, 'received' as figure, amount, sequence from payments where method = 'Cash'
      union all
      select received_by_id, 'received', 0 - reversals.amount, reversals.sequence
      from reversals join payments on payments.id = payment_id where method = 'Cash'
      union all
      select given_by_id, 'given back', amount, sequence from refunds where method = 'Cash'
      union all
      select given_by_id, 'given back', 0 - reversals.amount, reversals.sequence
      from reversals join refunds on refunds.id = refund_id where method = 'Cash'
      union all
      select holder_id, 'paid out', amount, sequence from pay_outs
      union all
      select holder_id, 'paid out', 0 - reversals.amount, reversals.sequence
      from reversals join pay_outs on pay_outs.id = pay_out_id
      union all
      select taken_by_id, 'taken over', counted, sequence from hand_overs where taken_by_id is not null
      union all
      select taken_by_id, 'taken over', 0 - reversals.amount, reversals.sequence
      from reversals join hand_overs on hand_overs.id = hand_over_id where taken_by_id is not null
    ),
    last as (
      select holder_id as holder, max(sequence) as sequence from hand_overs
      where not exists (select 1 from reversals where hand_over_id = hand_overs.id) group by holder_id
    )`;

export async function compareCash(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ holder: string; figure: string; kept: number; summed: number }>`
    with ${moves},
    since as (
      select moves.holder, figure, sum(amount) as amount from moves left join last on last.holder = moves.holder
      where moves.sequence > coalesce(last.sequence, 0) group by moves.holder, figure
    ),
    kept as (
      select holder, 'received' as figure, received as amount from cash_holders
      union all select holder, 'given back', given_back from cash_holders
      union all select holder, 'paid out', paid_out from cash_holders
      union all select holder, 'taken over', taken_over from cash_holders
    )
    select holder, figure, sum(kept) as kept, sum(summed) as summed from (
      select holder, figure, amount as kept, 0 as summed from kept
      union all
      select holder, figure, 0, amount from since
    ) compared group by holder, figure having sum(kept) <> sum(summed) order by holder, figure`.execute(db);
  for (const { holder, figure, kept, summed } of rows) {
    problems.add(
      `The figures kept for the cash of ${holder} say ${kept} paisa ${figure}, but the records say ${summed}.`,
    );
  }
  // A person who has handed everything over must be in the list too.
  const { rows: missing } = await sql<{ holder: string }>`
    with ${moves}
    select distinct holder from moves
    where holder is not null and not exists (select 1 from cash_holders where cash_holders.holder = moves.holder)
    order by holder`.execute(db);
  for (const { holder } of missing)
    problems.add(`Cash went through the hands of ${holder}, who is missing from the cash holders.`);
}
