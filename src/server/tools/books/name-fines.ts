// Reports which fines of a user differ from the journal, and in which columns. Only for users whose fingerprints
// differ, since it reads all their entries.
import type { Handle } from '../../db/types.ts';
import { FINE_COLUMNS } from '../../balances/fine-changes.repository.ts';
import type { FingerprintedFine } from './fingerprint.ts';
import { fineOf } from './fold/fold-journal.ts';
import type { Problems } from './problems.ts';
import { recordOf } from './records.ts';

/** The fines of further users are not reported individually, which would take too long. */
const MAX_USERS = 20;

export async function reportDifferingFines(db: Handle, userIds: readonly string[], problems: Problems): Promise<void> {
  const users = userIds.slice(0, MAX_USERS);
  if (users.length === 0) return;
  const left = new Map<string, FingerprintedFine>();
  const entries = await db
    .selectFrom('journal')
    .selectAll()
    .where('subject', '=', 'fine')
    .where('user_id', 'in', users)
    .orderBy('sequence')
    .execute();
  for (const entry of entries) {
    const record = recordOf(entry.after);
    const fine = record === null || record === undefined ? undefined : fineOf(record, entry);
    if (fine !== undefined) left.set(fine.id, fine);
    else left.delete(entry.subject_id);
  }
  const rows = await db.selectFrom('fines').selectAll().where('user_id', 'in', users).orderBy('id').execute();
  for (const row of rows) {
    const fine = left.get(row.id);
    left.delete(row.id);
    const fields = fine === undefined ? [] : FINE_COLUMNS.filter((column) => (fine[column] ?? null) !== row[column]);
    if (fine === undefined) problems.add(`The fine ${row.id} is not in the journal of the user ${row.user_id}.`);
    else if (fields.length > 0) {
      problems.add(`The fine ${row.id} differs from the journal: ${fields.join(', ')}.`);
    }
  }
  for (const { id, user_id: userId } of left.values()) {
    problems.add(`The fine ${id} of the user ${userId} was removed without a journal entry.`);
  }
}
