// A file as tables (one of a CSV file, one for each sheet of a workbook), or what is wrong with it as a whole (FILE-1).
// Runs in a worker.
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { csvLines } from './csv-lines.ts';
import { binaryKind, isZip } from './file-kind.ts';
import { type FileProblem, type FileTable, tableOf, tidied } from './table.ts';
import type { Workbook } from './workbook.ts';

export interface ImportFile {
  name: string;
  /** it was not in Unicode, so accented letters are a guess */
  guessed: boolean;
  /** those that are not empty, in the order of the file; a CSV file has one without a name */
  sheets: FileSheet[];
  /** the names of hidden sheets, which are left out */
  hidden?: string[];
}

export interface FileSheet {
  name: string;
  table: FileTable | FileProblem;
}

export const isTable = (table: FileTable | FileProblem): table is FileTable => !('problem' in table);

export type ReadWorkbook = (bytes: Uint8Array<ArrayBuffer>) => Promise<Workbook | FileProblem>;

/** `readWorkbook`: what reads workbooks; left out where the browser cannot do it. */
export async function readFile(
  kind: ImportKind,
  file: File,
  readWorkbook?: ReadWorkbook,
): Promise<ImportFile | FileProblem> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { name } = file;
    const other = binaryKind(bytes);
    if (other !== null) return { problem: other };
    if (!isZip(bytes)) return csvFile(kind, name, bytes);
    return readWorkbook === undefined
      ? { problem: 'no-workbooks' }
      : workbookFile(kind, name, await readWorkbook(bytes));
  } catch {
    return { problem: 'unreadable' };
  }
}

function csvFile(kind: ImportKind, name: string, bytes: Uint8Array): ImportFile | FileProblem {
  const read = csvLines(kind, bytes);
  if ('problem' in read) return read;
  const table = tableOf(kind, read.lines, { sure: false });
  return isTable(table) ? { name, guessed: read.guessed, sheets: [{ name: '', table }] } : table;
}

function workbookFile(kind: ImportKind, name: string, read: Workbook | FileProblem): ImportFile | FileProblem {
  if ('problem' in read) return read;
  const { hidden } = read;
  const sheets = read.sheets.map((sheet) => ({
    name: sheet.name,
    table: tableOf(kind, tidied(sheet.lines), { sure: true, hidden: sheet.hidden }),
  }));
  if (sheets.length === 0) return { problem: hidden.length > 0 ? 'hidden-sheets' : 'no-rows' };
  return { name, guessed: false, sheets, ...(hidden.length > 0 && { hidden }) };
}
