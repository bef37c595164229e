// Checks the books: folds the journal once, and compares with it every table and every figure that is kept.
import { formatRs } from '../../../core/money/money.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database, Handle } from '../../db/types.ts';
import { compareTable, compareWritten } from './compare.ts';
import { differingUsers, type FigureRow, organisationRows, Sums, sumRecords, type UserDifferences } from './figures.ts';
import { Problems, readJournal } from './journal.ts';
import { LAWS } from './laws.ts';
import { describeTables } from './tables.ts';
import { readRemaining } from './users.ts';

export interface BooksReport {
  /** true when nothing differs */
  agrees: boolean;
  /** all figures of the organisation */
  organisation: FigureRow[];
  /** only users with a difference */
  users: UserDifferences[];
  /** the first problems that are not about a figure, one sentence each, e.g. missing or inconsistent journal entries */
  problems: string[];
  /** the number of all problems */
  problemCount: number;
}

/** Checks the books in one read-only snapshot. */
export function checkBooks(db: Database): Promise<BooksReport> {
  return inSnapshot(db, ({ tx }) => checkBooksIn(tx));
}

/** Checks the books as this transaction sees them. */
export async function checkBooksIn(tx: Handle): Promise<BooksReport> {
  const problems = new Problems();
  const books = await tx.selectFrom('books').selectAll().executeTakeFirst();
  if (books === undefined) throw new Error('The books are missing.');
  const journal = new Sums();
  const tables = describeTables().map((described) => ({ described, written: 0 }));
  const remaining = await readRemaining(tx);
  const newest = await readJournal(tx, problems, remaining, async (page) => {
    for (const read of page) {
      journal.addEntry(read, problems);
      for (const { described } of tables) described.fold(read, problems);
    }
    for (const table of tables) {
      if (table.described.writtenBy) table.written += await compareWritten(tx, table.described, problems);
    }
  });
  const records = await sumRecords(tx);
  const organisation = organisationRows(books, journal, records);
  const users = await differingUsers(tx, { journal, records, remaining }, problems);
  if (books.journal_hash !== newest.hash)
    problems.add('The newest journal entry does not match the hash in the books.');
  if (newest.sequence > 0 && books.updated_at !== newest.at)
    problems.add('The time of the last change in the books differs from that of the newest journal entry.');
  for (const { described, written } of tables) await compareTable(tx, described, written, problems);
  for (const law of LAWS) for (const sentence of await law(tx)) problems.add(sentence);
  const agrees = users.length === 0 && problems.count === 0 && organisation.every((row) => row.agrees);
  return { agrees, organisation, users, problems: problems.sentences, problemCount: problems.count };
}

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
