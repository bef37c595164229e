// Compares when users were added, changed and deleted, and when their figures last changed, folded from the journal,
// with their rows. It includes the status, which a deleted user keeps.
import type { Selectable } from 'kysely';
import type { Attached, AttachedRows } from '../../../ledger/attached.ts';
import type { UsersTable } from '../../../db/schema.ts';
import type { Problems } from '../problems.ts';
import type { Entry, JournalRecord } from '../records.ts';

export type UserTimes = Map<string, Omit<Attached['users'], 'id'>>;

/** Actions that count as changes even if nothing changes. */
const CHANGING: readonly Entry['action'][] = ['users.update', 'users.setAccess'];

/** Records that change no figures of their user. The effect of a waiver is recorded by its fine. */
const WITHOUT_FIGURES: ReadonlySet<Entry['subject']> = new Set(['waiver', 'reminder', 'promise', 'skip', 'request']);

export function foldTimes(times: UserTimes, entry: Entry, record: JournalRecord | null, attached: AttachedRows): void {
  const { user_id: id, at, before, after } = entry;
  const known = id === null ? undefined : times.get(id);
  if (id !== null && entry.subject === 'user') {
    const status = (record?.['status'] ?? 'Active') as UsersTable['status'];
    if (before === null) {
      times.set(id, { status, created_at: at, updated_at: null, deleted_at: null, summary_updated_at: null });
    } else if (known !== undefined && (before !== after || CHANGING.includes(entry.action))) {
      times.set(id, { ...known, status, updated_at: at, deleted_at: after === null ? at : null });
    }
  } else if (known !== undefined && !WITHOUT_FIGURES.has(entry.subject)) {
    known.summary_updated_at = at;
  }
  for (const { id: attachedId, ...said } of attached.users ?? []) times.set(attachedId, { ...said });
}

export function compareTimes(times: UserTimes, row: Selectable<UsersTable>, problems: Problems): void {
  const folded = times.get(row.id);
  const columns = ['status', 'created_at', 'updated_at', 'deleted_at', 'summary_updated_at'] as const;
  const wrong = columns.filter((column) => folded?.[column] !== row[column]);
  if (wrong.length > 0) {
    problems.add(`The user ${row.id} differs from the journal entries about them: ${wrong.join(', ')}.`);
  }
}
