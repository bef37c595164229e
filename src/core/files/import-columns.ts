/** The columns of imported files, and what may be wrong with a cell (FILE-2, FILE-3). */
import { FINE_TEXT_NAMES } from '../fines/fine-texts.ts';

/** The columns of each kind of file, in the order in which they are shown. */
export const IMPORT_COLUMNS = {
  users: ['userName', 'userEmail', 'userRole', 'phone', 'group', 'status', 'id'],
  fines: [
    'member',
    'fineType',
    'amount',
    'date',
    'dueOn',
    ...FINE_TEXT_NAMES,
    'status',
    'paid',
    'paidOn',
    'waived',
    'mistake',
    'id',
  ],
} as const;
export type ImportKind = keyof typeof IMPORT_COLUMNS;
export type UserColumn = (typeof IMPORT_COLUMNS)['users'][number];
export type FineColumn = (typeof IMPORT_COLUMNS)['fines'][number];
export type ImportColumn = UserColumn | FineColumn;

/** Columns that only our own exports have. In a file of fines they are read only if all of them are there (FILE-8). */
export const OWN_COLUMNS: Record<ImportKind, ReadonlySet<ImportColumn>> = {
  users: new Set(['id']),
  fines: new Set(['status', 'paid', 'paidOn', 'waived', 'mistake', 'id']),
};

/** Columns that a file may lack. */
export const OPTIONAL_COLUMNS: ReadonlySet<ImportColumn> = new Set([
  'group',
  'status',
  ...FINE_TEXT_NAMES,
  'dueOn',
  ...OWN_COLUMNS.users,
  ...OWN_COLUMNS.fines,
]);

/** Columns whose cells are days. */
export const DAY_COLUMNS: ReadonlySet<ImportColumn> = new Set(['date', 'dueOn', 'paidOn']);

export type UserRow = Record<UserColumn, string>;
export type FineRow = Record<FineColumn, string>;

export const IMPORT_PROBLEMS = [
  'missing',
  'too-long',
  /** contains what no database stores, such as NUL */
  'not-plain-text',
  /** #N/A or #REF!: what a spreadsheet shows for a formula that it could not compute */
  'formula-error',
  'not-an-email',
  /** already occurs further up in the file */
  'email-repeated',
  'email-in-use',
  'not-a-status',
  /** a record has, or once had, this id */
  'id-in-use',
  /** already occurs further up in the file */
  'id-repeated',
  /** paid and waived add up to more than the amount */
  'more-than-amount',
  /** a collector may not enter a fine that is already paid or waived */
  'needs-manager',
  'day-in-future',
  /** 9.23E+11: a spreadsheet kept only the beginning of the number */
  'spoiled-number',
  'not-an-amount',
  'not-a-day',
  /** more than a year ahead */
  'day-too-far',
  /** due before the day of the fine */
  'due-before-day',
  'member-not-found',
  /** several members have this name */
  'member-ambiguous',
  'fine-type-not-listed',
  'group-not-listed',
  /** twice the amount would exceed the largest fine */
  'doubled-too-large',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

export interface CellProblem<C extends ImportColumn = ImportColumn> {
  /** from 0 */
  row: number;
  column: C;
  problem: ImportProblem;
  /** the row further up that it repeats, or that doubles it; from 0 */
  earlier?: number | undefined;
}
