// Workbooks as people have them: the text that a cell shows is read, or the reason for a refusal is given (FILE-9).
import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../src/core/files/import-heads.ts';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../src/core/limits.ts';
import { readFile } from '../../../src/web/features/imports/file/read-file.ts';
import { type FileTable, visibleHeads } from '../../../src/web/features/imports/file/table.ts';
import { sharedHeads } from '../../../src/web/features/imports/rows/rows.ts';
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
    hidden: ['Lists'],
  });
});

describe('what the spreadsheet hides', () => {
  const FINES = [
    ['Member', 'Amount', 'Fine type', 'Amount', 'Date'],
    ['Ali', 444, 'Late', 1200, '2026-11-20'],
  ];
  const placesIn = async (columns: string) => {
    const table = await tableOf({ sheets: [{ name: 'A', rows: FINES, columns }] });
    return { ...placesOf('fines', visibleHeads(table)), hidden: table.hidden };
  };

  test.each([
    ['hidden', '<col min="2" max="2" hidden="1"/>'],
    ['hidden by another program', '<col min="2" max="2" width="9" hidden="true" customWidth="true"/>'],
    ['of no width', '<col min="2" max="2" width="0" customWidth="1"/>'],
    ['too narrow to see', '<col min="2" max="2" width="0.4" customWidth="1"/>'],
    ['of a closed group', '<col min="2" max="2" outlineLevel="1" hidden="1"/><col min="3" max="3" collapsed="1"/>'],
  ])('a column %s is not taken for a visible one of the same name [FILE-11]', async (_, columns) => {
    expect(await placesIn(columns)).toMatchObject({ member: 0, amount: 3, fineType: 2, date: 4, hidden: [1] });
  });

  test('a visible column is taken, however it is formatted [FILE-11]', async () => {
    expect(await placesIn('<col min="1" max="5" width="3" outlineLevel="1"/>')).toMatchObject({ amount: 1 });
  });

  test('hidden parts of a name are not put together, and the places of hidden columns follow those that are [FILE-11]', async () => {
    const rows = [
      ['First Name', 'Surname', 'Surname', 'Code', 'Amount'],
      ['Ali', 'Khan', 'Raza', 'x', 5],
    ];
    const table = await tableOf({
      sheets: [{ name: 'A', rows, columns: '<col min="2" max="2" hidden="1"/><col min="4" max="4" hidden="1"/>' }],
    });
    expect(table).toEqual({
      headRow: 1,
      heads: ['First Name + Surname', 'Surname', 'Code', 'Amount'],
      rows: [{ number: 2, cells: ['Ali Raza', 'Khan', 'x', '5'] }],
      hidden: [1, 2],
    });
  });

  test('a hidden line does not name the columns of a visible one [FILE-11]', async () => {
    const rows = [
      ['Member', 'Date', 'Amount'],
      ['Member', 'Amount', 'Date'],
      ['Ali', 5, '2026-11-20'],
    ];
    expect(await tableOf({ sheets: [{ name: 'A', rows, hidden: [1] }] })).toMatchObject({
      headRow: 2,
      rows: [{ number: 3 }],
    });
    // Unless no other does.
    const only = [rows[0] ?? [], rows[2] ?? []];
    expect(await tableOf({ sheets: [{ name: 'A', rows: only, hidden: [1] }] })).toMatchObject({ headRow: 1 });
  });

  test('a row of no height is hidden [FILE-11]', async () => {
    const low = { xml: 't="n"><v>5</v></c></row><row r="3" ht="0" customHeight="1"><c r="A3" t="n"><v>6</v>' };
    const table = await tableOf({ sheets: [{ name: 'A', rows: [['Member'], [low]] }] });
    expect(table.rows).toEqual([
      { number: 2, cells: ['5'] },
      { number: 3, cells: ['6'], hidden: true },
    ]);
  });

  test('a workbook with nothing else says so [FILE-9]', async () => {
    const sheets = [
      { name: 'Empty', rows: [] },
      { name: 'A', rows: FINES, state: 'veryHidden' as const },
    ];
    expect(await read(workbookOf({ sheets }))).toEqual({ problem: 'hidden-sheets' });
  });
});

test('a name that several visible columns have is pointed out, with the one that is taken [FILE-2]', async () => {
  const rows = [
    ['Member', 'Amount', ' amount', 'Amount', 'Note', 'Note'],
    ['Ali', 1, 2, 3],
  ];
  const table = await tableOf({ sheets: [{ name: 'A', rows, columns: '<col min="4" max="4" hidden="1"/>' }] });
  const places = placesOf('fines', visibleHeads(table));
  expect(sharedHeads(table, { ...places, description: null })).toEqual([{ head: 'Amount', count: 2, place: 1 }]);
});

