/** The column heads recognised in a file or a pasted list, in either language (FILE-2, USER-17). */
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, OWN_COLUMNS } from './import-columns.ts';
import { parseDay } from '../calendar.ts';
import { parseAmount } from '../money/money.ts';
import { foldLetters } from '../text/letters.ts';

/** The heads of each column: those on an earlier line win over those on a later one. The first is the template's. */
const HEADS: Record<ImportKind, Partial<Record<ImportColumn, readonly string[]>>> = {
  users: {
    userName: [
      'name | full name | user | user name | member | member name | employee | employee name',
      'نام | پورا نام | رکن | رکن کا نام | ملازم | ملازم کا نام',
    ],
    userEmail: [
      'email | e mail | mail | email address | e mail address',
      'ای میل | ایمیل | ای میل پتہ | ای میل ایڈریس',
    ],
    userRole: [
      'role | designation | role designation | position | title | job | job title | post | rank',
      'عہدہ | منصب | کام | ذمہ داری',
    ],
    phone: [
      'phone | phone number | phone no | mobile | mobile number | mobile no | mobile phone | cell | cell number | cell no',
      'contact | contact number | contact no | telephone | tel | whatsapp',
      'فون | فون نمبر | موبائل | موبائل نمبر | رابطہ | رابطہ نمبر | واٹس ایپ',
    ],
    status: ['status | active', 'حالت'],
    id: ['member id | user id', 'رکن کی آئی ڈی'],
  },
  fines: {
    member: [
      'member id | user id | رکن کی آئی ڈی',
      'email | e mail | mail | email address | e mail address | ای میل | ایمیل | ای میل پتہ | ای میل ایڈریس',
      'member | user | name | full name | member name | user name | employee | employee name | رکن | نام | رکن کا نام | پورا نام',
    ],
    fineType: [
      'fine type | type | fine | reason | reason of fine | offence | offense | violation | جرمانے کی وجہ | وجہ | جرمانہ',
    ],
    amount: [
      'amount | rupees | rs | amount rs | amount pkr | fine amount | fine rs | fine pkr | penalty | sum | رقم | روپے | جرمانے کی رقم',
    ],
    date: ['date | day | fine date | date of fine | تاریخ | دن | جرمانے کی تاریخ'],
    dueOn: ['due on | due date | due day | due by | ادائیگی کی آخری تاریخ | آخری تاریخ'],
    description: ['description | note | notes | details | remarks | تفصیل | نوٹ'],
    // As in our own exports.
    status: ['status | حالت'],
    paid: ['paid | ادا شدہ'],
    paidOn: ['paid on | ادائیگی کی تاریخ'],
    waived: ['waived | معاف'],
    mistake: ['mistake | غلطی سے لگا'],
    id: ['id | آئی ڈی'],
  },
};

const headKey = (cell: string): string => foldLetters(cell.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));

/** The keys of a column's heads, best first. */
const keysOf = (kind: ImportKind, column: ImportColumn): string[] =>
  (HEADS[kind][column] ?? []).flatMap((line) => line.split('|').map(headKey));

/** The column that a head names, undefined for any other text. */
export function columnOfHead(kind: 'users', head: string): (typeof IMPORT_COLUMNS)['users'][number] | undefined;
export function columnOfHead(kind: ImportKind, head: string): ImportColumn | undefined {
  const key = headKey(head);
  return IMPORT_COLUMNS[kind].find((column) => keysOf(kind, column).includes(key));
}

/** For each column the position of its head in the file, or null if missing. No head belongs to two columns. */
export type ColumnPlaces = Partial<Record<ImportColumn, number | null>>;

export function placesOf(kind: ImportKind, heads: readonly string[]): ColumnPlaces {
  const keys = heads.map(headKey);
  const places = new Map(
    IMPORT_COLUMNS[kind].map((column) => {
      const [best = null] = keysOf(kind, column).flatMap((key) => {
        const place = keys.indexOf(key);
        return place < 0 ? [] : [place];
      });
      return [column, best];
    }),
  );
  // In other files a status or an id means something else.
  const own = [...OWN_COLUMNS[kind]];
  if (own.some((column) => (places.get(column) ?? null) === null)) for (const column of own) places.set(column, null);
  return Object.fromEntries(places);
}

/** Lines above the heads, such as a title and the name of the organisation. */
const MAX_LINES_ABOVE = 20;
/** A cell of a record, never a head. */
const OF_A_RECORD = /@|^[\d\s.,:;/+()-]*\d[\d\s.,:;/+()-]*$/;

/** How many columns the cells name. */
const columnsNamed = (kind: ImportKind, cells: readonly string[]): number =>
  Object.values(placesOf(kind, cells)).filter((place) => place !== null).length;

/** Whether a cell is an e-mail, a number, an amount or a day; which day does not matter. */
const isOfARecord = (cells: readonly string[]): boolean =>
  cells.some((cell) => OF_A_RECORD.test(cell) || parseAmount(cell) !== null || parseDay(cell, '2000-01-01') !== null);

/**
 * The position of the line with the heads, and how many columns it names: the first line that names two columns or
 * more, otherwise the first line; null if that one is a record.
 */
export function headLine(
  kind: ImportKind,
  lines: readonly (readonly string[])[],
): { place: number | null; columns: number } {
  const place = lines
    .slice(0, MAX_LINES_ABOVE + 1)
    .findIndex((cells) => !isOfARecord(cells) && columnsNamed(kind, cells) >= 2);
  if (place >= 0) return { place, columns: columnsNamed(kind, lines[place] ?? []) };
  const [first = []] = lines;
  const columns = columnsNamed(kind, first);
  return isOfARecord(first) ? { place: columns < 2 ? null : 0, columns: 0 } : { place: 0, columns };
}
