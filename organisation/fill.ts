// Seeds an empty database with a made-up organisation. The result passes check-books.
import { connect } from '../src/server/db/connect.ts';
import { recountTurnover } from './turnover.ts';
import type { Database } from '../src/server/db/types.ts';
import { recountDailyFigures } from '../src/server/balances/daily-figures/daily-figures.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { insertMails } from '../src/server/mail/new-mail.ts';
import { insertPromises, insertReminders } from '../src/server/areas/reminders/reminders.repository.ts';
import { insertRequests } from '../src/server/areas/requests/requests.repository.ts';
import { type Bulk, openBulk } from './bulk.ts';
import { completeHistory, type HistoryOptions, type Outcome } from './history.ts';

/** The message is meant for the user. */
export class NotEmptyError extends Error {}

/** Rows only refer to earlier tables. */
const BULK_TABLES = [
  'groups',
  'users',
  'events',
  'fines',
  'payments',
  'allocations',
  'journal',
  'books_by_day',
] as const;

/**
 * Migrates the database if necessary and seeds it. `progress` receives the number of fines inserted so far.
 * @throws NotEmptyError if it holds users, fines, events or journal entries; then nothing is changed
 */
export async function fillDatabase(
  databaseUrl: string,
  options: HistoryOptions,
  progress: (fines: number) => void = () => {},
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1, forTool: true });
  try {
    await migrate(db);
    await refuseUnlessEmpty(db);
    const bulk = await openBulk(databaseUrl);
    try {
      const outcome = await insertHistory(bulk, options, progress);
      await bulk.insert('fine_types', outcome.fine_types);
      await bulk.insert('cash_holders', outcome.cash_holders);
      await bulk.commit();
      await writeTotals(db, outcome);
      await writeReaching(db, outcome);
      await db.write.transaction().execute(recountDailyFigures);
      await recountTurnover(db.write, db.engine);
      await bulk.finish();
    } finally {
      await bulk.close();
    }
  } finally {
    await db.close();
  }
}

async function insertHistory(bulk: Bulk, options: HistoryOptions, progress: (fines: number) => void): Promise<Outcome> {
  const history = completeHistory(options);
  for (let fines = 0; ;) {
    const next = history.next();
    if (next.done === true) return next.value;
    for (const table of BULK_TABLES) await bulk.insert(table, next.value[table]);
    progress((fines += next.value.fines.length));
  }
}

async function writeTotals(db: Database, { books }: Outcome): Promise<void> {
  const { id, ...totals } = books;
  await db.write.updateTable('books').set(totals).where('id', '=', id).execute();
}

/** These are few enough to be inserted in the server's way. */
async function writeReaching(db: Database, { requests, reminders, promises, mails }: Outcome): Promise<void> {
  await db.write.transaction().execute(async (tx) => {
    await insertRequests(tx, requests);
    await insertReminders(tx, reminders);
    await insertPromises(tx, promises);
    await insertMails(tx, mails);
  });
}

async function refuseUnlessEmpty(db: Database): Promise<void> {
  for (const table of ['users', 'fines', 'events', 'journal'] as const) {
    const row = await db.read
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('found'))
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) throw new NotEmptyError('The database already holds records; seeding needs an empty one.');
  }
}
