// Text copied from a spreadsheet or a CSV file, as lines of cells.
import { isBlank, keptLine } from '../../../../core/text/letters.ts';

export interface PastedLine {
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
    line.cells.push(isBlank(cell) ? '' : keptLine(cell));
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
