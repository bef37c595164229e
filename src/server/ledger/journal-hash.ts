// The chain of the journal: each entry has a hash of what it says and of the hash before it, and the books have the newest.
// So an entry that was changed, added or taken out since is found (docs/decisions/0046-the-journal-has-all-and-is-chained.md).
import { createHash } from 'node:crypto';
import type { JournalTable } from '../db/schema.ts';

export type UnchainedEntry = Omit<JournalTable, 'hash'>;

/** Of this order; a column that is added later comes last, null in older entries, whose hashes then stay. */
export const HASHED_COLUMNS = [
  'sequence',
  'batch',
  'at',
  'actor',
  'action',
  'subject',
  'subject_id',
  'user_id',
  'before',
  'after',
  'total_change',
  'pending_change',
  'credit_change',
  'used_change',
  'day',
  'attached',
  'actor_id',
] as const satisfies readonly (keyof UnchainedEntry)[];

/** `previous`: the hash of the entry before, empty for the first. */
export function hashOf(previous: string, entry: UnchainedEntry): string {
  // An older migration hashes entries that have not got the newer columns yet.
  const said = HASHED_COLUMNS.flatMap((column) => ((entry[column] ?? null) === null ? [] : [[column, entry[column]]]));
  return createHash('sha256')
    .update(JSON.stringify([previous, said]))
    .digest('base64url');
}

/** The entries with their hashes, in the order given. */
export function chained(previous: string, entries: readonly UnchainedEntry[]): JournalTable[] {
  let hash = previous;
  return entries.map((entry) => ({ ...entry, hash: (hash = hashOf(hash, entry)) }));
}
