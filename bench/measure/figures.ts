// Percentiles of measured times, and Markdown tables of them.

/** Milliseconds. */
export interface Figures {
  p50: number;
  p99: number;
  max: number;
}

/** The target for each read at p99, ms. */
export const READ_LIMIT_MS = 25;

export interface Measured {
  name: string;
  figures: Figures;
  /** marked in the table if slower than READ_LIMIT_MS */
  read: boolean;
}

export function figuresOf(times: readonly number[]): Figures {
  const ascending = times.toSorted((a, b) => a - b);
  const at = (share: number) => ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** A Markdown table: a row per operation, three columns per engine. */
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
  return columns(header, rows);
}

/** An aligned Markdown table: the first column to the left, the others to the right. */
export function columns(header: readonly string[], rows: readonly (readonly string[])[]): string {
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

/** How many times as long a read may take at the largest size; growth below 5 ms is marked as unnoticeable. */
const MAX_GROWTH = 2;
const UNNOTICEABLE_MS = 5;

/** One line per engine: the reads that grow too much from the first size to the last. */
export function grownReads(results: readonly { engine: string; measured: readonly Measured[] }[]): string[] {
  const engines = [...new Set(results.map(({ engine }) => engine.split(' ')[0] ?? ''))];
  return engines.flatMap((engine) => {
    const sizes = results.filter((result) => result.engine.startsWith(`${engine} `));
    const [first, last] = [sizes[0], sizes.at(-1)];
    if (first === undefined || last === undefined || first === last) return [];
    const grown = last.measured.flatMap(({ name, figures, read }) => {
      const before = first.measured.find((one) => one.name === name)?.figures.p99 ?? Number.NaN;
      const times = figures.p99 / before;
      if (!read || times <= MAX_GROWTH) return [];
      return [`${name} ${times.toFixed(1)}${figures.p99 <= UNNOTICEABLE_MS ? ' (below 5 ms)' : ''}`];
    });
    return [
      `${engine}: p99 of ${grown.length} reads grows by more than ${MAX_GROWTH} times from the first size to the last: ${grown.join(', ') || 'none'}.`,
    ];
  });
}
