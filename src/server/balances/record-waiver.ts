// Records a waiver, for all operations that waive something (WAIVE-1).
import type { Paisa } from '../../core/money/money.ts';
import type { CommandContext } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import type { FineRow } from '../shared/wire.ts';
import { insertion } from '../db/insert.ts';

const insertWaivers = insertion('waivers');

/** Records what was waived of a fine, as a row and a journal entry. Returns its id. */
export function recordWaiver(
  context: CommandContext,
  fine: Pick<FineRow, 'id' | 'user_id' | 'fine_type' | 'date'>,
  { amount, mistake, reason }: { amount: Paisa; mistake: boolean; reason: string },
): string {
  const waiver = {
    id: newRecordId(),
    fine_id: fine.id,
    user_id: fine.user_id,
    amount,
    mistake: mistake ? 1 : 0,
    reason,
    day: context.today,
    made_by: context.actor.name,
    created_at: context.now,
    fine_type: fine.fine_type,
    fine_date: fine.date,
  };
  const { id: subjectId, user_id: userId } = waiver;
  const sequence = context.record({ subject: 'waiver', subjectId, userId, before: null, after: waiver });
  context.send([insertWaivers(context.tx, [{ ...waiver, sequence }])]);
  return waiver.id;
}
