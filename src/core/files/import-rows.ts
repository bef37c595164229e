/** Rows of an imported file: how their cells are read, and what may be wrong with them (FILE-2, FILE-3). */
import { type CalendarDay, parseDay } from '../calendar.ts';
import { isEmail, repeatedEmails, repeats } from '../people/email.ts';
import { isFormulaError } from './csv.ts';
import { type ExportValue, valueIn } from './export-words.ts';
import { type FineStatus, isTooFarAhead } from '../fines/fine.ts';
import { FINE_TEXTS, type FineText, isFineText, ofEachText } from '../fines/fine-texts.ts';
import {
  IMPORT_COLUMNS,
  type ImportKind,
  type UserColumn,
  type FineColumn,
  type ImportColumn,
  OPTIONAL_COLUMNS,
  type UserRow,
  type FineRow,
  type ImportProblem,
  type CellProblem,
} from './import-columns.ts';
import { LANGUAGES } from '../text/languages.ts';
import { foldLetters, isBlank, normalizedLine, normalizedText, stripInvisible } from '../text/letters.ts';
import { MAX_LENGTH } from '../limits.ts';
import { type Paisa, parseAmount } from '../money/money.ts';
import { isSpoiledNumber } from '../people/phone.ts';
import type { UserLine, UserStatus } from '../people/user-line.ts';

const LENGTH = {
  userName: MAX_LENGTH.userName,
  userEmail: MAX_LENGTH.email,
  userRole: MAX_LENGTH.role,
  phone: MAX_LENGTH.phone,
  group: MAX_LENGTH.groupName,
  status: MAX_LENGTH.role,
  member: MAX_LENGTH.email,
  fineType: MAX_LENGTH.fineType,
  amount: MAX_LENGTH.reference,
  date: MAX_LENGTH.reference,
  dueOn: MAX_LENGTH.reference,
  ...ofEachText((name) => FINE_TEXTS[name].length),
  id: MAX_LENGTH.id,
  paid: MAX_LENGTH.reference,
  paidOn: MAX_LENGTH.reference,
  waived: MAX_LENGTH.reference,
  mistake: MAX_LENGTH.reference,
} as const satisfies Record<ImportColumn, number>;

/** No valid cell is longer, even with space around its text; longer cells are not parsed. */
const MAX_CELL = 2 * MAX_LENGTH.description;

/** The cells with the too long ones emptied, and the columns of those. */
function withoutLongCells<C extends ImportColumn>(given: Record<C, string>) {
  const columns = Object.keys(given) as C[];
  const tooLong = new Set<ImportColumn>(columns.filter((column) => given[column].length > MAX_CELL));
  const cells = { ...given };
  for (const column of columns) if (tooLong.has(column)) cells[column] = '';
  return { cells, tooLong };
}

/** What is wrong with the text of a cell, regardless of its meaning; null for nothing. */
function textProblem(column: ImportColumn, text: string): ImportProblem | null {
  if (text.length > LENGTH[column]) return 'too-long';
  if (isBlank(text)) return OPTIONAL_COLUMNS.has(column) ? null : 'missing';
  if (isFormulaError(text)) return 'formula-error';
  return text.isWellFormed() && !text.includes('\0') ? null : 'not-plain-text';
}

/** Numbers and addresses copied from messages carry invisible direction marks. */
const bare = (text: string): string => stripInvisible(text).trim();

/** `id`: the id the user is to have, empty for a new one; `group`: what it is called, empty for none */
export type ReadUser = UserLine & { id: string; group: string };

export interface UsersRead {
  /** in the order of the rows; complete only if there are no problems */
  users: ReadUser[];
  problems: CellProblem<UserColumn>[];
}

/** Reads all rows of a file, or some of them. */
export function readUserRows(rows: readonly UserRow[]): UsersRead {
  const problems: CellProblem<UserColumn>[] = [];
  const users = rows.map((given, row): ReadUser => {
    const { cells, tooLong } = withoutLongCells(given);
    const status = statusOf(cells.status);
    const user = {
      userName: normalizedLine(cells.userName),
      userEmail: bare(cells.userEmail),
      userRole: normalizedLine(cells.userRole),
      phone: bare(cells.phone),
      group: normalizedLine(cells.group),
      status: status ?? 'Active',
      id: normalizedLine(bare(cells.id)),
    };
    for (const column of IMPORT_COLUMNS.users) {
      const problem =
        (tooLong.has(column) ? 'too-long' : null) ??
        textProblem(column, column === 'status' ? cells.status : user[column]) ??
        (column === 'userEmail' && !isEmail(user.userEmail) ? 'not-an-email' : null) ??
        (column === 'phone' && isSpoiledNumber(user.phone) ? 'spoiled-number' : null) ??
        (column === 'status' && status === null ? 'not-a-status' : null);
      if (problem !== null) problems.push({ row, column, problem });
    }
    return user;
  });
  return { users, problems };
}

/** E-mails that already occur further up in the file; takes all its rows. */
export const repeatedEmailsIn = (users: readonly UserLine[]): CellProblem<UserColumn>[] =>
  [...repeatedEmails(users.map(({ userEmail }) => userEmail))].map(([row, earlier]) => ({
    row,
    column: 'userEmail',
    problem: 'email-repeated',
    earlier,
  }));

const STATUS_OF = new Map(
  (['Active', 'Inactive'] as const satisfies readonly UserStatus[]).flatMap((status) =>
    LANGUAGES.map((language) => [foldLetters(valueIn(language, status)), status] as const),
  ),
);

