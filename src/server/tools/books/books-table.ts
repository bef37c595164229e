// Formats the result of a check of the books as a text table.
import { formatRs } from '../../../core/money/money.ts';
import type { BooksReport } from './check-books.ts';
import type { FigureRow } from './compare.ts';

/** The maximum number of users and of problems shown; the rest are counted. */
const MAX_SHOWN = 20;

const HEADER = ['Figure', 'Journal', 'Records', 'Kept', ''];

export function formatBooksReport(report: BooksReport): string {
  const lines = tableLines(report.organisation);
  const users = report.users.slice(0, MAX_SHOWN);
  for (const user of users) lines.push('', `User ${user.userId} (${user.userName})`, ...tableLines(user.figures));
  if (report.users.length > MAX_SHOWN) lines.push('', `… and ${report.users.length - MAX_SHOWN} more users`);
  const sentences = report.problems.slice(0, MAX_SHOWN);
  if (sentences.length > 0) lines.push('', ...sentences);
  if (report.problemCount > sentences.length) lines.push(`… and ${report.problemCount - sentences.length} more`);
  lines.push('', verdict(report));
  return `${lines.join('\n')}\n`;
}

function verdict({ agrees, users, problemCount, organisation }: BooksReport): string {
  if (agrees) return 'The books agree.';
  const figures = organisation.filter((row) => !row.agrees).length;
  return `The books do not agree: ${figures} figures of the organisation, ${users.length} users, ${problemCount} other findings.`;
}

function tableLines(rows: readonly FigureRow[]): string[] {
  const cells = [
    HEADER,
    ...rows.map((row) => [
      row.figure,
      cell(row, row.journal),
      cell(row, row.records),
      cell(row, row.kept),
      row.agrees ? 'ok' : 'DIFFERS',
    ]),
  ];
  const widths = HEADER.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((text, column) =>
        column === 0 || column === 4 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function cell({ unit }: FigureRow, value: number | string | null): string {
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  if (!Number.isSafeInteger(value)) return String(value);
  return unit === 'paisa' ? formatRs(value) : value.toLocaleString('en');
}
