// Files as spreadsheets and programs write them: read, or refused with what is wrong (FILE-1).
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/core/files/csv.ts';
import { MAX_IMPORT_SIZE } from '../../../src/core/limits.ts';
import { readFile as readSheets } from '../../../src/web/features/imports/file/read-file.ts';
import { readWorkbook } from '../../../src/web/features/imports/file/workbook.ts';

const HEADS = ['Name', 'Phone', 'Note'];
const PEOPLE = [
  ['عائشہ خان', '03001234567', 'a, b; "c"'],
  ['Bilal', '+92 300 1', 'two\nlines'],
];
/** The only table of a CSV file. */
async function readFile(kind: 'users', given: File) {
  const read = await readSheets(kind, given, readWorkbook);
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
  ['too-large', new Uint8Array(MAX_IMPORT_SIZE + 1)],
  ['old-workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3])],
  // محمد as Arabic systems save it, in Windows-1256.
  ['encoding', new Uint8Array([...new TextEncoder().encode('Name\n'), 0xe3, 0xcd, 0xe3, 0xcf])],
  ['encoding', new Uint8Array([...new TextEncoder().encode('Name\nJos'), 0xe9, 0x81])],
  ['encoding', utf16('Name\nAli', true)],
  ['no-rows', ''],
  ['no-rows', 'Name,Phone\n'],
  ['no-rows', '\n\n,,\n'],
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
