// Compares what entries wrote in addition to their records with the rows: allocations and imports, which are attached
// to the entries, and the keys of imported rows, which are derived from them.
import type { Handle } from '../../db/types.ts';
import type { AttachedRows } from '../../ledger/attached.ts';
import { rowKeyOfRecord } from '../../shared/files/row-key.ts';
import type { Problems } from './problems.ts';
import { type Entry, recordOf } from './records.ts';

export interface AttachedEntry {
  entry: Entry;
  attached: AttachedRows;
}

/** The rows with these sequences belong to the entries of a page; null: all remaining rows. */
export interface Stretch {
  after: number;
  until: number | null;
}

export async function compareAttached(
  db: Handle,
  page: readonly AttachedEntry[],
  stretch: Stretch,
  problems: Problems,
): Promise<void> {
  const allocations = page.flatMap(({ entry: { sequence, subject_id }, attached }) =>
    (attached.allocations ?? []).map((row, place) => ({ sequence, place, fine_id: subject_id, ...row })),
  );
  const imports = page.flatMap(({ entry: { sequence, actor, at }, attached }) =>
    (attached.imports ?? []).map((row) => ({ sequence, actor, at, ...row })),
  );
  const fromFiles = page.flatMap(({ entry: { sequence, action, subject, before, after } }) => {
    const fine = action === 'fines.import' && subject === 'fine' && before === null ? recordOf(after) : null;
    return fine === null || fine === undefined ? [] : [{ sequence, row_key: rowKeyOfRecord(fine) }];
  });
  compare(allocations, await rowsOf(db, 'allocations', stretch), problems, {
    nameOf: ({ sequence, place }) => `Allocation ${String(place)} of journal entry ${String(sequence)}`,
  });
  compare(imports, await rowsOf(db, 'imports', stretch), problems, {
    nameOf: ({ sequence }) => `The import of journal entry ${String(sequence)}`,
  });
  compare(fromFiles, await rowsOf(db, 'imported_fines', stretch), problems, {
    nameOf: ({ sequence }) => `The imported row of journal entry ${String(sequence)}`,
  });
}

type Row = Record<string, unknown>;

async function rowsOf(
  db: Handle,
  table: 'allocations' | 'imports' | 'imported_fines',
  { after, until }: Stretch,
): Promise<Row[]> {
  // There must be no rows before the first entry either.
  const from = db.selectFrom(table).selectAll();
  const beyond = after === 0 ? from : from.where('sequence', '>', after);
  return (until === null ? beyond : beyond.where('sequence', '<=', until)).execute();
}

function compare(
  expected: readonly Row[],
  rows: readonly Row[],
  problems: Problems,
  { nameOf }: { nameOf: (row: Row) => string },
): void {
  const left = new Map(expected.map((row) => [nameOf(row), row]));
  for (const row of rows) {
    const name = nameOf(row);
    const said = left.get(name);
    left.delete(name);
    const wrong = Object.keys(row).filter((column) => (said?.[column] ?? null) !== row[column]);
    if (said === undefined) problems.add(`${name} is stored, but the journal does not record it.`);
    else if (wrong.length > 0) problems.add(`${name} differs from the journal: ${wrong.join(', ')}.`);
  }
  for (const name of left.keys()) problems.add(`${name} is missing.`);
}
