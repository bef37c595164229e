// A pasted list of people, understood line by line (USER-17).
import { columnOfHead, nameParts, withWholeName } from '../../../../core/files/import-heads.ts';
import { stripInvisible } from '../../../../core/text/letters.ts';
import { isSpoiledNumber } from '../../../../core/people/phone.ts';
import { type PastedLine, pastedLines } from './pasted-cells.ts';
import type { UserLine } from '../../../../core/people/user-line.ts';

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
