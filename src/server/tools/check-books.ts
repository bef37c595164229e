// npm run check-books
//
// Folds the journal, adds up the fines, and compares both with every user's summary and with the organisation's books,
// all of one moment, also while servers run. Exit codes: 0 everything agrees, 1 something differs, 2 it cannot run.
import { readConfig } from '../config.ts';
import { atOneMoment, type Database } from '../db/engine.ts';
import { readBooks } from '../shared/queries.ts';
import { booksTable } from './books/books-table.ts';
import { compareDays, compareNewestDay, differingUsers, type FigureRow, organisationRows } from './books/compare.ts';
import type { UserDifferences } from './books/compare.ts';
import { foldJournal } from './books/fold-journal.ts';
import { Problems } from './books/problems.ts';
import { sumRecords } from './books/sum-records.ts';
import { openDatabase, runTool } from './shared/tool.ts';

export interface BooksReport {
  /** true when nothing at all differs */
  agrees: boolean;
  /** the figures of the organisation, in paisa or counted */
  organisation: FigureRow[];
  /** only users with a difference */
  users: UserDifferences[];
  /** the first sentences about whatever is not a figure: missing entries, days, fines changed without an entry */
  problems: string[];
  /** how many there are in all */
  problemCount: number;
}

/** Checks the books at one moment of the database. Changes nothing. */
export function checkBooks(db: Database): Promise<BooksReport> {
  return atOneMoment(db, async (tx) => {
    const problems = new Problems();
    const books = await readBooks(tx);
    const journal = await foldJournal(tx, problems);
    const records = await sumRecords(tx);
    const organisation = organisationRows(books, journal, records);
    const users = await differingUsers(tx, journal, records, problems);
    await compareDays(tx, records, problems);
    await compareNewestDay(tx, books, problems);
    const agrees = users.length === 0 && problems.count === 0 && organisation.every((row) => row.agrees);
    return { agrees, organisation, users, problems: problems.sentences, problemCount: problems.count };
  });
}

async function main(): Promise<number> {
  const db = await openDatabase(readConfig(process.env).databaseUrl, { migrated: false });
  try {
    const report = await checkBooks(db);
    process.stdout.write(booksTable(report));
    return report.agrees ? 0 : 1;
  } finally {
    await db.close();
  }
}

if (import.meta.main) await runTool(main);
