// Files as spreadsheets and programs write them: read, or refused with what is wrong (FILE-1).
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../src/core/files/csv.ts';
import { MAX_IMPORT_SIZE } from '../../../src/core/limits.ts';
import { csvCells, readFile as readSheets } from '../../../src/web/features/imports/file/read-file.ts';
import { readWorkbook } from '../../../src/web/features/imports/file/workbook.ts';
import { zipOf } from '../../helpers/workbook.ts';

const HEADS = ['Name', 'Phone', 'Note'];
const PEOPLE = [
  ['عائشہ خان', '03001234567', 'a, b; "c"'],
  ['Bilal', '+92 300 1', 'two\nlines'],
];
/** The only table of a CSV file. */
async function readFile(kind: 'users', given: File) {
  const read = await readSheets(kind, given);
  if ('problem' in read) return read;
  const { name, guessed, sheets } = read;
  expect(sheets).toEqual([{ name: '', table: expect.anything() as unknown }]);
  return { name, guessed, ...sheets[0]?.table };
}

const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'people.csv');
const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let place = 0; place < text.length; place += 1) {
    bytes.setUint16(2 * place, text.charCodeAt(place), littleEndian);
  }
  return new Uint8Array(bytes.buffer);
};
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const text = (separator: string, lineEnd: string) =>
  [HEADS, ...PEOPLE].map((cells) => cells.map(quoted).join(separator)).join(lineEnd);

test.each([
  ['our own export', csvOf([HEADS, ...PEOPLE])],
  ['without a byte-order mark', text(',', '\n')],
  ['semicolons', text(';', '\r\n')],
  ['tabs, with old line ends', text('\t', '\r')],
  ['Arabic commas', text('،', '\n')],
  ['a head that ends otherwise than the rows', text(',', '\n').replace('\n', '\r\n')],
  ['one odd line end', `${text(',', '\r\n')}\n`],
  ['one odd line end above', text(',', '\n').replace('\n', '\r')],
  ['sep=, in front', `sep=,\r\n${text(',', '\r\n')}`],
  ['sep=; in front', `\uFEFFsep=;\n${text(';', '\n')}`],
  ['sep=| in front, quoted', `"sep=|"\n${text('|', '\n')}`],
  ['UTF-16, little-endian', utf16(`\uFEFF${text('\t', '\r\n')}`, true)],
  ['UTF-16, big-endian', utf16(`\uFEFF${text(',', '\r\n')}`, false)],
  [
    'a line end after the last row, and empty columns',
    `Name,Phone,Note,,\n${PEOPLE.map((row) => row.map(quoted).join()).join(',,\n')}\n`,
  ],
])('a file with %s is read [FILE-1]', async (_, content) => {
  expect(await readFile('users', file(content))).toEqual({
    name: 'people.csv',
    guessed: false,
    headRow: 1,
    heads: HEADS,
    rows: PEOPLE.map((cells, place) => ({ number: place + 2, cells: expect.arrayContaining(cells) as string[] })),
  });
});

test('a first name and a surname in columns of their own are one column [FILE-19]', async () => {
  const read = await readFile('users', file('No.,First Name,Surname,Phone\n1,Ayesha,Khan,0300\n2,Bilal,,0301'));
  expect(read).toMatchObject({
    heads: ['No.', 'First Name + Surname', 'Phone'],
    rows: [
      { number: 2, cells: ['1', 'Ayesha Khan', '0300'] },
      { number: 3, cells: ['2', 'Bilal', '0301'] },
    ],
  });
});

test('empty rows are omitted, and the others keep their numbers [FILE-1]', async () => {
  const read = await readFile('users', file('\nName,Phone\n\n , \nAli,1\n,,\n"Bee\nna",2\nChand\n\n'));
  expect(read).toEqual({
    name: 'people.csv',
    guessed: false,
    headRow: 2,
    heads: ['Name', 'Phone'],
    rows: [
      { number: 5, cells: ['Ali', '1'] },
      { number: 7, cells: ['Bee\nna', '2'] },
      { number: 8, cells: ['Chand'] },
    ],
  });
});

test.each([
  ['a line alone', 'Members of 2026, all of them\n\nName;Phone\nAli;1\n', 3],
  ['a line as wide as the others', 'Report,\nPrinted on,25/11/2026\n,\nName,Phone\nAli,1\n', 4],
  ['nothing, where a person is called like a column', 'Fellow,Number,Which\nMember,1,Active\n', 1],
  ['nothing, where a title has the word of one column', 'Name,No.\nAli,1\n', 1],
])('a title above the headings is skipped: %s [FILE-1]', async (_, content, headRow) => {
  expect(await readFile('users', file(content))).toMatchObject({
    headRow,
    rows: [{ number: headRow + 1, cells: expect.arrayContaining(['1']) as string[] }],
  });
});

