// The lines of a file as heads and rows, or what is wrong with them as a whole (FILE-1).
import { plainText } from '../../../../core/files/csv.ts';
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { headLine, nameParts, withWholeName } from '../../../../core/files/import-heads.ts';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../../core/limits.ts';
import type { OtherKind } from './file-kind.ts';

export interface FileLine {
  /** as spreadsheets count: the first line is row 1, whether or not it is empty */
  number: number;
  cells: string[];
  /** the spreadsheet hides it */
  hidden?: true;
}

export interface FileTable {
  /** the row number of the heads; 0 if there are none */
  headRow: number;
  heads: string[];
  /** without empty ones */
  rows: FileLine[];
  /** the columns that the spreadsheet hides, from 0 */
  hidden?: number[];
}

/** The heads of what a person sees. */
export const visibleHeads = ({ heads, hidden = [] }: FileTable): string[] =>
  heads.map((head, place) => (hidden.includes(place) ? '' : head));

export type FileProblem =
  | {
      problem:
        | 'too-large'
        | 'too-slow'
        | 'too-much'
        | 'workbook'
        | 'no-workbooks'
        | OtherKind
        | 'encoding'
        | 'no-rows'
        | 'hidden-sheets'
        | 'too-many-rows'
        | 'too-many-columns'
        | 'unreadable';
    }
  /** in this row, a quote that is never closed, or cells beyond the last head */
  | { problem: 'quotes' | 'too-many-cells'; number: number };

/** The lines that are not empty, with their texts tidied. */
export const tidied = (lines: readonly FileLine[]): FileLine[] =>
  lines
    .map((line) => ({ ...line, cells: line.cells.map((cell) => plainText(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

interface TableOptions {
  /**
   * It is certain where the cells of a row end, as in a workbook. Cells beyond the last head then belong to columns
   * without a head; in a text file they are most likely parts of a cell that was split.
   */
  sure: boolean;
  /** columns that the spreadsheet hides, from 0 */
  hidden?: readonly number[];
}

export function tableOf(
  kind: ImportKind,
  lines: readonly FileLine[],
  { sure, hidden = [] }: TableOptions,
): FileTable | FileProblem {
  const isHidden = new Set(hidden);
  const place = headPlace(kind, lines, isHidden);
  const first = lines[place ?? 0];
  // Without heads the first line is a row like the others, and not lost.
  const rows = lines.slice(place === null ? 0 : place + 1);
  if (first === undefined || rows.length === 0) return { problem: 'no-rows' };
  if (rows.length > MAX_IMPORT_ROWS) return { problem: 'too-many-rows' };
  const heads = withoutEmptyEnd(first.cells).map((head) => (place === null ? '' : head));
  const widest = rows.reduce((width, { cells }) => Math.max(width, withoutEmptyEnd(cells).length), heads.length);
  if (widest > MAX_IMPORT_COLUMNS) return { problem: 'too-many-columns' };
  if (widest > heads.length && !sure) {
    const long = rows.find(({ cells }) => withoutEmptyEnd(cells).length > heads.length);
    return { problem: 'too-many-cells', number: long?.number ?? first.number };
  }
  const all = Array.from({ length: widest }, (_, n) => heads[n] ?? '');
  const parts = nameParts(seen(all, isHidden));
  const hiddenOf = withWholeName(
    all.map((_, n) => (isHidden.has(n) ? HIDDEN : '')),
    parts,
  );
  const table = {
    headRow: place === null ? 0 : first.number,
    heads: withWholeName(all, parts, true),
    rows: parts === null ? rows : rows.map((line) => ({ ...line, cells: withWholeName(line.cells, parts) })),
  };
  const stillHidden = [...hiddenOf.keys()].filter((n) => hiddenOf[n] === HIDDEN);
  return stillHidden.length === 0 ? table : { ...table, hidden: stillHidden };
}

const HIDDEN = 'hidden';

const seen = (cells: readonly string[], isHidden: ReadonlySet<number>): string[] =>
  cells.map((cell, n) => (isHidden.has(n) ? '' : cell));

/**
 * The position of the line with the heads: among what a person sees. Only if that has none, a hidden line may name the
 * columns.
 */
function headPlace(kind: ImportKind, lines: readonly FileLine[], isHidden: ReadonlySet<number>): number | null {
  const cellsOf = (of: readonly FileLine[]): string[][] =>
    of.map(({ cells }, n) => (n < LOOKED_AT ? seen(cells, isHidden) : []));
  const visible = lines.filter(({ hidden }) => hidden !== true);
  const { place } = headLine(kind, cellsOf(visible));
  const line = place === null ? undefined : visible[place];
  return line === undefined ? headLine(kind, cellsOf(lines)).place : lines.indexOf(line);
}

/** No heads are further down. */
const LOOKED_AT = 30;

export const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
