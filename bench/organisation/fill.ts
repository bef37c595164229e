// Fills a migrated, empty database with a made-up organisation whose books agree.
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Bulk, openBulk } from './bulk.ts';
import { type DayRows, type HistoryOptions, makeHistory, type Outcome } from './history.ts';

/** The database holds records already: the message is a sentence for whoever asked. */
export class NotEmptyError extends Error {}

/** Rows that wait to be inserted together; days of a small organisation have only a few. */
const ROWS_HELD = 10_000;
const BULK_TABLES = ['users', 'events', 'fines', 'journal', 'books_by_day'] as const;

/**
 * Migrates the database if need be and fills it. `progress` is told the fines inserted so far.
 * @throws NotEmptyError when it holds users, fines, events or journal entries; nothing is changed then.
 */
export async function fillDatabase(
  databaseUrl: string,
  options: HistoryOptions,
  progress: (fines: number) => void = () => {},
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    await migrate(db);
    await refuseUnlessEmpty(db);
    const bulk = await openBulk(databaseUrl);
    try {
      const outcome = await insertHistory(bulk, options, progress);
      await bulk.insert('fine_days', outcome.fine_days);
      await bulk.insert('fine_types', outcome.fine_types);
      await bulk.commit();
      await settle(db, outcome);
      await bulk.tidy();
    } finally {
      await bulk.close();
    }
  } finally {
    await db.close();
  }
}

async function insertHistory(bulk: Bulk, options: HistoryOptions, progress: (fines: number) => void): Promise<Outcome> {
  const history = makeHistory(options);
  let held: DayRows = { users: [], fines: [], journal: [], events: [], books_by_day: [] };
  let fines = 0;
  const insertHeld = async (): Promise<void> => {
    await bulk.insert('users', held.users);
    await bulk.insert('events', held.events);
    await bulk.insert('fines', held.fines);
    await bulk.insert('journal', held.journal);
    await bulk.insert('books_by_day', held.books_by_day);
    fines += held.fines.length;
    held = { users: [], fines: [], journal: [], events: [], books_by_day: [] };
    progress(fines);
  };
  for (;;) {
    const next = history.next();
    if (next.done === true) {
      await insertHeld();
      return next.value;
    }
    held.users.push(...next.value.users);
    held.events.push(...next.value.events);
    held.fines.push(...next.value.fines);
    held.journal.push(...next.value.journal);
    held.books_by_day.push(...next.value.books_by_day);
    if (BULK_TABLES.some((table) => held[table].length >= ROWS_HELD)) await insertHeld();
  }
}

/** What is only known in the end: the users' figures, who is gone, and the books. */
async function settle(db: Database, { users, books }: Outcome): Promise<void> {
  const { id, ...figures } = books;
  await db.write.transaction().execute(async (tx) => {
    for (const { id: userId, ...user } of users) {
      await tx.updateTable('users').set(user).where('id', '=', userId).execute();
    }
    await tx.updateTable('books').set(figures).where('id', '=', id).execute();
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
