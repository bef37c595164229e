// A file as tables (one of a CSV file, one for each sheet of a workbook), or what is wrong with it as a whole (FILE-1).
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import { type FileProblem, type FileTable, tableOf, tidied } from './table.ts';
import { withRetries } from '../../../routing/with-retries.ts';
import type { SheetLines, WorkbookProblem } from './workbook.ts';

export interface ImportFile {
  name: string;
  /** it was not in Unicode, so accented letters are a guess */
  guessed: boolean;
  /** those that are not empty, in the order of the file; a CSV file has one without a name */
  sheets: FileSheet[];
}

export interface FileSheet {
  name: string;
  table: FileTable | FileProblem;
}

export const isTable = (table: FileTable | FileProblem): table is FileTable => !('problem' in table);

/**
 * Safari 16.0 to 16.3, on iPhones too, cannot read an expression of the package that reads workbooks, and its worker
 * fails. With 16.4 came this as well, which can be asked for without being used.
 */
const readsWorkbooks = (): boolean => 'DecompressionStream' in globalThis;

type ReadWorkbook = (bytes: Uint8Array<ArrayBuffer>) => Promise<SheetLines[] | WorkbookProblem>;

export async function readFile(
  kind: ImportKind,
  file: File,
  readWorkbook: ReadWorkbook,
): Promise<ImportFile | FileProblem> {
  if (file.size > MAX_IMPORT_SIZE) return { problem: 'too-large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { name } = file;
    if (begins(bytes, ZIP) || begins(bytes, COMPOUND)) {
      if (begins(bytes, COMPOUND)) return compoundProblem(bytes);
      if (!readsWorkbooks()) return { problem: 'no-workbooks' };
      const found = await readWorkbook(bytes);
      if (!Array.isArray(found)) return found;
      const sheets = found.map((sheet) => ({ name: sheet.name, table: tableOf(kind, tidied(sheet.lines), true) }));
      return sheets.length === 0 ? { problem: 'no-rows' } : { name, guessed: false, sheets };
    }
    const { csvLines } = await withRetries(() => import('./csv-lines.ts'));
    const read = csvLines(kind, bytes);
    if ('problem' in read) return read;
    const table = tableOf(kind, read.lines, false);
    return isTable(table) ? { name, guessed: read.guessed, sheets: [{ name: '', table }] } : table;
  } catch {
    return { problem: 'unreadable' };
  }
}

/** The first bytes of a ZIP, such as .xlsx and .ods; and of an old .xls or a workbook with a password. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte);

/** The name of the part that holds an encrypted workbook, in UTF-16. */
const ENCRYPTED = 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0';

const compoundProblem = (bytes: Uint8Array): WorkbookProblem => ({
  problem: new TextDecoder('windows-1252').decode(bytes).includes(ENCRYPTED) ? 'locked' : 'old-workbook',
});
