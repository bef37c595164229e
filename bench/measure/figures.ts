// From single times to figures, and from figures to a table.

/** Milliseconds. */
export interface Figures {
  p50: number;
  p99: number;
  max: number;
}

/** What each read should stay within at p99, ms. */
export const READ_LIMIT_MS = 25;

export interface Measured {
  name: string;
  figures: Figures;
  /** marked where it is slower than a read should be */
  read: boolean;
}

/** The smallest time that this share of all times does not exceed. */
export function figuresOf(times: readonly number[]): Figures {
  const ascending = times.toSorted((a, b) => a - b);
  const at = (share: number) => ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** A Markdown table, a row for each operation, three columns for each engine. */
export function table(results: readonly { engine: string; measured: readonly Measured[] }[]): string {
  const header = ['Operation', ...results.flatMap(({ engine }) => [`${engine} p50`, 'p99', 'max'])];
  const names = [...new Set(results.flatMap(({ measured }) => measured.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    ...results.flatMap(({ measured }) => {
      const found = measured.find((one) => one.name === name);
      return found === undefined ? ['', '', ''] : cells(found);
    }),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

function cells({ figures, read }: Measured): string[] {
  const over = read && figures.p99 > READ_LIMIT_MS;
  return [figures.p50.toFixed(1), `${over ? '! ' : ''}${figures.p99.toFixed(1)}`, figures.max.toFixed(1)];
}
