// Recognises rows that were imported before, each by itself: of a file with one row more than an earlier one only that
// row is entered (FILE-6). It does not matter what happened to the fines: one that was corrected or deleted is not
// entered again.
import { insertion } from '../../db/insert.ts';
import { isOneOf, run } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { inParts } from '../../shared/in-parts.ts';
import { type ImportedFine, rowKey } from '../../shared/files/row-key.ts';

/**
 * The positions of fines that were imported before, each in one of the ways in which its row may have been entered. A
 * row that was imported twice is recognised twice, and no more often.
 */
export async function importedFines(db: Handle, fines: readonly (readonly ImportedFine[])[]): Promise<Set<number>> {
  const keys = (await inParts(fines, (part) => part.map((ways) => ways.map(rowKey)))).flat();
  const rows = await inParts([...new Set(keys.flat())], (part) =>
    run(
      db,
      db
        .selectFrom('imported_fines')
        .where(isOneOf(db, 'row_key', part))
        .select(['row_key', (eb) => eb.fn.countAll<number>().as('times')])
        .groupBy('row_key'),
    ),
  );
  const left = new Map(rows.flat().map(({ row_key: key, times }) => [key, times]));
  const known = new Set<number>();
  for (const [place, ways] of keys.entries()) {
    const key = ways.find((way) => (left.get(way) ?? 0) > 0);
    if (key === undefined) continue;
    known.add(place);
    left.set(key, (left.get(key) ?? 0) - 1);
  }
  return known;
}

/** The ids, of these, that belong or belonged to a fine. */
export async function recordedFines(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const entries = db.selectFrom('journal').select('subject_id').distinct().where('subject', '=', 'fine');
  const rows = await run(db, entries.where(isOneOf(db, 'subject_id', ids)));
  return new Set(rows.map(({ subject_id: id }) => id));
}

const insertImported = insertion('imported_fines');

/** `sequence`: that of each fine's journal entry. */
export async function rememberFines(
  { tx, send }: CommandContext,
  fines: readonly (ImportedFine & { sequence: number })[],
): Promise<void> {
  await inParts(fines, (part) => {
    send([
      insertImported(
        tx,
        part.map((fine) => ({ sequence: fine.sequence, row_key: rowKey(fine) })),
      ),
    ]);
  });
}
