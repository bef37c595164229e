// The rows of a file: the content of their cells by the columns chosen for it, which rows are ticked, and what the
// check said of each (FILE-2, FILE-10).
import type { Output } from '../../../../contract/operation.ts';
import type { checkFineImport, ImportedBefore } from '../../../../contract/fines/imports.ts';
import { type ColumnPlaces, placesOf } from '../../../../core/files/import-heads.ts';
import {
  type CellProblem,
  type FineRow,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportKind,
  OPTIONAL_COLUMNS,
  OWN_COLUMNS,
  type UserRow,
} from '../../../../core/files/import-columns.ts';
import { isTotalRow } from '../../../../core/files/total-rows.ts';
import { foldLetters, isBlank } from '../../../../core/text/letters.ts';
import { type FileLine, type FileTable, visibleHeads } from '../file/table.ts';

export type Cells = Partial<Record<ImportColumn, string>>;

/** Required columns for which no head was found or chosen. */
export const missingColumns = (kind: ImportKind, places: ColumnPlaces): ImportColumn[] =>
  IMPORT_COLUMNS[kind].filter((column) => !OPTIONAL_COLUMNS.has(column) && (places[column] ?? null) === null);

/** The columns that could be taken from this file; those that only our exports have are offered only for an export. */
export function offeredColumns(kind: ImportKind, table: FileTable, places: ColumnPlaces): ImportColumn[] {
  const found = placesOf(kind, visibleHeads(table));
  return IMPORT_COLUMNS[kind].filter(
    (column) => !OWN_COLUMNS[kind].has(column) || (found[column] ?? places[column] ?? null) !== null,
  );
}

/** The columns that are taken from this file. */
export const takenColumns = (kind: ImportKind, places: ColumnPlaces): ImportColumn[] =>
  IMPORT_COLUMNS[kind].filter((column) => (places[column] ?? null) !== null);

export interface UnusedColumn {
  /** in the file, from 0 */
  place: number;
  /** empty if the column has none */
  head: string;
  /** the text of its first cell that is not empty */
  example: string;
}

/** Columns of the file that are not taken over. */
export function unusedColumns({ heads, rows }: FileTable, places: ColumnPlaces): UnusedColumn[] {
  const used = new Set(Object.values(places));
  return heads.flatMap((head, place) => {
    if (used.has(place)) return [];
    const example = rows.find(({ cells }) => (cells[place] ?? '') !== '')?.cells[place] ?? '';
    return head === '' && example === '' ? [] : [{ place, head, example }];
  });
}

/** Heads that several visible columns have, one of which is taken: a person may mean another of them. */
export function sharedHeads(table: FileTable, places: ColumnPlaces): { head: string; count: number; place: number }[] {
  const keys = visibleHeads(table).map(foldLetters);
  return Object.values(places).flatMap((place) => {
    const key = keys[place ?? -1] ?? '';
    const count = key === '' ? 0 : keys.filter((one) => one === key).length;
    return place === null || count < 2 ? [] : [{ head: table.heads[place] ?? '', count, place }];
  });
}

const cellsOf = (kind: ImportKind, cells: readonly string[], places: ColumnPlaces): Cells =>
  Object.fromEntries(
    IMPORT_COLUMNS[kind].map((column) => {
      const place = places[column] ?? null;
      return [column, place === null ? '' : (cells[place] ?? '')];
    }),
  );

/** What was read from a file and chosen in it; plain JSON. */
export interface Choice {
  table: FileTable;
  places: ColumnPlaces;
  /** by the positions of rows, from 0: those ticked or unticked by hand */
  ticks: Readonly<Record<number, boolean>>;
  /** also import the rows that were imported before, if the whole file is known */
  again: boolean;
}

/** Why a row is not ticked at first. */
export type Doubt = 'total' | 'empty' | 'hidden';

interface ReadRow {
  cells: Cells;
  /** equal for rows of fines that say the same; of users none are allowed to */
  key: string | null;
  doubt: Doubt | null;
}

/** The rows of each table, computed once: ticks do not change them. */
const readTables = new WeakMap<FileTable, { places: ColumnPlaces; rows: ReadRow[] }>();

function readRows(kind: ImportKind, { table, places }: Pick<Choice, 'table' | 'places'>): readonly ReadRow[] {
  const known = readTables.get(table);
  if (known?.places === places) return known.rows;
  const rows = table.rows.map((line): ReadRow => {
    const cells = cellsOf(kind, line.cells, places);
    const key = kind === 'fines' ? foldLetters(JSON.stringify(Object.values(cells))) : null;
    return { cells, key, doubt: doubtOf(kind, cells, line) };
  });
  readTables.set(table, { places, rows });
  return rows;
}

function doubtOf(kind: ImportKind, cells: Cells, line: FileLine): Doubt | null {
  if (isTotalRow(kind, cells, line.cells)) return 'total';
  // Numbered in advance, or a note in a column that is not used.
  if (Object.values(cells).every(isBlank)) return 'empty';
  return line.hidden === true ? 'hidden' : null;
}

/** The rows to send to the check. Those imported before are included, unless one of them is ticked by hand. */
export function sentRows(kind: ImportKind, choice: Choice, known: Known): number[] {
  const again = takesAgain(choice, known);
  return readRows(kind, choice).flatMap(({ doubt }, row) => {
    const isSent = again ? isTicked(choice, known, row, doubt) : (choice.ticks[row] ?? doubt === null);
    return isSent ? [row] : [];
  });
}

/** Whether a row that was imported before has been ticked by hand. */
export const takesAgain = ({ ticks }: Choice, { before }: Known): boolean =>
  [...before].some((row) => ticks[row] === true);

