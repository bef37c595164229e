// The chain of the journal: the hash of each entry covers its content and the previous hash, and the books store the
// newest. So an entry that was changed, added or removed is detected
// (docs/decisions/0046-the-journal-has-all-and-is-chained.md).
import { createHash } from 'node:crypto';
import type { JournalTable } from '../db/schema.ts';

export type UnchainedEntry = Omit<JournalTable, 'hash'>;

/**
 * The order matters. A column added later comes last and is null in older entries, so that their hashes stay the same.
 */
const HASHED_COLUMNS = [
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