test.each([
  ['Ali,Late,500,20/11/2026\nBee,Late,500,20/11/2026\n', ['', '', '', ''], 0, 2],
  ['Ali,Late,Rs 500/-\nBee,Late,500\n', ['', '', ''], 0, 2],
  ['Ali,"Nov 20, 2026"\nBee,20 Nov 2026\n', ['', ''], 0, 2],
  ['Ali,ali@office.pk\n', ['', ''], 0, 1],
  ['Ali,Post,500\nBee,Post,500\n', ['', '', ''], 0, 2],
  // A number alone makes no record of a line that names the columns.
  ['Name,Phone,2026\nAli,1,x\n', ['Name', 'Phone', '2026'], 1, 1],
  ['Who,What\nAli,Late\n', ['Who', 'What'], 1, 1],
])('a first line that is a record remains one: %j [FILE-15]', async (content, heads, headRow, rows) => {
  const read = await readFile('users', file(content));
  expect(read).toMatchObject({ heads, headRow });
  expect(read).toHaveProperty('rows.length', rows);
});

test('a plain CSV from a Western spreadsheet is read, with a note that the encoding is a guess [FILE-1]', async () => {
  const bytes = [...'Name,Phone\nJos']
    .map((letter) => letter.charCodeAt(0))
    .concat(0xe9, 0x20, 0x93, 0x4a, 0x94, 0x2c, 0x31);
  expect(await readFile('users', file(new Uint8Array(bytes)))).toEqual({
    name: 'people.csv',
    guessed: true,
    headRow: 1,
    heads: ['Name', 'Phone'],
    rows: [{ number: 2, cells: ['José “J”', '1'] }],
  });
});

test('the apostrophe that marks a cell as text is removed, and no other [FILE-1]', async () => {
  const cells = ['=1+1', '0300', "O'Neill", "'tis", "'"];
  const read = await readFile('users', file(csvOf([cells.map((_, place) => `Head ${place}`), cells])));
  expect(read).toMatchObject({ rows: [{ cells }] });
});

test.each([
  // محمد as Arabic systems save it, in Windows-1256.
  ['encoding', new Uint8Array([...new TextEncoder().encode('Name\n'), 0xe3, 0xcd, 0xe3, 0xcf])],
  ['encoding', new Uint8Array([...new TextEncoder().encode('Name\nJos'), 0xe9, 0x81])],
  ['encoding', utf16('Name\nAli', true)],
  ['no-rows', 'Name,Phone\n'],
  ['no-rows', ',,\n,,\n'],
  ['too-many-rows', `Name\n${'Ali\n'.repeat(10_001)}`],
] as const)('a file is refused: %s [FILE-1]', async (problem, content) => {
  expect(await readFile('users', file(content))).toEqual({ problem });
});

test.each([
  ['quotes', 'Name,Phone\nAli,1\n"Bilal,2\n', 3],
  ['too-many-cells', 'Name,Phone\nAli,1\n\nBilal, Ahmed,2\n', 4],
] as const)('a file is refused with the row number: %s [FILE-1]', async (problem, content, number) => {
  expect(await readFile('users', file(content))).toEqual({ problem, number });
});

test('10,000 rows are read', async () => {
  expect(await readFile('users', file(`Name\n${'Ali\n'.repeat(10_000)}`))).toMatchObject({ heads: ['Name'] });
});

test('a column may have any name, also one that every object has; a file has at most 1,000 columns [FILE-1]', async () => {
  const odd = ['__proto__', 'constructor', 'toString'];
  expect(await readFile('users', file(`Name,${odd.join()},Phone\nAli,a,b,c,1\n`))).toMatchObject({
    heads: ['Name', ...odd, 'Phone'],
    rows: [{ cells: ['Ali', 'a', 'b', 'c', '1'] }],
  });
  const wide = (columns: number): File => {
    const others = Array.from({ length: columns - 2 }, (_, place) => `Day ${place}`);
    return file(`Name,Phone,${others.join()}\nAli,1,${others.join()}\n`);
  };
  expect(await readFile('users', wide(1000))).toMatchObject({ headRow: 1 });
  expect(await readFile('users', wide(1001))).toEqual({ problem: 'too-many-columns' });
});

