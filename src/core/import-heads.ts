/** What the heads of columns may say in a file or a pasted list, in either language (FILE-2, USER-17). */
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind } from './import-rows.ts';
import { foldLetters } from './letters.ts';

/** The heads of each column, those of an earlier line before those of a later one. The first is that of the template. */
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
  },
  fines: {
    member: [
      'member id | user id | رکن کی آئی ڈی',
      'email | e mail | mail | email address | e mail address | ای میل | ایمیل | ای میل پتہ | ای میل ایڈریس',
      'member | user | name | full name | member name | user name | employee | employee name | رکن | نام | رکن کا نام | پورا نام',
    ],
    fineType: ['fine type | type | fine | reason | offence | جرمانے کی وجہ | وجہ | جرمانہ'],
    amount: ['amount | rupees | rs | amount rs | sum | رقم | روپے'],
    date: ['date | day | fine date | date of fine | تاریخ | دن | جرمانے کی تاریخ'],
    description: ['description | note | notes | details | remarks | تفصیل | نوٹ'],
  },
};

const headKey = (cell: string): string => foldLetters(cell.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));

/** The keys of a column's heads, the best first. */
const keysOf = (kind: ImportKind, column: ImportColumn): string[] =>
  (HEADS[kind][column] ?? []).flatMap((line) => line.split('|').map(headKey));

/** The column that a head names, undefined for any other text. */
export function columnOfHead(kind: 'users', head: string): (typeof IMPORT_COLUMNS)['users'][number] | undefined;
export function columnOfHead(kind: ImportKind, head: string): ImportColumn | undefined {
  const key = headKey(head);
  return IMPORT_COLUMNS[kind].find((column) => keysOf(kind, column).includes(key));
}

/** For each column the place of its head in the file, null where there is none. No head is of two columns. */
export type ColumnPlaces = Partial<Record<ImportColumn, number | null>>;

export function placesOf(kind: ImportKind, heads: readonly string[]): ColumnPlaces {
  const keys = heads.map(headKey);
  return Object.fromEntries(
    IMPORT_COLUMNS[kind].map((column) => {
      const [best = null] = keysOf(kind, column).flatMap((key) => {
        const place = keys.indexOf(key);
        return place < 0 ? [] : [place];
      });
      return [column, best];
    }),
  );
}
