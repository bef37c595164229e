// Workbooks as people have them: the text that a cell shows is read, or the reason for a refusal is given (FILE-9).
import { describe, expect, test } from 'vitest';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../src/core/limits.ts';
import { readFile } from '../../../src/web/features/imports/file/read-file.ts';
import type { FileTable } from '../../../src/web/features/imports/file/table.ts';
import { readWorkbook } from '../../../src/web/features/imports/file/workbook.ts';
import { type SheetCell, workbookOf, type WorkbookToWrite, zipOf } from '../../helpers/workbook.ts';

const read = (bytes: Uint8Array<ArrayBuffer>) => readFile('fines', new File([bytes], 'fines.xlsx'), readWorkbook);

async function tableOf(workbook: WorkbookToWrite): Promise<FileTable> {
  const file = await read(workbookOf(workbook));
  if ('problem' in file) throw new Error(file.problem);
  const table = file.sheets[0]?.table;
  if (table === undefined || 'problem' in table) throw new Error(table?.problem);
  return table;
}

/** The text of one cell below a heading. */
async function cellOf(cell: SheetCell, more: Partial<WorkbookToWrite> = {}): Promise<string | undefined> {
  const table = await tableOf({
    sheets: [
      {
        name: 'Fines',
        rows: [
          ['Member', 'Amount'],
          ['Ali', cell],
        ],
      },
    ],
    ...more,
  });
  return table.rows[0]?.cells[1];
}

describe('a cell is read as a person sees it [FILE-9]', () => {
  test.each<[string, SheetCell, string]>([
    ['a text', ' 0300 1234567 ', '0300 1234567'],
    ['a text with the apostrophe of a CSV file', "'0300", '0300'],
    ['a whole number', 500, '500'],
    ['a number with more digits than are shown', 923001234567, '923001234567'],
    ['one that is shown as 9.23E+11', { number: 923001234567, format: '0.00E+00' }, '923001234567'],
    ['zeros that a format puts in front', { number: 42, format: '00000' }, '00042'],
    ['a telephone number by its format', { number: 3001234567, format: '0000-0000000' }, '0300-1234567'],
    ['a zero that a format writes', { number: 3001234567, format: '"0"##########' }, '03001234567'],
    ['paisa', 1500.5, '1500.5'],
    ['what floating point adds', 0.1 + 0.2, '0.3'],
    ['a currency', { number: 1500, format: '"Rs" #,##0' }, 'Rs 1,500'],
    ['decimals that a format adds', { number: 500, format: '#,##0.00' }, '500'],
    ['decimals that a format rounds', { number: 1000 / 3, format: '#,##0.00' }, '333.33'],
    ['a figure that a format scales', { number: 12000, format: '#,##0,' }, '12000'],
    ['a share', { number: 0.15, format: '0%' }, '15%'],
    ['a day', { number: 46346, format: 'dd-mmm-yy' }, '2026-11-20'],
    ['a day by the system', { number: 46346, format: '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy' }, '2026-11-20'],
    ['a day with a time', { number: 46346.4375, format: 'd/m/yyyy h:mm' }, '2026-11-20 10:30'],
    ['a time', { number: 0.4375, format: 'h:mm AM/PM' }, '10:30'],
    ['the first day of all', { number: 1, format: 'yyyy-mm-dd' }, '1900-01-01'],
    ['the value of a formula', { xml: '><f>2*250</f><v>500</v>' }, '500'],
    ['the text of a formula', { xml: 't="str"><f>"Rs "&amp;5</f><v>Rs 5</v>' }, 'Rs 5'],
    ['an error of a formula', { xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' }, '#DIV/0!'],
    ['a truth', { xml: 't="b"><v>1</v>' }, 'TRUE'],
    [
      'a text of several looks',
      { xml: 't="inlineStr"><is><r><t xml:space="preserve">Late </t></r><r><rPr><b/></rPr><t>arrival</t></r></is>' },
      'Late arrival',
    ],
    ['two lines', 'one\ntwo', 'one\ntwo'],
    ['another script', 'دیر سے آنا', 'دیر سے آنا'],
    ['a character that XML writes otherwise', 'Tom & "Jerry" <x>', 'Tom & "Jerry" <x>'],
  ])('%s', async (_, cell, text) => {
    expect(await cellOf(cell)).toBe(text);
  });

  test('a day in a workbook that counts from 1904', async () => {
    const day = { number: 46346 - 1462, format: 'dd-mmm-yy' };
    expect(await cellOf(day, { date1904: true })).toBe('2026-11-20');
  });

  test('a text shared by several cells', async () => {
    const shared = '<si><t>Ali</t></si><si><r><t>Be</t></r><r><t>ena</t></r></si>';
    expect(await cellOf({ xml: 't="s"><v>1</v>' }, { sharedStrings: shared })).toBe('Beena');
  });
});

test('rows keep their numbers and know if they are hidden; empty ones are omitted [FILE-9]', async () => {
  const rows = [
    ['Fines of the gate'],
    [],
    ['Member', 'Fine type', 'Amount'],
    ['Ali', 'Late', 500],
    [],
    ['Beena', 'Late', 5],
  ];
  expect(await tableOf({ sheets: [{ name: 'A', rows, hidden: [6], merged: ['A1:C1'] }] })).toEqual({
    headRow: 3,
    heads: ['Member', 'Fine type', 'Amount'],
    rows: [
      { number: 4, cells: ['Ali', 'Late', '500'] },
      { number: 6, cells: ['Beena', 'Late', '5'], hidden: true },
    ],
  });
});

test('a cell merged over several rows is repeated in each of them [FILE-9]', async () => {
  const rows = [
    ['Member', 'Fine type'],
    ['Ali', 'Late'],
    [null, 'Noise'],
    [null, 'Smoking'],
    ['Beena', 'Late'],
  ];
  const table = await tableOf({ sheets: [{ name: 'A', rows, merged: ['A2:A4'] }] });
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Ali', 'Ali', 'Ali', 'Beena']);
});

test('cells beyond the last heading are a column without one [FILE-12]', async () => {
  const rows = [
    ['Member', 'Amount'],
    ['Ali', 5],
    ['Beena', 6, null, 'asked twice'],
  ];
  expect((await tableOf({ sheets: [{ name: 'A', rows }] })).heads).toEqual(['Member', 'Amount', '', '']);
});

test('every visible sheet with content is offered [FILE-9]', async () => {
  const rows = [
    ['Member', 'Amount'],
    ['Ali', 5],
  ];
  const file = await read(
    workbookOf({
      sheets: [
        { name: 'Cover', rows: [['All fines']] },
        { name: 'Empty', rows: [] },
        { name: 'نومبر', rows },
        { name: 'Lists', rows, state: 'hidden' },
      ],
    }),
  );
  expect(file).toMatchObject({
    sheets: [
      { name: 'Cover', table: { problem: 'no-rows' } },
      { name: 'نومبر', table: { rows: [{ cells: ['Ali', '5'] }] } },
    ],
  });
});

const rowsOf = (count: number, cell: SheetCell) => [['Member'], ...Array.from({ length: count }, () => [cell])];

test.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
  ['no workbook', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), 'workbook'],
  ['half of one', () => workbookOf({ sheets: [{ name: 'A', rows: [['Member'], ['Ali']] }] }).slice(0, -30), 'workbook'],
  ['nothing in it', () => workbookOf({ sheets: [{ name: 'A', rows: [] }] }), 'no-rows'],
  ['parts that unpack to more than any import', () => zipOf({ a: ' '.repeat(10 * MAX_IMPORT_SIZE + 1) }), 'too-large'],
  ['parts of which it does not say how large they are', () => zipOf({ a: ' '.repeat(100_000) }, 0), 'workbook'],
  ['parts larger than it says', () => zipOf({ 'xl/workbook.xml': ' '.repeat(100_000) }, 10), 'workbook'],
  [
    'a text that fills every cell',
    () => workbookOf({ sheets: [{ name: 'A', rows: rowsOf(MAX_IMPORT_ROWS, 'x'.repeat(500)) }] }),
    'too-large',
  ],
])('a workbook is refused with a sentence: %s [FILE-9]', async (_, bytes, problem) => {
  expect(await read(bytes())).toEqual({ problem });
});