/** Active if the cell is empty; null if it is no status. */
function statusOf(cell: string): UserStatus | null {
  const key = foldLetters(cell);
  return key === '' ? 'Active' : (STATUS_OF.get(key) ?? null);
}

/** Ids that already occur further up in the file, for users or fines. */
export const repeatedIdsIn = (records: readonly { id: string }[]): CellProblem<'id'>[] =>
  [...repeats(records.map(({ id }) => id))].map(([row, earlier]) => ({
    row,
    column: 'id',
    problem: 'id-repeated',
    earlier,
  }));

/** A fine as its row gives it, before the member is looked up; null where a cell cannot be read. */
export interface ReadFine extends Record<FineText, string> {
  /** an id, an e-mail or a name */
  member: string;
  fineType: string;
  amount: Paisa | null;
  date: CalendarDay | null;
  /** null if not given */
  dueOn: CalendarDay | null;
  /** id of the fine in the books that the row comes from, empty for none */
  id: string;
  /** status of a fine of 0, which no amount shows as paid */
  status: FineStatus | null;
  paid: Paisa | null;
  /** the day received; null if not given */
  paidOn: CalendarDay | null;
  waived: Paisa | null;
  mistake: boolean | null;
}

export interface FinesRead {
  /** in the order of the rows */
  fines: ReadFine[];
  problems: CellProblem<FineColumn>[];
}

/** 0 for an empty cell. */
const optionalAmount = (cell: string): Paisa | null => (isBlank(cell) ? 0 : parseAmount(cell));
const optionalDay = (cell: string, today: CalendarDay): CalendarDay | null =>
  isBlank(cell) ? null : parseDay(cell, today);

export function readFineRows(rows: readonly FineRow[], today: CalendarDay): FinesRead {
  const problems: CellProblem<FineColumn>[] = [];
  const fines = rows.map((given, row): ReadFine => {
    const { cells, tooLong } = withoutLongCells(given);
    const fine: ReadFine = {
      member: normalizedLine(bare(cells.member)),
      fineType: normalizedLine(cells.fineType),
      amount: parseAmount(cells.amount),
      date: parseDay(cells.date, today),
      dueOn: optionalDay(cells.dueOn, today),
      ...ofEachText((name) => (isBlank(cells[name]) ? '' : normalizedText(cells[name]))),
      id: normalizedLine(bare(cells.id)),
      status: isBlank(cells.status) ? 'Pending' : wordIn(FINE_STATUS_OF, cells.status),
      paid: optionalAmount(cells.paid),
      paidOn: optionalDay(cells.paidOn, today),
      waived: optionalAmount(cells.waived),
      mistake: isBlank(cells.mistake) ? false : wordIn(MISTAKE_OF, cells.mistake),
    };
    for (const column of IMPORT_COLUMNS.fines) {
      const text =
        column === 'member' || column === 'fineType' || isFineText(column) ? fine[column] : bare(cells[column]);
      const problem =
        (tooLong.has(column) ? 'too-long' : null) ??
        textProblem(column, text) ??
        (OPTIONAL_COLUMNS.has(column) && text === '' ? null : valueProblem(column, fine, today));
      if (problem !== null) problems.push({ row, column, problem });
    }
    return fine;
  });
  return { fines, problems };
}

/** What is wrong with the value of a cell. */
function valueProblem(column: FineColumn, fine: ReadFine, today: CalendarDay): ImportProblem | null {
  switch (column) {
    case 'amount':
    case 'waived':
      return fine[column] === null ? 'not-an-amount' : null;
    case 'paid':
      if (fine.paid === null) return 'not-an-amount';
      return fine.paid + (fine.waived ?? 0) > (fine.amount ?? Infinity) ? 'more-than-amount' : null;
    case 'date':
      return dayProblem(fine.date, today);
    case 'dueOn':
      return dueProblem(fine, today);
    case 'paidOn':
      if (fine.paidOn === null) return 'not-a-day';
      return fine.paidOn > today ? 'day-in-future' : null;
    case 'status':
      return fine.status === null ? 'not-a-status' : null;
    case 'mistake':
      return fine.mistake === null ? 'not-a-status' : null;
    default:
      return null;
  }
}

const wordsOf = <V extends ExportValue>(values: readonly V[]): Map<string, V> =>
  new Map(
    values.flatMap((value) => LANGUAGES.map((language) => [foldLetters(valueIn(language, value)), value] as const)),
  );
const wordIn = <V>(words: ReadonlyMap<string, V>, cell: string): V | null => words.get(foldLetters(cell)) ?? null;
const FINE_STATUS_OF = wordsOf(['Pending', 'Paid']);
const MISTAKE_OF = new Map([...wordsOf(['yes']).keys()].map((word) => [word, true] as const));

function dayProblem(date: CalendarDay | null, today: CalendarDay): ImportProblem | null {
  if (date === null) return 'not-a-day';
  return isTooFarAhead(date, today) ? 'day-too-far' : null;
}

function dueProblem({ dueOn, date }: ReadFine, today: CalendarDay): ImportProblem | null {
  if (dueOn === null) return 'not-a-day';
  if (date !== null && dueOn < date) return 'due-before-day';
  return isTooFarAhead(dueOn, date !== null && date > today ? date : today) ? 'day-too-far' : null;
}

/** In the order of the file: by row, then by column. */
export function inFileOrder<C extends ImportColumn>(
  kind: ImportKind,
  problems: readonly CellProblem<C>[],
): CellProblem<C>[] {
  const columns: readonly ImportColumn[] = IMPORT_COLUMNS[kind];
  return problems.toSorted((a, b) => a.row - b.row || columns.indexOf(a.column) - columns.indexOf(b.column));
}