const compound = (stream: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0]);
  for (const [n, letter] of [...stream].entries()) bytes[1024 + 2 * n] = letter.charCodeAt(0);
  return bytes;
};
const TABLE = '<table><tr><td>Name</td></tr></table>';

test.each<[string, string, string | Uint8Array<ArrayBuffer>]>([
  ['empty', 'nothing', ''],
  ['empty', 'empty lines', '\n \r\n'],
  ['web-page', 'a table', TABLE],
  ['web-page', 'a page', `\uFEFF\n<!DOCTYPE html>\n<html>${TABLE}</html>`],
  [
    'web-page',
    'a page in UTF-16',
    utf16(`\uFEFF<html xmlns:x="urn:schemas-microsoft-com:office:excel">${TABLE}`, true),
  ],
  ['web-page', 'a page in one file', 'MIME-Version: 1.0\nX-Document-Type: Workbook\n'],
  [
    'xml-workbook',
    'XML 2003',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:x">',
  ],
  ['old-workbook', 'an .xls', compound('Workbook')],
  ['old-workbook', 'an .xls of 1993', new Uint8Array([0x09, 0x08, 0x08, 0x00, 0x00, 0x05, 0x05, 0x00])],
  ['locked', 'a workbook with a password', compound('EncryptedPackage')],
  ['document', 'a .doc', compound('WordDocument')],
  ['document', 'a .docx', zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' })],
  ['document', 'RTF', String.raw`{\rtf1 Name}`],
  ['pdf', 'a PDF', '%PDF-\n'],
  ['binary-workbook', 'an .xlsb', zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' })],
  [
    'open-document',
    'an .ods',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
  ],
  ['numbers', 'a .numbers', zipOf({ 'Index/Document.iwa': '', 'Metadata/Properties.plist': '' })],
  ['archive', 'a ZIP of a CSV file', zipOf({ 'people.csv': 'Name' })],
  ['archive', 'an empty ZIP', zipOf({})],
  ['archive', 'a packed file', new Uint8Array([0x1f, 0x8b, 8, 0])],
  ['picture', 'a photo', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ['picture', 'a photo of an iPhone', '\0\0\0\x18ftypheic'],
  ['picture', 'a screenshot', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
])('a file that is neither a workbook nor CSV says what it is: %s, %s [FILE-1]', async (problem, _, content) => {
  expect(await readSheets('users', new File([content], 'people.xls'), readWorkbook)).toEqual({ problem });
});

describe('CSV is taken apart in one pass [FILE-1]', () => {
  const separators = [',', ';', '\t', '|'] as const;
  const cell = fc.string({ unit: fc.constantFrom('a', 'ب', ' ', '"', ',', ';', '\t', '\n'), maxLength: 6 });

  test('as other programs do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }),
        fc.constantFrom(...separators),
        (rows, separator) => {
          const given = Papa.unparse(rows, { delimiter: separator, newline: '\n' });
          expect(csvCells(given, separator, Infinity)).toEqual({ lines: rows, broken: null });
        },
      ),
    );
  });

  test('whatever it is, it is broken where other programs find it broken, or the same', () => {
    fc.assert(
      fc.property(cell, fc.array(cell), fc.constantFrom(...separators), (first, more, separator) => {
        // Spaces behind a quote that the last line ends with, without an end of the line, are a fault to them alone.
        const given = `${[first, ...more].join('"')}\n`;
        const theirs = Papa.parse<string[]>(given, { delimiter: separator, newline: '\n' });
        const wrong = theirs.errors.find(({ type }) => type === 'Quotes');
        const { lines, broken } = csvCells(given, separator, Infinity);
        if (wrong === undefined) expect({ lines, broken }).toEqual({ lines: theirs.data, broken: null });
        else expect(broken).toBe((wrong.row ?? 0) + 1);
      }),
    );
  });

  test.each([
    ['cells with something behind the quote', '"a"b,'],
    ['quotes that are never closed', '"a,b\n'],
    ['quotes alone', '""'],
    ['words', 'a '],
    ['quotes in quotes', '"" '],
    ['no separator', '"a" b'],
  ])('4 MB of %s take no longer than any other file', async (_, part) => {
    const many = `Name,Phone\n${part.repeat(Math.floor((MAX_IMPORT_SIZE - 20) / part.length))}`;
    // A text looked through again for each quote would take longer than the test may.
    expect(await readFile('users', file(many))).toBeDefined();
  });

  test('and no further than to see that there are too many rows', () => {
    expect(csvCells('a\n\n'.repeat(1000), ',', 10).lines).toHaveLength(19);
  });
});
