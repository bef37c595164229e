// Files as spreadsheets and machines write them: read, or refused with what is wrong (FILE-1).
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/core/csv.ts';
import { MAX_IMPORT_SIZE } from '../../../src/core/limits.ts';
import { readFile } from '../../../src/web/features/imports/read-file.ts';

const HEADS = ['Name', 'Phone', 'Note'];
const PEOPLE = [
  ['عائشہ خان', '03001234567', 'a, b; "c"'],
  ['Bilal', '+92 300 1', 'two\nlines'],
];
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
  ['UTF-16, little-endian', utf16(`\uFEFF${text('\t', '\r\n')}`, true)],
  ['UTF-16, big-endian', utf16(`\uFEFF${text(',', '\r\n')}`, false)],
  [
    'a line end after the last row, and empty columns',
    `Name,Phone,Note,,\n${PEOPLE.map((row) => row.map(quoted).join()).join(',,\n')}\n`,
  ],
])('a file with %s is read', async (_, content) => {
  expect(await readFile(file(content))).toEqual({
    name: 'people.csv',
    heads: HEADS,
    rows: PEOPLE.map((cells, place) => ({ number: place + 2, cells: expect.arrayContaining(cells) as string[] })),
  });
});

test('empty rows are left out, and the others keep their numbers', async () => {
  const read = await readFile(file('\nName,Phone\n\n , \nAli,1\n,,\n"Bee\nna",2\nChand\n\n'));
  expect(read).toEqual({
    name: 'people.csv',
    heads: ['Name', 'Phone'],
    rows: [
      { number: 5, cells: ['Ali', '1'] },
      { number: 7, cells: ['Bee\nna', '2'] },
      { number: 8, cells: ['Chand'] },
    ],
  });
});

test('the apostrophe that keeps a text a text is taken off, and no other', async () => {
  const cells = ['=1+1', '0300', "O'Neill", "'tis", "'"];
  const read = await readFile(file(csvOf([cells.map((_, place) => `Head ${place}`), cells])));
  expect(read).toMatchObject({ rows: [{ cells }] });
});

test.each([
  ['too-large', new Uint8Array(MAX_IMPORT_SIZE + 1)],
  ['workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
  ['workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3])],
  ['encoding', new Uint8Array([...new TextEncoder().encode('Name\nJos'), 0xe9])],
  ['encoding', utf16('Name\nAli', true)],
  ['no-rows', ''],
  ['no-rows', 'Name,Phone\n'],
  ['no-rows', '\n\n,,\n'],
  ['too-many-rows', `Name\n${'Ali\n'.repeat(10_001)}`],
] as const)('a file is refused: %s', async (problem, content) => {
  expect(await readFile(file(content))).toEqual({ problem });
});

test.each([
  ['quotes', 'Name,Phone\nAli,1\n"Bilal,2\n', 3],
  ['too-many-cells', 'Name,Phone\nAli,1\n\nBilal, Ahmed,2\n', 4],
] as const)('a file is refused with the row: %s', async (problem, content, number) => {
  expect(await readFile(file(content))).toEqual({ problem, number });
});

test('10,000 rows are read', async () => {
  expect(await readFile(file(`Name\n${'Ali\n'.repeat(10_000)}`))).toMatchObject({ heads: ['Name'] });
});
