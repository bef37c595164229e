/** The column heads recognised in a file or a pasted list, in either language, Urdu also in Latin letters (FILE-2, USER-17). */
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, OWN_COLUMNS } from './import-columns.ts';
import { parseDay } from '../calendar.ts';
import { isFormulaError } from './csv.ts';
import { parseAmount } from '../money/money.ts';
import { FINE_TEXTS, ofEachText } from '../fines/fine-texts.ts';
import { MAX_IMPORT_COLUMNS } from '../limits.ts';
import { foldLetters } from '../text/letters.ts';

const EMAIL =
  'email | e mail | mail | emails | email id | e mail id | mail id | email address | e mail address | ای میل | ایمیل | ای میل پتہ | ای میل ایڈریس';
const PHONE =
  'phone | phone number | phone no | ph no | mobile | mobile number | mobile no | mob no | mobile phone | cell | cell number | cell no';
const OTHER_PHONE =
  'contact | contact number | contact no | telephone | telephone number | telephone no | tel | tel no | whatsapp | whatsapp number | whatsapp no';
const FINE = 'fine | جرمانہ | jurmana';
const PHONE_IN_URDU =
  'فون | فون نمبر | موبائل | موبائل نمبر | رابطہ | رابطہ نمبر | واٹس ایپ | واٹس ایپ نمبر | fon | fon number | mobile ka number | raabta | raabta number | rabta | rabta number';
const NAME_IN_LATIN_LETTERS =
  'naam | nam | poora naam | pura naam | rukn | rukn ka naam | member ka naam | mulazim | mulazim ka naam | talib e ilm | talib e ilm ka naam | talib ilm | talib ilm ka naam';

/** The heads of each column: those on an earlier line win over those on a later one. */
export const HEADS: { [K in ImportKind]: Record<(typeof IMPORT_COLUMNS)[K][number], readonly string[]> } = {
  users: {
    userName: [
      'name | full name | names | user | user name | member | member name | name of member | student | student name | name of student',
      'employee | employee name | name of employee | employees | staff name | name of staff',
      'نام | پورا نام | رکن | رکن کا نام | نام رکن | ممبر | ممبر کا نام | ملازم | ملازم کا نام | نام ملازم | طالب علم | طالب علم کا نام',
      NAME_IN_LATIN_LETTERS,
    ],
    userEmail: [EMAIL],
    userRole: [
      'role | designation | desig | role designation | designation rank | post designation | designation post | position | title | job | job title | post | rank',
      'عہدہ | منصب | کام | ذمہ داری',
      'ohda | ohdah | uhda | uhdah | mansab | kaam | zimmedari',
    ],
    phone: [PHONE, OTHER_PHONE, PHONE_IN_URDU],
    group: [
      'group | groups | group name | department | dept | team | class | section | batch | branch | unit | division',
      'گروپ | گروہ | شعبہ | محکمہ | ٹیم | جماعت | کلاس | سیکشن | شاخ',
      'giroh | groh | shoba | shobah | shuba | shubah | mehkma | mehkama | mahkama | jamaat | jamat | shaakh | shakh',
    ],
    status: ['status | active', 'حالت | halat'],
    id: ['member id | user id', 'رکن کی آئی ڈی'],
  },
  fines: {
    member: [
      'member id | user id | رکن کی آئی ڈی',
      EMAIL,
      'member | user | name | full name | names | member name | user name | name of member | employee | employee name | name of employee',
      'staff name | name of staff | student | student name | name of student',
      'رکن | نام | رکن کا نام | نام رکن | پورا نام | ممبر | ممبر کا نام | ملازم | ملازم کا نام | نام ملازم | طالب علم | طالب علم کا نام',
      NAME_IN_LATIN_LETTERS,
      // Who has neither of them is found by the number.
      PHONE,
      PHONE_IN_URDU,
    ],
    fineType: [
      'fine type | type of fine | type | reason | reason of fine | reason for fine | fine reason | nature of fine | cause | offence | offense | violation',
      'جرمانے کی وجہ | جرمانے کی قسم | وجہ | قسم | سبب',
      'jurmane ki qisam | jurmane ki wajah | qisam | qism | kism | wajah | waja | sabab',
      // Beside a reason it is the amount.
      FINE,
    ],
    amount: [
      'amount | amt | rupees | rs | amount rs | amount pkr | fine amount | fine amt | amount of fine | fine rs | fine pkr | fine rupees | penalty | sum',
      'رقم | روپے | جرمانے کی رقم | جرمانہ روپے',
      'raqam | raqm | rakam | rupay | rupaye | jurmane ki raqam | jurmana rupay',
      FINE,
    ],
    date: [
      'date | day | dated | fine date | date of fine | date of offence | تاریخ | دن | جرمانے کی تاریخ',
      'tareekh | tarikh | din | jurmane ki tareekh | jurmane ki tarikh',
    ],
    dueOn: [
      'due on | due date | due day | due by | ادائیگی کی آخری تاریخ | آخری تاریخ',
      'adaigi ki aakhri tareekh | adaigi ki akhri tareekh | aakhri tareekh | akhri tareekh | aakhri tarikh | akhri tarikh',
    ],
    ...ofEachText((name) => FINE_TEXTS[name].heads),
    // As in our own exports.
    status: ['status | حالت'],
    paid: ['paid | ادا شدہ'],
    paidOn: ['paid on | ادائیگی کی تاریخ'],
    waived: ['waived | معاف'],
    mistake: ['mistake | غلطی سے لگا'],
    id: ['id | آئی ڈی'],
  },
};

