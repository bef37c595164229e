// Recognises earlier imports: a file is identified by its rows, whatever its name, encoding and order of columns
// (FILE-6).
import { createHash } from 'node:crypto';
import { type ImportedBefore, importFines, importUsers } from '../../../contract/fines/imports.ts';
import { withoutDefaults } from '../../../contract/operation.ts';
import { inFileOrder } from '../../../core/files/import-rows.ts';
import { type CellProblem, type ImportColumn, type ImportKind } from '../../../core/files/import-columns.ts';
import { insertion } from '../../db/insert.ts';
import { runFirst } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { inParts } from '../in-parts.ts';
import { toInstant } from '../wire.ts';

const ROWS = { users: importUsers.body.shape.rows, fines: importFines.body.shape.rows };

/** Problems that a refusal lists; checking the rows lists them all. */
const PROBLEMS_TOLD = 100;

/** Empty cells do not count, whether or not the file has their columns. */
export const fingerprintOf = (kind: ImportKind, rows: readonly object[]): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, withoutDefaults(ROWS[kind], rows)]))
    .digest('base64url');

/** The results of `read` for all rows, a part at a time; problems refer to the rows of the file. */
export async function readInParts<R, T, C extends ImportColumn>(
  rows: readonly R[],
  read: (part: readonly R[]) => { items: T[]; problems: CellProblem<C>[] },
): Promise<{ items: T[]; problems: CellProblem<C>[] }> {
  const parts = await inParts(rows, (part, from) => {
    const { items, problems } = read(part);
    return { items, problems: problems.map((problem) => ({ ...problem, row: from + problem.row })) };
  });
  return { items: parts.flatMap(({ items }) => items), problems: parts.flatMap(({ problems }) => problems) };
}

/** The latest import of these rows. */
export async function importedBefore(db: Handle, fingerprint: string): Promise<ImportedBefore> {
  const latest = await runFirst(
    db,
    db
      .selectFrom('imports')
      .select(['at', 'actor'])
      .where('fingerprint', '=', fingerprint)
      .orderBy('sequence', 'desc')
      .limit(1),
  );
  return latest === undefined ? null : { at: toInstant(latest.at), by: latest.actor };
}

const insertImports = insertion('imports');

/** Throws imported-before, unless the rows are to be imported again. */
export async function requireNew(db: Handle, fingerprint: string, again: boolean): Promise<void> {
  if (!again && (await importedBefore(db, fingerprint)) !== null) throw new AppError('imported-before');
}

/** Throws import-problems with the first problems, if there are any. */
export function requireNoProblems<C extends ImportColumn>(kind: ImportKind, problems: readonly CellProblem<C>[]): void {
  if (problems.length === 0) return;
  throw new AppError('import-problems', {
    details: { problems: inFileOrder(kind, problems).slice(0, PROBLEMS_TOLD), problemCount: problems.length },
  });
}

/** Remembers an import with the journal entry of its last record. */
export function rememberImport({ tx, now, actor, books, send, attach }: CommandContext, fingerprint: string): void {
  const { last_sequence: sequence } = books();
  attach(sequence, 'imports', [{ fingerprint }]);
  send([insertImports(tx, [{ sequence, fingerprint, actor: actor.name, at: now }])]);
}
