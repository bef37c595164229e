// The SQL of everything one request recorded, and of later changes to it.
import type { Selectable } from 'kysely';
import { isOneOf, run } from '../../db/run.ts';
import type { JournalTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';

export type BatchEntry = Pick<
  Selectable<JournalTable>,
  'sequence' | 'at' | 'actor_id' | 'action' | 'subject' | 'subject_id' | 'after'
>;

/** Entries read at a time. */
const AT_ONCE = 1000;

/** The entries of a batch, which follow its first entry in the journal without a gap. */
export async function entriesOfBatch(db: Handle, batch: number): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  for (;;) {
    const from = batch + entries.length;
    const part = await run(
      db,
      db
        .selectFrom('journal')
        .select(['sequence', 'at', 'actor_id', 'action', 'subject', 'subject_id', 'after', 'batch'])
        .where('sequence', '>=', from)
        .where('sequence', '<', from + AT_ONCE)
        .orderBy('sequence'),
    );
    const own = part.filter((entry) => entry.batch === batch);
    entries.push(...own);
    if (own.length < AT_ONCE) return entries;
  }
}

/** Those of these records that have an entry after this one, from the index journal_by_subject. */
export async function changedSince(
  db: Handle,
  recordIds: readonly string[],
  last: Pick<BatchEntry, 'sequence'> | undefined,
): Promise<string[]> {
  const rows = await run(
    db,
    db
      .selectFrom('journal')
      .select('subject_id')
      .distinct()
      .where(isOneOf(db, 'subject_id', recordIds))
      .where('sequence', '>', last?.sequence ?? 0),
  );
  return rows.map(({ subject_id: id }) => id);
}