/** A million cells in columns of a hundred, all but one of each row empty. */
const FAR_RIGHT = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => [{ xml: `/><c r="CV${n + 1}"><v>1</v></c><c>` }]);
const rowsOf = (count: number, cell: SheetCell) => [['Member'], ...Array.from({ length: count }, () => [cell])];

/** Cells as dense as they can be written. */
const dense = (cells: number, more = '') => `<row>${'<c/>'.repeat(cells)}${more}</row>`;
const plain = { sheets: [{ name: 'A', rows: [['Member'], ['Ali']] }] };

test.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
  ['half of one', () => workbookOf(plain).slice(0, -30), 'workbook'],
  ['no sheet', () => zipOf({ 'xl/workbook.xml': '<workbook/>' }), 'workbook'],
  ['nothing in it', () => workbookOf({ sheets: [{ name: 'A', rows: [] }] }), 'no-rows'],
  [
    'parts that unpack to more than any import',
    () => zipOf({ 'xl/a': ' '.repeat(10 * MAX_IMPORT_SIZE + 1) }),
    'too-much',
  ],
  ['the same, but they do not say so', () => zipOf({ 'xl/a': ' '.repeat(10 * MAX_IMPORT_SIZE + 1) }, 0), 'too-much'],
  ['parts larger than it says', () => zipOf({ 'xl/workbook.xml': ' '.repeat(100_000) }, 10), 'workbook'],
  [
    'a text that fills every cell',
    () => workbookOf({ sheets: [{ name: 'A', rows: rowsOf(MAX_IMPORT_ROWS, 'x'.repeat(500)) }] }),
    'too-much',
  ],
  ['a million short texts', () => workbookOf({ ...plain, sharedStrings: '<si><t>a</t></si>'.repeat(1e6) }), 'too-much'],
  [
    'a text of a million looks',
    () => workbookOf({ ...plain, sharedStrings: `<si>${'<r><t>a</t></r>'.repeat(1e6)}</si>` }),
    'too-much',
  ],
  [
    'a text with a million attributes',
    () => workbookOf({ ...plain, sharedStrings: `<si ${'a="" '.repeat(1e6)}/>` }),
    'too-much',
  ],
  [
    'more cells than any sheet has',
    () => workbookOf({ sheets: [{ name: 'A', rows: [['Member'], [{ xml: `/></row>${dense(8.5e6)}<row><c>` }]] }] }),
    'too-much',
  ],
  [
    'cells that are too far apart',
    () =>
      workbookOf({
        sheets: [
          { name: 'A', rows: [['Member'], [{ xml: `/><c r="ALL2"><v>1</v></c><c r="A29000"><v>1</v></c><c>` }]] },
        ],
      }),
    'too-much',
  ],
  [
    'sheets that are wide apart, and many',
    () => workbookOf({ sheets: Array.from({ length: 5 }, (_, n) => ({ name: `A${n}`, rows: FAR_RIGHT })) }),
    'too-much',
  ],
])('a workbook is refused with a sentence: %s [FILE-9]', async (_, bytes, problem) => {
  expect(await read(bytes())).toEqual({ problem });
});

test.each([
  [MAX_IMPORT_COLUMNS, 'x'],
  [MAX_IMPORT_COLUMNS + 1, 'too-many-columns'],
])('a sheet of %i columns: the last is read, or there are too many [FILE-1]', async (count, last) => {
  const heads = ['Member', ...Array.from({ length: count - 1 }, (_, n) => `Column ${n}`)];
  const row = ['Ali', ...Array.from({ length: count - 2 }, () => ''), 'x'];
  const file = await read(workbookOf({ sheets: [{ name: 'A', rows: [heads, row] }] }));
  const table = 'problem' in file ? file : file.sheets[0]?.table;
  expect(table !== undefined && 'problem' in table ? table.problem : table?.rows[0]?.cells[count - 1]).toBe(last);
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
  expect(await readFile('fines', new File([bytes], 'fines.xlsx'))).toEqual({ problem: 'no-workbooks' });
  expect(await readFile('fines', new File(['Member,Amount\nAli,5'], 'fines.csv'))).toMatchObject({
    sheets: [{ table: { heads: ['Member', 'Amount'] } }],
  });
});
