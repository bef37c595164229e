// The cells of a CSV text, as spreadsheets write them, in one pass: a text of nothing but quotes takes no longer than
// any other.

export interface CsvCells {
  /** one for each line of the file, also for an empty one */
  lines: string[][];
  /** the line, from 1, with a quote that is never closed, or something between the closing quote and the end of its cell */
  broken: number | null;
}

/** Its lines end with \n. `most`: reading ends after so many lines that are not empty. */
export function csvCells(text: string, separator: string, most: number): CsvCells {
  const lines: string[][] = [];
  let cells: string[] = [];
  let filled = 0;
  let at = 0;
  const spaces = separator === '\t' ? /[^\S\n\t]*/y : /[^\S\n]*/y;
  // Where the next one is; looked up again only after it was passed.
  let [separatorAt, lineEnd] = [-1, -1];
  const next = (wanted: string, known: number): number => {
    if (known >= at) return known;
    const found = text.indexOf(wanted, at);
    return found === -1 ? text.length : found;
  };
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null) return { lines, broken: lines.length + 1 };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      spaces.lastIndex = at;
      at += spaces.exec(text)?.[0].length ?? 0;
      if (at < text.length && text[at] !== separator && text[at] !== '\n') return { lines, broken: lines.length + 1 };
    } else {
      separatorAt = next(separator, separatorAt);
      lineEnd = next('\n', lineEnd);
      const end = Math.min(separatorAt, lineEnd);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (at >= text.length || text[at] === '\n') {
      lines.push(cells);
      if (cells.some((one) => one.trim() !== '')) filled += 1;
      if (filled >= most) break;
      cells = [];
    }
    at += 1;
  }
  return { lines, broken: null };
}

/** The position of the quote that closes a cell; two of them are one in its text. */
function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return null;
}
