// npm run drill spreadsheet
//
// Opens a file of every kind of cell with LibreOffice Calc, and checks that each is read as intended: figures and days
// as such, texts letter by letter, and nothing as a formula. Without LibreOffice it says so and checks nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figureFromRupees } from '../src/core/money/money.ts';
import { BYTE_ORDER_MARK, countCell, csvLine, dayCell, amountCell, textCell } from '../src/core/files/csv.ts';

/**
 * Texts that Calc and Excel are known to run, or to turn into a number, day, time or constant; and texts that they
 * leave alone.
 */
const TEXTS = [
  '=1+1',
  '=HYPERLINK("http://x.example","a")',
  '+92 300 1234567',
  '-5',
  '@SUM(A1)',
  '\t=1+1',
  '＝1+1',
  '03001234567',
  '923001234567',
  '9.23001E+11',
  '0300 1234567',
  '0300-1234567',
  '12345678901',
  '12345678901234567890',
  '1e5',
  '23456E78',
  '12.50',
  '.5',
  '1,234',
  '1 000',
  '5%',
  '(5)',
  '1 1/2',
  '１２',
  '۱۲۳',
  'Rs 500',
  '₨500',
  '$5',
  '500 PKR',
  '2026-11-24',
  '2026-11-24T10:30:00',
  '24/11/2026',
  '24.11.2026',
  '24/11/2026 10:30',
  '1-2',
  '1/2',
  '12-3576',
  '12-Nov',
  'Nov-12',
  'Nov 12',
  'MAR1',
  '2MAR2345',
  'May 2026',
  'November 12, 2026',
  'Monday, 12 November 2026',
  '20 نومبر 2026',
  '10:30',
  '5 pm',
  '5:30 AM',
  'TRUE',
  'false',
  '#N/A',
  '#DIV/0!',
  'Err:502',
  "'0300",
  'محمد احمد، کراچی',
  'a "quoted", text; more',
  'two\nlines',
  "O'Neill",
  'May',
  'Block 5',
];
const [FIGURES, DAYS, COUNTS] = [
  [1250, 0.5, -99.25, 1_234_567_890.12],
  ['2026-11-24', '2026-02-03'],
  [0, 17],
] as const;

interface Read {
  type: string;
  /** the value of a figure or a day; for a text, what is shown */
  value: string;
  formula: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Choices in Calc's dialog: the language of numbers (default, US English, Pakistani Urdu), and whether special numbers
 * are recognised.
 */
const CHOICES = ['0,false,true', '0,false,false', '1033,false,true', '1056,false,true'];

function converted(folder: string, choice: string, text: string): Read[] | null {
  writeFileSync(join(folder, 'cells.csv'), text);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  // Separated by commas, quoted, UTF-8: what its dialog suggests for such a file. Without the dialog it would ignore
  // the byte-order mark.
  const args = [
    profile,
    '--headless',
    `--infilter=CSV:44,34,76,1,,${choice}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    join(folder, 'cells.csv'),
  ];
  const { error } = spawnSync('soffice', args, { timeout: 120_000 });
  if (error !== undefined) return null;
  const sheet = readFileSync(join(folder, 'cells.fods'), 'utf8');
  // Each line has one cell, so take the first of each row.
  return [...sheet.matchAll(/<table:table-row[^>]*>\s*<table:table-cell([^>]*)>(.*?)<\/table:table-cell>/gs)].map(
    ([, attributes = '', content = '']) => {
      const type = /office:value-type="(\w+)"/.exec(attributes)?.[1] ?? '';
      const value = /office:(?:date-)?value="([^"]*)"/.exec(attributes)?.[1];
      return { type, value: value ?? shown(content), formula: attributes.includes('table:formula') };
    },
  );
}

/** The text of a cell: a paragraph for each line. */
const shown = (content: string): string =>
  [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, line = '']) => line.replaceAll('<text:tab/>', '\t').replaceAll(/<[^>]*>/g, ''))
    .join('\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** A text may only have gained an apostrophe; digits may be a number if it shows and saves them unchanged. */
const isText = (text: string) => (read: Read) =>
  !read.formula && (read.value === text || (read.type === 'string' && read.value === `'${text}`));
const isFigure = (figure: number) => (read: Read) =>
  read.type === 'float' && !read.formula && Number(read.value) === figure;
const isDay = (day: string) => (read: Read) => read.type === 'date' && !read.formula && read.value === day;

const cells = [
  ...TEXTS.map((text) => ({ name: text, cell: textCell(text), isRight: isText(text) })),
  ...FIGURES.map((figure) => ({
    name: String(figure),
    cell: amountCell(figureFromRupees(figure)),
    isRight: isFigure(figure),
  })),
  ...COUNTS.map((count) => ({ name: String(count), cell: countCell(count), isRight: isFigure(count) })),
  ...DAYS.map((day) => ({ name: day, cell: dayCell(day), isRight: isDay(day) })),
];
const folder = mkdtempSync(join(tmpdir(), 'jurmana-drill-spreadsheet-'));
try {
  const text = BYTE_ORDER_MARK + cells.map(({ cell }) => csvLine([cell])).join('');
  for (const choice of CHOICES) {
    const read = converted(folder, choice, text);
    if (read === null) {
      say('LibreOffice (soffice) is not installed: nothing was checked.');
      break;
    }
    say(`Opened with ${choice}:`);
    let wrong = Math.abs(read.length - cells.length);
    cells.forEach(({ name, isRight }, place) => {
      const found = read[place] ?? { type: 'none', value: '', formula: false };
      if (isRight(found)) return;
      wrong += 1;
      say(`WRONG ${JSON.stringify(name)} is read as ${found.type} ${JSON.stringify(found.value)}`);
    });
    say(
      wrong === 0 ? `All ${cells.length} cells are read as they are meant.` : `${wrong} cells are not read as meant.`,
    );
    if (wrong > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
