// A request is open until it is decided or withdrawn, and does not change after that.
import type { CommandContext } from '../../ledger/command.ts';
import { type RequestRecord, type RequestRow, updateRequest } from './requests.repository.ts';

/** Records how it ended. */
export function endRequest(context: CommandContext, row: RequestRow, ending: Partial<RequestRecord>): RequestRow {
  const { tx, now, today } = context;
  const changes = { ...ending, decided_on: today, decided_at: now };
  const { user_name, receipt_year, receipt_number, has_picture, ...before } = row;
  const after = { ...before, ...changes };
  context.record({ subject: 'request', subjectId: row.id, userId: row.user_id, before, after });
  context.send([updateRequest(tx, row.id, changes)]);
  return { ...after, user_name, receipt_year, receipt_number, has_picture };
}
