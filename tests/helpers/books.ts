// Checks the books with SQL of its own, independent of the server's: compares summaries, totals and the journal with
// the fines and events.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/types.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { DAILY_TABLES } from '../../src/server/balances/daily-figures/daily-figures.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';

/** Tables of records, as opposed to sessions and sign-in attempts. */
const RECORD_TABLES = [
  'books',
  'books_by_day',
  'users',
  'joined_users',
  'fines',
  'payments',
  'allocations',
  'waivers',
  'cash_holders',
  'pay_outs',
  'hand_overs',
  'refunds',
  'reversals',
  'requests',
  'pictures',
  'kept_pictures',
  ...DAILY_TABLES,
  'fine_types',
  'listed_fine_types',
  'events',
  'settings',
  'journal',
  'imports',
  'idempotency',
] as const satisfies readonly (keyof Schema)[];

/**
 * Every row of every table of records, to check that nothing changed. Omits nulls, so that an added column is no
 * change.
 */
export async function dump(db: Database): Promise<Record<string, string[]>> {
  const dumped: Record<string, string[]> = {};
  // One after the other, because each connection to PostgreSQL costs more than all of these reads.
  for (const table of await presentTables(db)) {
    const rows = await db.read.selectFrom(table).selectAll().execute();
    dumped[table] = rows.map((row) => JSON.stringify(row, (_, value: unknown) => value ?? undefined)).toSorted();
  }
  return dumped;
}

/** Databases known to have all tables, like any of the current version; checking takes as long as reading them. */
const complete = new WeakSet<Database>();

async function presentTables(db: Database): Promise<readonly (typeof RECORD_TABLES)[number][]> {
  if (complete.has(db)) return RECORD_TABLES;
  const there = new Set((await db.read.introspection.getTables()).map(({ name }) => name));
  const present = RECORD_TABLES.filter((table) => there.has(table));
  if (present.length === RECORD_TABLES.length) complete.add(db);
  return present;
}

/** Fails with the differences unless every stored figure equals the sum of its records and check-books agrees. */
export async function expectBooksRight(db: Database): Promise<void> {
  expect(await differences(db)).toEqual([]);
  const { agrees, users, problems } = await checkBooks(db);
  expect({ agrees, users, problems }).toEqual({ agrees: true, users: [], problems: [] });
}

/** One line per difference. */
async function differences(db: Database): Promise<string[]> {
  return (await Promise.all([summaries(db), organisation(db), newestDay(db), states(db), journalByUser(db)])).flat();
}

type Row = Record<string, unknown>;

async function rowsOf(db: Database, query: ReturnType<typeof sql<Row>>, what: string): Promise<string[]> {
  const { rows } = await query.execute(db.write);
  return rows.map((row) => `${what}: ${JSON.stringify(row)}`);
}

function summaries(db: Database): Promise<string[]> {
  return rowsOf(
    db,
    sql<Row>`
      select users.id, users.total, users.pending, users.fine_count, users.paid_count, users.newest_fine_date,
             users.oldest_pending_date, users.earliest_due, sums.*
      from users left join (
        select user_id, sum(amount - waived_amount) as sum_total,
               sum(amount - waived_amount - paid_amount) as sum_pending, sum(paid_amount) as held,
               count(*) as sum_count, sum(case when status = 'Paid' then 1 else 0 end) as sum_paid, max(date) as newest,
               min(case when status <> 'Paid' and amount > 0 then date end) as oldest,
               min(case when status <> 'Paid' and amount > 0 then due_on end) as due
        from fines group by user_id
      ) sums on sums.user_id = users.id
      left join (
        select user_id, sum(amount) as money from (
          select user_id, amount - coalesce((select sum(amount) from reversals where payment_id = payments.id), 0) as amount
          from payments
          union all
          select user_id, coalesce((select sum(amount) from reversals where refund_id = refunds.id), 0) - amount as amount
          from refunds
        ) moved group by user_id
      ) received on received.user_id = users.id
      where users.credit <> coalesce(money, 0) - coalesce(held, 0) or users.total <> coalesce(sum_total, 0) or users.pending <> coalesce(sum_pending, 0)
         or users.fine_count <> coalesce(sum_count, 0) or users.paid_count <> coalesce(sum_paid, 0)
         or coalesce(users.newest_fine_date, '') <> coalesce(newest, '')
         or coalesce(users.oldest_pending_date, '') <> coalesce(oldest, '')
         or coalesce(users.earliest_due, '') <> coalesce(due, '')`,
    'a summary differs from its fines',
  );
}

function organisation(db: Database): Promise<string[]> {
  return rowsOf(
    db,
    sql<Row>`
      select books.*, sums.*, events.*, entries.* from books,
        (select coalesce(sum(amount - waived_amount), 0) as sum_total, count(*) as sum_count,
                coalesce(sum(amount - waived_amount - paid_amount), 0) as sum_pending,
                (select coalesce(sum(amount), 0) from payments) - (select coalesce(sum(amount), 0) from refunds)
                  - (select coalesce(sum(amount), 0) from reversals where payment_id is not null)
                  + (select coalesce(sum(amount), 0) from reversals where refund_id is not null)
                  - coalesce(sum(paid_amount), 0) as sum_credit,
                coalesce(sum(case when status = 'Paid' then 1 else 0 end), 0) as sum_paid from fines) sums,
        (select coalesce(sum(amount), 0) as sum_used from events) events,
        (select coalesce(sum(total_change), 0) as folded_total, coalesce(sum(pending_change), 0) as folded_pending,
                coalesce(sum(used_change), 0) as folded_used, coalesce(sum(credit_change), 0) as folded_credit, count(*) as entry_count,
                coalesce(max(sequence), 0) as newest_entry from journal) entries
      where total <> sum_total or pending <> sum_pending or fine_count <> sum_count or paid_count <> sum_paid
         or credit <> sum_credit or credit <> folded_credit or used <> sum_used or total <> folded_total or pending <> folded_pending or used <> folded_used
         or last_sequence <> entry_count or last_sequence <> newest_entry`,
    'the totals differ from fines, events or journal',
  );
}

function newestDay(db: Database): Promise<string[]> {
  return rowsOf(
    db,
    sql<Row>`
      select days.* from books_by_day days, books
      where days.day = (select max(day) from books_by_day)
        and (days.total <> books.total or days.pending <> books.pending or days.used <> books.used)`,
    'the newest day differs from the books',
  );
}

function states(db: Database): Promise<string[]> {
  return rowsOf(
    db,
    sql<Row>`select id, status, paid_on from fines where (status = 'Paid') <> (paid_on is not null)`,
    'paidOn does not go with the status',
  );
}

function journalByUser(db: Database): Promise<string[]> {
  return rowsOf(
    db,
    sql<Row>`
      select users.id, users.total, users.pending, users.credit, folded.* from users left join (
        select owner, sum(total_change) as folded_total, sum(pending_change) as folded_pending,
               sum(credit_change) as folded_credit
        from (
          select journal.*, coalesce((select into_id from joined_users where joined_users.user_id = journal.user_id
            order by joined_users.sequence desc limit 1), user_id) as owner
          from journal where user_id is not null
        ) entries group by owner
      ) folded on folded.owner = users.id
      where users.total <> coalesce(folded_total, 0) or users.pending <> coalesce(folded_pending, 0)
         or users.credit <> coalesce(folded_credit, 0)`,
    'a summary differs from its journal',
  );
}
