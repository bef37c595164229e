// Checks the books: folds the journal, sums the fines, and compares both with every user's summary, the organisation's
// books, and each record.
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database } from '../../db/types.ts';
import { compareDays, compareNewestDay, differingUsers, type FigureRow, organisationRows } from './compare.ts';
import type { UserDifferences } from './compare.ts';
import { foldJournal } from './fold-journal.ts';
import { compareKeptDays } from './compare-kept-days.ts';
import { compareMoney } from './compare-money.ts';
import { Problems } from './problems.ts';
import { compareStates } from './states.ts';
import { sumRecords } from './sum-records.ts';

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
  return inSnapshot(db, async ({ tx, books: readBooks }) => {
    const problems = new Problems();
    const books = await readBooks();
    const journal = await foldJournal(tx, problems);
    const records = await sumRecords(tx);
    const organisation = organisationRows(books, journal, records);
    const users = await differingUsers(tx, journal, records, problems);
    await compareStates(tx, journal.states, problems);
    await compareMoney(tx, books, journal, problems);
    await compareDays(tx, records, problems);
    await compareKeptDays(tx, problems);
    await compareNewestDay(tx, books, problems);
    const agrees = users.length === 0 && problems.count === 0 && organisation.every((row) => row.agrees);
    return { agrees, organisation, users, problems: problems.sentences, problemCount: problems.count };
  });
}
