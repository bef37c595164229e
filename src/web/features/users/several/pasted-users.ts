// A pasted list of people, understood line by line (USER-17).
import { columnOfHead, nameParts, withWholeName } from '../../../../core/files/import-heads.ts';
import { stripInvisible, isBlank, normalizedLine } from '../../../../core/text/letters.ts';
import { isSpoiledNumber } from '../../../../core/people/phone.ts';
import { type UserLine, type UserLineProblem, lineProblems } from '../../../../core/people/user-line.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { repeatedEmails } from '../../../../core/people/email.ts';

const FIELDS = ['userName', 'userEmail', 'userRole', 'phone'] as const;
type Field = (typeof FIELDS)[number];

/** New users are active. */
const EMPTY: UserLine = { userName: '', userEmail: '', userRole: '', phone: '', status: 'Active' };

export interface PastedUser {
  line: Pick<PastedLine, 'number' | 'from' | 'to'>;
  user: UserLine;
  /** cells for which there is no field */
  left: string[];
}

export interface PastedUsers {
  users: PastedUser[];
  /** heads of columns that are ignored */
  unread: string[];
}

/** Digits of any script, with the punctuation written between them. */
const PHONE = /^[+(]*\p{Nd}[\p{Nd}\s()+./-]*$/u;

/** A number, or what a spreadsheet has made of one: the form says what is wrong with it. */
const isNumber = (cell: string): boolean => PHONE.test(cell) || isSpoiledNumber(cell);

export function readPastedUsers(text: string): PastedUsers {
  const lines = pastedLines(text);
  const parts = nameParts(lines[0]?.cells ?? []);
  const [first, ...others] = lines.map((line, n) => ({ ...line, cells: withWholeName(line.cells, parts, n === 0) }));
  if (first === undefined) return { users: [], unread: [] };
  const columns = headOf(first);
  if (columns === null) {
    return { users: [first, ...others].map((line) => userOf(line, byKind(line.cells))), unread: [] };
  }
  const unread = first.cells.filter((cell, place) => cell !== '' && columns[place] === null);
  const users = others.map((line) =>
    userOf(
      line,
      line.cells.map((cell, place) => ({ cell, field: columns[place] })),
    ),
  );
  return { users, unread };
}

/**
 * The field of each column if the line is a head, which names the column of the names or two other columns.
 * null for a column that is ignored, undefined for one without a head.
 */
function headOf({ cells }: PastedLine): Placed['field'][] | null {
  if (cells.some((cell) => cell.includes('@') || isNumber(cell))) return null;
  const taken = new Set<Field>();
  const columns = cells.map((cell) => {
    if (cell === '') return undefined;
    const named = columnOfHead('users', cell);
    const field = FIELDS.find((one) => one === named);
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  return taken.has('userName') || taken.size >= 2 ? columns : null;
}

interface Placed {
  cell: string;
  /** null: ignored; undefined: there is no field for it */
  field: Field | null | undefined;
}

/** The number of a line, in a cell of its own or before the name. */
const LINE_NUMBER = /^\p{Nd}{1,4}(?:[.)]?$|[.)]\s+)/u;

/** Without a head the name comes first, after the line's number, and the other cells are recognised by their content. */
function byKind(line: readonly string[]): Placed[] {
  const taken = new Set<Field>();
  const cells = [(line[0] ?? '').replace(LINE_NUMBER, ''), ...line.slice(1)];
  const first = cells[0] === '' && line[0] !== '' ? 1 : 0;
  return cells.map((cell, place) => {
    const bare = stripInvisible(cell);
    const field =
      place === first ? 'userName' : bare.includes('@') ? 'userEmail' : isNumber(bare) ? 'phone' : 'userRole';
    if (cell === '') return { cell, field: null };
    if (taken.has(field)) return { cell, field: undefined };
    taken.add(field);
    return { cell, field };
  });
}

function userOf({ number, from, to }: PastedLine, cells: readonly Placed[]): PastedUser {
  const user = { ...EMPTY };
  for (const { cell, field } of cells) {
    // Invisible direction marks are often copied along with numbers and addresses from messages.
    if (field) user[field] = field === 'userName' || field === 'userRole' ? cell : stripInvisible(cell).trim();
  }
  const left = cells.flatMap(({ cell, field }) => (field === undefined && cell !== '' ? [cell] : []));
  return { line: { number, from, to }, user, left };
}

// Text copied from a spreadsheet or a CSV file, as lines of cells.

interface PastedLine {
  /** the number of its first line in the text, from 1; a quoted cell may span several lines */
  number: number;
  /** the position of its first character in the text, and the one after its last */
  from: number;
  to: number;
  /** tidied: any white space, even a line break in a quoted cell, is one ordinary space */
  cells: string[];
}

/** The comma is that of either script. */
const END_OF_CELL = { '\t': /[\t\r\n]|$/g, ';': /[;\r\n]|$/g, ',': /[,،\r\n]|$/g } as const;
type Separator = keyof typeof END_OF_CELL;
/** `"…"` up to the end of its cell. A quote elsewhere, or one that is never closed, is an ordinary character. */
const QUOTED = /[^\S\t\r\n]*"((?:[^"]|"")*)"[^\S\t\r\n]*/y;
const LINE_END = /\r\n|\r|\n/y;

