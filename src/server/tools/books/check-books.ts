// Whether the books agree: the journal folded, the fines added up, and both compared with every user's summary and with
// the organisation's books.
import { atOneMoment, type Database } from '../../db/engine.ts';
import { readBooks } from '../../shared/queries.ts';
import { compareDays, compareNewestDay, differingUsers, type FigureRow, organisationRows } from './compare.ts';
import type { UserDifferences } from './compare.ts';
import { foldJournal } from './fold-journal.ts';
import { Problems } from './problems.ts';
import { sumRecords } from './sum-records.ts';

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
