/** Rows of an imported file: how the cells of a row are read, and what may be wrong with one (FILE-2, FILE-3). */
import { type CalendarDay, parseDay } from './calendar.ts';
import { isEmail, repeatedEmails } from './email.ts';
import { valueIn } from './export-words.ts';
import { LANGUAGES } from './languages.ts';
import { collapseSpace, foldLetters, isBlank, stripInvisible } from './letters.ts';
import { MAX_LENGTH } from './limits.ts';
import { type Paisa, parseAmount } from './money.ts';
import type { UserForm, UserStatus } from './user-form.ts';

/** The columns of each kind of file, in the order in which they are shown. */
export const IMPORT_COLUMNS = {
  users: ['userName', 'userEmail', 'userRole', 'phone', 'status'],
  fines: ['member', 'fineType', 'amount', 'date', 'description'],
} as const;
export type ImportKind = keyof typeof IMPORT_COLUMNS;
export type UserColumn = (typeof IMPORT_COLUMNS)['users'][number];
export type FineColumn = (typeof IMPORT_COLUMNS)['fines'][number];
export type ImportColumn = UserColumn | FineColumn;

/** A file may lack these. */
export const OPTIONAL_COLUMNS: ReadonlySet<ImportColumn> = new Set(['status', 'description']);

export type UserRow = Record<UserColumn, string>;
export type FineRow = Record<FineColumn, string>;

export const IMPORT_PROBLEMS = [
  'missing',
  'too-long',
  /** holds what no database keeps, such as NUL */
  'not-plain-text',
  'not-an-email',
  /** is in the file above */
  'email-repeated',
  'email-in-use',
  'not-a-status',
  'not-an-amount',
  'not-a-day',
  'member-not-found',
  /** several members have this name */
  'member-ambiguous',
  'fine-type-not-listed',
  /** twice the amount would be more than a fine may be */
  'doubled-too-large',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

export interface CellProblem<C extends ImportColumn = ImportColumn> {
  /** from 0 */
  row: number;
  column: C;
  problem: ImportProblem;
}

const LENGTH = {
  userName: MAX_LENGTH.userName,
  userEmail: MAX_LENGTH.email,
  userRole: MAX_LENGTH.role,
  phone: MAX_LENGTH.phone,
  status: MAX_LENGTH.role,
  member: MAX_LENGTH.email,
  fineType: MAX_LENGTH.fineType,
  amount: MAX_LENGTH.reference,
  date: MAX_LENGTH.reference,
  description: MAX_LENGTH.description,
} as const satisfies Record<ImportColumn, number>;

/** No cell is longer, whatever surrounds its text: what is, is not looked into. */
const MAX_CELL = 2 * MAX_LENGTH.description;

/** The cells, with nothing in place of those that are too long; and the columns of these. */
function withoutLongCells<C extends ImportColumn>(given: Record<C, string>) {
  const columns = Object.keys(given) as C[];
  const tooLong = new Set<ImportColumn>(columns.filter((column) => given[column].length > MAX_CELL));
  const cells = { ...given };
  for (const column of columns) if (tooLong.has(column)) cells[column] = '';
  return { cells, tooLong };
}

/** What is wrong with the text of a cell, whatever it means; null for nothing. */
function textProblem(column: ImportColumn, text: string): ImportProblem | null {
  if (text.length > LENGTH[column]) return 'too-long';
  if (isBlank(text)) return OPTIONAL_COLUMNS.has(column) ? null : 'missing';
  return text.isWellFormed() && !text.includes('\0') ? null : 'not-plain-text';
}

/** A text of one line. */
const line = collapseSpace;
/** Direction marks come along with numbers and addresses from messages, and nobody sees them. */
const bare = (text: string): string => stripInvisible(text).trim();

export interface UsersRead {
  /** in the order of the rows; only whole where there is no problem */
  users: UserForm[];
  problems: CellProblem<UserColumn>[];
}

/** Rows of a file, or some of them. */
export function readUserRows(rows: readonly UserRow[]): UsersRead {
  const problems: CellProblem<UserColumn>[] = [];
  const users = rows.map((given, row): UserForm => {
    const { cells, tooLong } = withoutLongCells(given);
    const status = statusOf(cells.status);
    const user = {
      userName: line(cells.userName),
      userEmail: bare(cells.userEmail),
      userRole: line(cells.userRole),
      phone: bare(cells.phone),
      status: status ?? 'Active',
    };
    for (const column of IMPORT_COLUMNS.users) {
      const problem =
        (tooLong.has(column) ? 'too-long' : null) ??
        textProblem(column, column === 'status' ? cells.status : user[column]) ??
        (column === 'userEmail' && !isEmail(user.userEmail) ? 'not-an-email' : null) ??
        (column === 'status' && status === null ? 'not-a-status' : null);
      if (problem !== null) problems.push({ row, column, problem });
    }
    return user;
  });
  return { users, problems };
}

/** E-mails that are in the file above; of all its rows. */
export const repeatedEmailsIn = (users: readonly UserForm[]): CellProblem<UserColumn>[] =>
  repeatedEmails(users.map(({ userEmail }) => userEmail)).map((row) => ({
    row,
    column: 'userEmail',
    problem: 'email-repeated',
  }));

const STATUSES: readonly UserStatus[] = ['Active', 'Inactive'];
const STATUS_OF = new Map(
  STATUSES.flatMap((status) => LANGUAGES.map((language) => [foldLetters(valueIn(language, status)), status] as const)),
);

/** Active without one; null for what is none. */
function statusOf(cell: string): UserStatus | null {
  const key = foldLetters(cell);
  return key === '' ? 'Active' : (STATUS_OF.get(key) ?? null);
}

/** A fine as its row says it, before anybody knows who the member is; null where a cell says nothing of use. */
export interface ReadFine {
  /** an id, an e-mail or a name */
  member: string;
  fineType: string;
  amount: Paisa | null;
  date: CalendarDay | null;
  description: string;
}

export interface FinesRead {
  /** in the order of the rows */
  fines: ReadFine[];
  problems: CellProblem<FineColumn>[];
}

export function readFineRows(rows: readonly FineRow[]): FinesRead {
  const problems: CellProblem<FineColumn>[] = [];
  const fines = rows.map((given, row): ReadFine => {
    const { cells, tooLong } = withoutLongCells(given);
    const fine = {
      member: line(bare(cells.member)),
      fineType: line(cells.fineType),
      amount: parseAmount(cells.amount),
      date: parseDay(cells.date),
      description: cells.description.trim(),
    };
    for (const column of IMPORT_COLUMNS.fines) {
      const text = column === 'amount' || column === 'date' ? bare(cells[column]) : fine[column];
      const problem =
        (tooLong.has(column) ? 'too-long' : null) ??
        textProblem(column, text) ??
        (column === 'amount' && fine.amount === null ? 'not-an-amount' : null) ??
        (column === 'date' && fine.date === null ? 'not-a-day' : null);
      if (problem !== null) problems.push({ row, column, problem });
    }
    return fine;
  });
  return { fines, problems };
}

/** In the order of the file: by row, then by column. */
export function inFileOrder<C extends ImportColumn>(
  kind: ImportKind,
  problems: readonly CellProblem<C>[],
): CellProblem<C>[] {
  const columns: readonly ImportColumn[] = IMPORT_COLUMNS[kind];
  return problems.toSorted((a, b) => a.row - b.row || columns.indexOf(a.column) - columns.indexOf(b.column));
}