/** The lines that are not empty. */
export function pastedLines(text: string): PastedLine[] {
  const end = END_OF_CELL[separatorOf(text)];
  const lines: PastedLine[] = [];
  let line: PastedLine = { number: 1, from: 0, to: 0, cells: [] };
  let number = 1;
  for (let at = 0; ;) {
    const quoted = matchAt(QUOTED, text, at);
    const closed = quoted !== null && isEnd(text, at + quoted[0].length, end);
    const from = at;
    end.lastIndex = closed ? at + quoted[0].length : at;
    at = end.exec(text)?.index ?? text.length;
    const cell = closed ? (quoted[1] ?? '').replaceAll('""', '"') : text.slice(from, at);
    line.cells.push(isBlank(cell) ? '' : normalizedLine(cell));
    number += (text.slice(from, at).match(/\r\n|\r|\n/g) ?? []).length;
    const lineEnd = matchAt(LINE_END, text, at)?.[0] ?? '';
    if (lineEnd === '' && at < text.length) {
      at += 1;
      continue;
    }
    if (line.cells.some((one) => one !== '')) lines.push({ ...line, to: at });
    if (at >= text.length) return lines;
    at += lineEnd.length;
    number += 1;
    line = { number, from: at, to: at, cells: [] };
  }
}

/** A tab if there is any, as in a spreadsheet; otherwise the more frequent of the other two. */
function separatorOf(text: string): Separator {
  if (text.includes('\t')) return '\t';
  const bare = text.replaceAll(/"(?:[^"\r\n]|"")*"/g, '');
  return bare.split(';').length > bare.split(/[,،]/).length ? ';' : ',';
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isEnd(text: string, at: number, end: RegExp): boolean {
  end.lastIndex = at;
  return end.exec(text)?.index === at;
}

// What is wrong with each line of a pasted list: what the server would refuse, or what is not understood (USER-18).

/** The maximum length of each text of a line, in characters. */
export const LINE_LENGTH = {
  userName: MAX_LENGTH.userName,
  userEmail: MAX_LENGTH.email,
  userRole: MAX_LENGTH.role,
  phone: MAX_LENGTH.phone,
} as const satisfies Record<Exclude<keyof UserLine, 'status'>, number>;

type TextField = keyof typeof LINE_LENGTH;

export type LineProblem =
  | { kind: UserLineProblem }
  /** `line`: the number of the one further up */
  | { kind: 'repeated'; line: number }
  | { kind: 'too-long'; field: TextField }
  | { kind: 'left'; cells: readonly string[] }
  /** in the words of the server's answer */
  | { kind: 'refused'; text: string };

export interface CheckedUser extends PastedUser {
  problems: LineProblem[];
}

export const isWrong = ({ problems }: CheckedUser): boolean => problems.length > 0;

/** The server's sentences by the user they are about: they apply until the line is changed. */
export type Refused = ReadonlyMap<string, readonly string[]>;

export const refusedKey = (user: UserLine): string => JSON.stringify(user);

const TEXT_FIELDS = Object.keys(LINE_LENGTH) as TextField[];

export function checkUsers(users: readonly PastedUser[], refused: Refused): CheckedUser[] {
  const repeated = repeatedEmails(users.map(({ user }) => user.userEmail));
  return users.map((pasted, place) => {
    const { user, left } = pasted;
    const first = users[repeated.get(place) ?? -1];
    const tooLong = TEXT_FIELDS.filter((field) => user[field].length > LINE_LENGTH[field]);
    const problems: LineProblem[] = [
      ...lineProblems(user)
        .filter((kind) => !(kind === 'email-invalid' && tooLong.includes('userEmail')))
        .map((kind) => ({ kind })),
      ...tooLong.map((field) => ({ kind: 'too-long' as const, field })),
      ...(first === undefined ? [] : [{ kind: 'repeated' as const, line: first.line.number }]),
      ...(left.length > 0 ? [{ kind: 'left' as const, cells: left }] : []),
      ...(refused.get(refusedKey(user)) ?? []).map((text) => ({ kind: 'refused' as const, text })),
    ];
    return { ...pasted, problems };
  });
}