/** Whether a row is to be imported. */
const isTicked = (choice: Choice, known: Known, row: number, doubt: Doubt | null): boolean =>
  choice.ticks[row] ?? (doubt === null && !known.before.has(row));

type Columns = Pick<Choice, 'table' | 'places'>;

/** `rows`: their positions; all rows if left out */
function sent(kind: ImportKind, of: Columns, rows: readonly number[] = [...of.table.rows.keys()]): Cells[] {
  const read = readRows(kind, of);
  return rows.map((row) => read[row]?.cells ?? {});
}

// All columns of the kind are there.
export const userRows = (of: Columns, rows?: readonly number[]): UserRow[] => sent('users', of, rows) as UserRow[];
export const fineRows = (of: Columns, rows?: readonly number[]): FineRow[] => sent('fines', of, rows) as FineRow[];

type FineCheck = Output<typeof checkFineImport>;
export type Charge = NonNullable<FineCheck['charges'][number]>;

/** What the server said of the rows that were sent, by their positions among them. */
export interface Check {
  problems: readonly CellProblem[];
  importedBefore: ImportedBefore;
  /** the rows that were imported before; they are left out unless they are to be imported again */
  before: readonly number[];
  /** of fines, in the order of the rows: null for a row that has a problem or is left out */
  fines: Pick<FineCheck, 'charges' | 'total' | 'checked'> | null;
}

/** What is known of the rows of the file, by their positions in it. For an unticked row it is the last check's. */
export interface Known {
  problems: ReadonlyMap<number, readonly CellProblem[]>;
  before: ReadonlySet<number>;
  charges: ReadonlyMap<number, Charge>;
}

export const NOTHING_KNOWN: Known = { problems: new Map(), before: new Set(), charges: new Map() };

/** `rows`: the rows that were sent. */
export function learned(known: Known, rows: readonly number[], check: Check): Known {
  const asked = new Set(rows);
  const others = <T>(map: ReadonlyMap<number, T>): [number, T][] => [...map].filter(([row]) => !asked.has(row));
  const byRow = Map.groupBy(
    check.problems.map((problem) => ({ ...problem, earlier: rows[problem.earlier ?? -1] })),
    ({ row }) => rows[row] ?? -1,
  );
  const charged = rows.flatMap((row, place): [number, Charge][] => {
    const charge = check.fines?.charges[place] ?? null;
    return charge === null ? [] : [[row, charge]];
  });
  return {
    problems: new Map([...others(known.problems), ...byRow]),
    before: new Set([
      ...[...known.before].filter((row) => !asked.has(row)),
      ...check.before.map((row) => rows[row] ?? -1),
    ]),
    charges: new Map(charged),
  };
}

/** What is known after a cell was changed: the row is no longer one imported before, and its cell has no problems. */
export const withoutCell = (known: Known, row: number, column: ImportColumn): Known => ({
  ...known,
  before: new Set([...known.before].filter((one) => one !== row)),
  problems: new Map(
    [...known.problems].map(([one, problems]) => [
      one,
      one === row ? problems.filter((problem) => problem.column !== column) : problems,
    ]),
  ),
});

export interface CheckedRow {
  /** position in the table, from 0 */
  row: number;
  /** row number in the file */
  number: number;
  cells: Cells;
  ticked: boolean;
  doubt: Doubt | null;
  /** `earlier`: its number in the file */
  problems: readonly CellProblem[];
  before: boolean;
  charge: Charge | null;
  /** the number of an earlier ticked row that says the same */
  same: number | null;
}

export function checkedRows(kind: ImportKind, choice: Choice, known: Known): CheckedRow[] {
  const firstOf = new Map<string, number>();
  return readRows(kind, choice).map(({ cells, key, doubt }, row) => {
    const number = choice.table.rows[row]?.number ?? 0;
    const ticked = isTicked(choice, known, row, doubt);
    const same = key === null || !ticked ? null : (firstOf.get(key) ?? null);
    if (key !== null && ticked && same === null) firstOf.set(key, number);
    const problems = (known.problems.get(row) ?? []).map(({ earlier, ...problem }) => ({
      ...problem,
      earlier: choice.table.rows[earlier ?? -1]?.number,
    }));
    return {
      row,
      number,
      cells,
      ticked,
      doubt,
      problems,
      before: known.before.has(row),
      charge: known.charges.get(row) ?? null,
      same: problems.length > 0 ? null : same,
    };
  });
}

export const isWrong = ({ ticked, problems }: CheckedRow): boolean => ticked && problems.length > 0;

const IN_FILTER = {
  all: () => true,
  problems: isWrong,
  leftOut: ({ ticked }) => !ticked,
  before: ({ before }) => before,
  same: ({ same }) => same !== null,
  doubled: ({ charge }) => charge?.doubled === true,
  future: ({ charge }) => charge?.future === true,
} as const satisfies Record<string, (row: CheckedRow) => boolean>;
export type RowFilter = keyof typeof IN_FILTER;

// The keys are those above.
export const ROW_FILTERS = Object.keys(IN_FILTER) as RowFilter[];

export const inFilter = (row: CheckedRow, filter: RowFilter): boolean => IN_FILTER[filter](row);

/**
 * The rows that a list shows: those it showed before, even if they were corrected or ticked since, and those that match
 * its filter now, as one that the correction of another has made wrong. The same set if none came in.
 */
export function withMatching(
  shown: ReadonlySet<number>,
  rows: readonly CheckedRow[],
  filter: RowFilter,
): ReadonlySet<number> {
  const more = rows.filter((row) => !shown.has(row.row) && inFilter(row, filter)).map(({ row }) => row);
  return more.length === 0 ? shown : new Set([...shown, ...more]);
}
