// What a person chose from a file and corrected in it. It survives whatever a half-filled form survives.
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { placesOf } from '../../../core/files/import-heads.ts';
import { type ImportFile, isTable } from './file/read-file.ts';
import { type FileProblem, type FileTable, visibleHeads } from './file/table.ts';
import { type Choice, missingColumns } from './rows/rows.ts';

export interface Draft extends Omit<Choice, 'table'> {
  file: ImportFile;
  /** the chosen sheet, from 0 */
  sheet: number;
}

export const tableIn = ({ file, sheet }: Draft): FileTable | FileProblem =>
  file.sheets[sheet]?.table ?? { problem: 'no-rows' };

export function choiceIn(draft: Draft): Choice | null {
  const table = tableIn(draft);
  return isTable(table) ? { table, places: draft.places, ticks: draft.ticks, again: draft.again } : null;
}

export function draftOf(kind: ImportKind, file: ImportFile, sheet: number): Draft {
  const table = file.sheets[sheet]?.table;
  const places = table !== undefined && isTable(table) ? placesOf(kind, visibleHeads(table)) : {};
  return { file, sheet, places, ticks: {}, again: false };
}

/** The draft of a file that was just chosen: the first of its sheets that lack the fewest columns. */
export function firstDraftOf(kind: ImportKind, file: ImportFile): Draft {
  const drafts = file.sheets.map((_, sheet) => draftOf(kind, file, sheet));
  const lacking = drafts.map((draft) =>
    isTable(tableIn(draft)) ? missingColumns(kind, draft.places).length : Infinity,
  );
  return drafts[lacking.indexOf(Math.min(...lacking))] ?? draftOf(kind, file, 0);
}

/** The draft with another text in a cell; `place` is the column in the file. */
export function withCell(draft: Draft, row: number, place: number, text: string): Draft {
  const table = tableIn(draft);
  if (!isTable(table)) return draft;
  const rows = table.rows.map((line, n) =>
    n === row ? { ...line, cells: table.heads.map((_, at) => (at === place ? text : (line.cells[at] ?? ''))) } : line,
  );
  const sheets = draft.file.sheets.map((sheet, n) =>
    n === draft.sheet ? { ...sheet, table: { ...table, rows } } : sheet,
  );
  return { ...draft, file: { ...draft.file, sheets } };
}