test('a workbook with a password and one of the old format are told apart [FILE-9]', async () => {
  const compound = (name: string) => {
    const bytes = new Uint8Array(2048);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0]);
    for (const [n, letter] of [...name].entries()) bytes[1024 + 2 * n] = letter.charCodeAt(0);
    return bytes;
  };
  expect(await read(compound('EncryptedPackage'))).toEqual({ problem: 'locked' });
  expect(await read(compound('Workbook'))).toEqual({ problem: 'old-workbook' });
});

test('a sheet with too many rows says so, and another one can be chosen [FILE-9]', async () => {
  const file = await read(
    workbookOf({
      sheets: [
        { name: 'All', rows: rowsOf(MAX_IMPORT_ROWS + 1, 'x') },
        { name: 'Some', rows: rowsOf(1, 'Ali') },
      ],
    }),
  );
  expect(file).toMatchObject({ sheets: [{ table: { problem: 'too-many-rows' } }, { table: { headRow: 1 } }] });
});

test('a browser that cannot read workbooks says so, and still reads a CSV file [FILE-21]', async () => {
  const kept = globalThis.DecompressionStream;
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  try {
    const bytes = workbookOf({
      sheets: [
        {
          name: 'Fines',
          rows: [
            ['Member', 'Amount'],
            ['Ali', 5],
          ],
        },
      ],
    });
    const failing = () => Promise.reject(new Error('The worker that reads workbooks failed.'));
    expect(await readFile('fines', new File([bytes], 'fines.xlsx'), failing)).toEqual({ problem: 'no-workbooks' });
    expect(await readFile('fines', new File(['Member,Amount\nAli,5'], 'fines.csv'), failing)).toMatchObject({
      sheets: [{ table: { heads: ['Member', 'Amount'] } }],
    });
  } finally {
    globalThis.DecompressionStream = kept;
  }
});