/** No head that is recognised is longer, nor any cell that shows that a line is a record. */
const LONGEST = 300;
const beginning = (cell: string): string => (cell.length > LONGEST ? cell.slice(0, LONGEST) : cell);

const headKey = (cell: string): string => foldLetters(beginning(cell).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));

/** The parts of a person's name, in the order in which they are said. "F. Name" is the father's, and not among them. */
const NAME_PARTS = [
  'first name | firstname | given name | given names | پہلا نام | نام اول | pehla naam',
  'middle name | middlename | درمیانی نام | darmiyani naam',
  'last name | lastname | surname | sur name | family name | آخری نام | خاندانی نام | نام خاندان | aakhri naam | akhri naam | khandani naam',
].map((line) => line.split('|').map(headKey));
/** A head for whole names; beside a surname it is the given name. */
const [NAME = '', ...NAMES] = 'name | names | نام | naam | nam'.split('|').map(headKey);
/** Between the heads of parts that were put together. */
const PUT_TOGETHER = ' + ';

const KNOWN = new Set(
  Object.values(HEADS).flatMap((columns) => Object.values(columns).flat().join('|').split('|').map(headKey)),
);

/** The key of a head in a file. A remark in brackets counts only if it is part of a known head: "Name (as on CNIC)". */
function keyInFile(given: string): string {
  const head = beginning(given);
  if (head.includes(PUT_TOGETHER)) {
    const parts = head.split(PUT_TOGETHER).map(headKey);
    if (parts.every((part) => [NAME, ...NAMES, ...NAME_PARTS.flat()].includes(part))) return NAME;
  }
  const key = headKey(head);
  return KNOWN.has(key) ? key : headKey(head.replaceAll(/\([^()]*\)/g, ' '));
}

/** The keys of a column's heads, best first. */
const keysOf = (kind: ImportKind, column: ImportColumn): string[] =>
  ((HEADS[kind] as Partial<Record<ImportColumn, readonly string[]>>)[column] ?? []).flatMap((line) =>
    line.split('|').map(headKey),
  );

/** The column that a head names, undefined for any other text. */
export function columnOfHead(kind: 'users', head: string): (typeof IMPORT_COLUMNS)['users'][number] | undefined;
export function columnOfHead(kind: ImportKind, head: string): ImportColumn | undefined {
  const key = keyInFile(head);
  return IMPORT_COLUMNS[kind].find((column) => keysOf(kind, column).includes(key));
}

/** Where the parts of names are, as {@link withWholeName} takes them; null unless the names have to be put together. */
export function nameParts(heads: readonly string[]): number[] | null {
  const keys = heads.map(headKey);
  const placeOf = (wanted: readonly string[] = []): number => keys.findIndex((key) => wanted.includes(key));
  const [first = [], middle, last] = NAME_PARTS;
  const hasFirst = placeOf(first) >= 0;
  const whole = keysOf('users', 'userName');
  if (placeOf(last) < 0 || (hasFirst ? placeOf(whole) >= 0 : placeOf([NAME, ...NAMES]) < 0)) return null;
  return [placeOf(hasFirst ? first : [NAME, ...NAMES]), placeOf(middle), placeOf(last)].filter((place) => place >= 0);
}

