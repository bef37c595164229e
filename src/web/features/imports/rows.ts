// The rows that are sent, made of a file's lines by the columns chosen for it (FILE-2).
import type { Output } from '../../../contract/operation.ts';
import type { checkFineImport, ImportedBefore } from '../../../contract/fines/imports.ts';
import { type ColumnPlaces, placesOf } from '../../../core/files/import-heads.ts';
import {
  type CellProblem,
  type FineRow,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportKind,
  OPTIONAL_COLUMNS,
  OWN_COLUMNS,
  type UserRow,
} from '../../../core/files/import-columns.ts';
import type { FileTable } from './read-file.ts';

export type Cells = Partial<Record<ImportColumn, string>>;

/** Columns that the file has to have and that no head was found or chosen for. */
export const missingColumns = (kind: ImportKind, places: ColumnPlaces): ImportColumn[] =>
  IMPORT_COLUMNS[kind].filter((column) => !OPTIONAL_COLUMNS.has(column) && (places[column] ?? null) === null);

/** What can be taken over from this file: what only our exports have is offered for one of them. */
export function shownColumns(kind: ImportKind, { heads }: FileTable, places: ColumnPlaces): ImportColumn[] {
  const found = placesOf(kind, heads);
  return IMPORT_COLUMNS[kind].filter(
    (column) => !OWN_COLUMNS[kind].has(column) || (found[column] ?? places[column] ?? null) !== null,
  );
}

/** Heads of the file that are not taken over. */
export const unusedHeads = ({ heads }: FileTable, places: ColumnPlaces): string[] => {
  const used = new Set(Object.values(places));
  return heads.filter((head, place) => head !== '' && !used.has(place));
};

const cellsOf = (kind: ImportKind, cells: readonly string[], places: ColumnPlaces): Cells =>
  Object.fromEntries(
    IMPORT_COLUMNS[kind].map((column) => {
      const place = places[column] ?? null;
      return [column, place === null ? '' : (cells[place] ?? '')];
    }),
  );

export const userRows = ({ rows }: FileTable, places: ColumnPlaces): UserRow[] =>
  // All columns of the kind are there.
  rows.map(({ cells }) => cellsOf('users', cells, places) as UserRow);

export const fineRows = ({ rows }: FileTable, places: ColumnPlaces): FineRow[] =>
  rows.map(({ cells }) => cellsOf('fines', cells, places) as FineRow);

type FineCheck = Output<typeof checkFineImport>;
export type Charge = NonNullable<FineCheck['charges'][number]>;

/** What the server said of the rows. */
export interface Check {
  problems: readonly CellProblem[];
  importedBefore: ImportedBefore;
  /** the rows that were imported before: left out, unless they are to be imported again */
  before: readonly number[];
  /** of fines: in the order of the rows, null for a row with a problem, or left out */
  fines: Pick<FineCheck, 'charges' | 'total' | 'checked'> | null;
}

export interface CheckedRow {
  /** in the file */
  number: number;
  cells: Cells;
  problems: readonly CellProblem[];
  before: boolean;
  charge: Charge | null;
}

export function checkedRows(kind: ImportKind, table: FileTable, places: ColumnPlaces, check: Check): CheckedRow[] {
  const problems = Map.groupBy(check.problems, ({ row }) => row);
  const before = new Set(check.before);
  return table.rows.map(({ number, cells }, row) => ({
    number,
    cells: cellsOf(kind, cells, places),
    problems: problems.get(row) ?? [],
    before: before.has(row),
    charge: check.fines?.charges[row] ?? null,
  }));
}

const IN_FILTER = {
  all: () => true,
  problems: ({ problems }) => problems.length > 0,
  before: ({ before }) => before,
  doubled: ({ charge }) => charge?.doubled === true,
  future: ({ charge }) => charge?.future === true,
} as const satisfies Record<string, (row: CheckedRow) => boolean>;
export type RowFilter = keyof typeof IN_FILTER;

// The keys are those above.
export const ROW_FILTERS = Object.keys(IN_FILTER) as RowFilter[];

export const inFilter = (row: CheckedRow, filter: RowFilter): boolean => IN_FILTER[filter](row);
