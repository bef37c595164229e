// Builds workbooks by hand, as spreadsheets write them: a ZIP of XML, uncompressed unless requested.
import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of the sheet: the text of an inline cell, a number, or XML. */
export type SheetCell = string | number | null | { xml: string } | { number: number; format: string };

export interface SheetToWrite {
  name: string;
  rows: readonly (readonly SheetCell[])[];
  /** numbers of hidden rows, from 1 */
  hidden?: readonly number[];
  /** e.g. A2:A4 */
  merged?: readonly string[];
  /** `<col …/>`, one after the other */
  columns?: string;
  state?: 'hidden' | 'veryHidden';
}

export interface WorkbookToWrite {
  sheets: readonly SheetToWrite[];
  date1904?: boolean;
  /** `<si>…</si>`, one after the other */
  sharedStrings?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The bytes of an .xlsx file. */
export function workbookOf({ sheets, date1904 = false, sharedStrings }: WorkbookToWrite): Uint8Array<ArrayBuffer> {
  const formats: string[] = [];
  const written = sheets.map((sheet) => sheetXml(sheet, formats));
  const relations = sheets.map((_, n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`));
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships([relation('w', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="s${n}"${state === undefined ? '' : ` state="${state}"`}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...relations,
      relation('styles', 'styles', 'styles.xml'),
      ...(sharedStrings === undefined ? [] : [relation('strings', 'sharedStrings', 'sharedStrings.xml')]),
    ]),
    'xl/styles.xml': stylesXml(formats),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${sharedStrings}</sst>` }),
    ...Object.fromEntries(written.map((xml, n) => [`xl/worksheets/sheet${n}.xml`, xml])),
  });
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relationships = (all: readonly string[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${escaped(code)}"/>`).join('');
  const used = formats.map((_, n) => `<xf numFmtId="${200 + n}" applyNumberFormat="1"/>`).join('');
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${codes}</numFmts><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${used}</cellXfs></styleSheet>`;
}

const letter = (column: number): string =>
  `${column < 26 ? '' : letter(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;

function sheetXml({ rows, hidden = [], merged = [], columns = '' }: SheetToWrite, formats: string[]): string {
  const written = rows.map((cells, n) => {
    const row = n + 1;
    const texts = cells.map((cell, column) => cellXml(cell, `${letter(column)}${row}`, formats));
    return `<row r="${row}"${hidden.includes(row) ? ' hidden="1"' : ''}>${texts.join('')}</row>`;
  });
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet xmlns="${MAIN}">${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>${written.join('')}</sheetData>${merges === '' ? '' : `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
}

function cellXml(cell: SheetCell, ref: string, formats: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`;
  if ('xml' in cell) return `<c r="${ref}" ${cell.xml}</c>`;
  if (!formats.includes(cell.format)) formats.push(cell.format);
  return `<c r="${ref}" s="${formats.indexOf(cell.format) + 1}"><v>${cell.number}</v></c>`;
}

/** `says`: the size that the directory declares for each part, if false. */
export function zipOf(parts: Record<string, string>, says?: number): Uint8Array<ArrayBuffer> {
  const [files, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(says ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...files, ...list, Buffer.from('PK\x05\x06'), end]));
}