/**
 * A line of the file with these parts of a name as one cell, in the place of the first; the heads themselves become
 * "First Name + Last Name".
 */
export function withWholeName(cells: readonly string[], parts: readonly number[] | null, isHead = false): string[] {
  const [first] = parts ?? [];
  if (parts === null || first === undefined) return [...cells];
  const texts = parts.map((place) => cells[place] ?? '');
  const name = isHead ? texts.join(PUT_TOGETHER) : (texts.find(isFormulaError) ?? wholeName(texts));
  return cells.flatMap((cell, place) => (place === first ? [name] : parts.includes(place) ? [] : [cell]));
}

/** A given name may already end with the surname: "Ali Khan", "Khan". */
const wholeName = (parts: readonly string[]): string =>
  parts.reduce((name, part) => (foldLetters(name).endsWith(` ${foldLetters(part)}`) ? name : `${name} ${part}`.trim()));

/** For each column the position of its head in the file, or null if missing. No head belongs to two columns. */
export type ColumnPlaces = Partial<Record<ImportColumn, number | null>>;

export function placesOf(kind: ImportKind, heads: readonly string[]): ColumnPlaces {
  const keys = heads.map(keyInFile);
  const places = new Map<ImportColumn, number | null>();
  const taken = new Set<number>();
  for (const column of IMPORT_COLUMNS[kind]) {
    const place = keysOf(kind, column)
      .map((key) => keys.indexOf(key))
      .find((at) => at >= 0 && !taken.has(at));
    places.set(column, place ?? null);
    if (place !== undefined) taken.add(place);
  }
  // In other files a status or an id means something else.
  const own = [...OWN_COLUMNS[kind]];
  if (own.some((column) => (places.get(column) ?? null) === null)) for (const column of own) places.set(column, null);
  return Object.fromEntries(places);
}

/** Lines above the heads, such as a title and the name of the organisation. */
const MAX_LINES_ABOVE = 20;
/** A cell of a record, never a head. */
const OF_A_RECORD = /@|^[\d\s.,:;/+()-]*\d[\d\s.,:;/+()-]*$/;

/** No file with more is imported, and to look for heads in all the cells of a hostile one takes too long. */
const lookedAt = (cells: readonly string[] = []): readonly string[] => cells.slice(0, MAX_IMPORT_COLUMNS);

/** How many columns the cells name. */
const columnsNamed = (kind: ImportKind, cells: readonly string[]): number =>
  Object.values(placesOf(kind, withWholeName(cells, nameParts(cells), true))).filter((place) => place !== null).length;

/** Whether a cell is an e-mail, a number, an amount or a day; which day does not matter. */
const isOfARecord = (cells: readonly string[]): boolean =>
  cells
    .map(beginning)
    .some((cell) => OF_A_RECORD.test(cell) || parseAmount(cell) !== null || parseDay(cell, '2000-01-01') !== null);

/**
 * The position of the line with the heads, and how many columns it names: the first line that names two columns or
 * more, or the line below it, if that names more, as below a head that spans several columns; otherwise the first line;
 * null if that one is a record.
 */
export function headLine(
  kind: ImportKind,
  lines: readonly (readonly string[])[],
): { place: number | null; columns: number } {
  const named = (place: number): number => {
    const cells = lookedAt(lines[place]);
    return isOfARecord(cells) ? 0 : columnsNamed(kind, cells);
  };
  const places = [...lines.slice(0, MAX_LINES_ABOVE + 1).keys()];
  const upper = places.find((place) => named(place) >= 2);
  if (upper !== undefined) {
    const place = named(upper + 1) > named(upper) ? upper + 1 : upper;
    return { place, columns: named(place) };
  }
  const first = lookedAt(lines[0]);
  const columns = columnsNamed(kind, first);
  return isOfARecord(first) ? { place: columns < 2 ? null : 0, columns: 0 } : { place: 0, columns };
}
