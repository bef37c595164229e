// Checks the books: folds the journal, sums the fines, and compares both with every user's summary, the organisation's
// books, and each record.
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database, Handle } from '../../db/types.ts';
import { differingUsers, type FigureRow, organisationRows, type UserDifferences } from './compare.ts';
import { compareBooksByDay } from './fold/fold-days.ts';
import { compareTypes } from './fold/fold-fine-types.ts';
import { foldJournal } from './fold/fold-journal.ts';
import { dailyFiguresThatDiffer } from '../../balances/daily-figures/daily-figures.ts';
import { compareMoney } from './compare-money.ts';
import { Problems } from './problems.ts';
import { compareStates } from './states.ts';
import { sumRecords } from './sum-records.ts';
import { sql } from 'kysely';
import { indexedRows, WORD_INDEXES } from '../../db/migrations/0001-start/searching.ts';
import { isPostgres } from '../../db/run.ts';

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
  const journal = await foldJournal(tx, problems);
  const records = await sumRecords(tx);
  const organisation = organisationRows(books, journal, records);
  const users = await differingUsers(tx, journal, records, problems);
  if (books.journal_hash !== journal.hash)
    problems.add('The newest journal entry does not match the hash in the books.');
  await compareStates(tx, journal, problems);
  await compareMoney(tx, books, journal, problems);
  await compareWords(tx, problems);
  for (const { of, figure, kept, counted } of await dailyFiguresThatDiffer(tx)) {
    problems.add(`The kept "${figure.replaceAll('_', ' ')}" for ${of} is ${kept}, but the records say ${counted}.`);
  }
  await compareBooksByDay(tx, journal.days, problems);
  await compareTypes(tx, journal.types, problems);
  if (journal.entries > 0 && books.updated_at !== journal.updatedAt)
    problems.add('The time of the last change in the books differs from that of the newest journal entry.');
  const agrees = users.length === 0 && problems.count === 0 && organisation.every((row) => row.agrees);
  return { agrees, organisation, users, problems: problems.sentences, problemCount: problems.count };
}

// Checks that SQLite's search indexes contain exactly the words of their tables (CHECK-3).

async function compareWords(db: Handle, problems: Problems): Promise<void> {
  if (isPostgres(db)) return;
  for (const index of WORD_INDEXES) {
    const [table, there] = [sql.raw(indexedRows(index)), sql`select * from ${sql.table(index)}`];
    const { rows } = await sql<{ agree: 0 | 1 }>`
      select not exists (select * from (${table}) except ${there})
         and (select count(*) from (${table})) = (select count(*) from (${there})) as agree`.execute(db);
    if (rows[0]?.agree !== 1)
      problems.add(`The search index ${index} does not match its table, so searches may not find everything.`);
  }
}
