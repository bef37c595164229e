// Seeds users and fines directly in the database, with consistent summaries, days, totals and journal.
import { type Selectable, sql } from 'kysely';
import { type CalendarDay, DEFAULT_TIME_ZONE } from '../../src/core/calendar.ts';
import type { Database, Handle } from '../../src/server/db/types.ts';
import { recountTurnover } from '../../organisation/turnover.ts';
import { recountDailyFigures } from '../../src/server/balances/daily-figures/daily-figures.ts';
import type { FinesTable, JournalTable, UsersTable } from '../../src/server/db/schema.ts';
import { completeJournal } from './complete-journal.ts';
import { newFineRow } from '../../src/server/shared/fine-row.ts';
import { emptyUserRow, userRecord } from '../../src/server/shared/user-row.ts';
import { paymentsOf, writePayments } from '../../src/server/tools/import/payments-of-fines.ts';

export interface SeededFine {
  userId: string;
  date: CalendarDay;
  /** paisa */
  amount: number;
  status: 'Pending' | 'Paid';
}

const AT = Date.parse('2026-11-01T00:00:00Z');
const CHUNK = 500;

/** Invalidates the caches of running servers, as every journal entry does. Call it after writing users directly. */
export async function bumpBooksVersion(db: Handle): Promise<void> {
  await db.updateTable('books').set({ updated_at: Date.now() }).execute();
}

/** Adds users named `Seed 0000`, ... with ids `seed-0`, ... */
export async function seedUsers(db: Database, count: number): Promise<string[]> {
  const rows: Selectable<UsersTable>[] = Array.from({ length: count }, (_, n) => {
    return emptyUserRow({
      id: `seed-${n}`,
      user_name: `Seed ${String(n).padStart(4, '0')}`,
      user_role: 'Seeded',
      user_email: `seed${n}@example.pk`,
      phone: '0300',
      created_at: AT,
    });
  });
  const { last_sequence: last } = await db.write.selectFrom('books').select('last_sequence').executeTakeFirstOrThrow();
  const entries = rows.map((row, index) => ({
    ...imported(last, last + 1 + index),
    subject: 'user' as const,
    subject_id: row.id,
    user_id: row.id,
    after: JSON.stringify(userRecord(row)),
  }));
  await db.write.transaction().execute(async (tx) => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      await tx
        .insertInto('users')
        .values(rows.slice(from, from + CHUNK))
        .execute();
      await tx
        .insertInto('journal')
        .values(entries.slice(from, from + CHUNK))
        .execute();
    }
    await sql`update books set last_sequence = ${last + rows.length}, updated_at = ${AT}`.execute(tx);
    await finish(tx, db);
  });
  return rows.map(({ id }) => id);
}

/** An entry of an import after `last`, which changes no totals. */
const imported = (last: number, sequence: number) => ({
  sequence,
  batch: last + 1,
  at: AT,
  actor: 'import',
  actor_id: 'program:import',
  action: 'import' as const,
  before: null,
  total_change: 0,
  pending_change: 0,
  credit_change: 0,
  used_change: 0,
  ...UNCHAINED,
});

/** Placeholders for what completeJournal() adds. */
const UNCHAINED = { day: '', attached: null, hash: '' } as const satisfies Partial<JournalTable>;

async function finish(tx: Handle, db: Database): Promise<void> {
  await sql`
    insert into books_by_day (day, total, pending, used, updated_at)
    select '2026-11-01', total, pending, used, updated_at from books where true
    on conflict (day) do update set
      total = excluded.total, pending = excluded.pending, used = excluded.used, updated_at = excluded.updated_at`.execute(
    tx,
  );
  await completeJournal(tx, db.engine, DEFAULT_TIME_ZONE);
}

/** Adds fines in this order and returns their rows. Call it once, on a database without fines. */
export async function seedFines(db: Database, fines: readonly SeededFine[]): Promise<Selectable<FinesTable>[]> {
  const { last_sequence: last } = await db.write.selectFrom('books').select('last_sequence').executeTakeFirstOrThrow();
  const rows = fines.map(({ userId, date, amount, status }, index) =>
    newFineRow({
      id: `fine-${index}`,
      sequence: last + 1 + index,
      user_id: userId,
      fine_type: 'Seeded',
      amount,
      date,
      status,
      created_at: AT,
      paid_on: status === 'Paid' ? AT : null,
      updated_at: AT,
      paid_amount: status === 'Paid' ? amount : 0,
    }),
  );
  await db.write.transaction().execute(async (tx) => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK);
      await tx.insertInto('fines').values(chunk).execute();
      const entries = chunk.map((row) => ({
        ...imported(last, row.sequence),
        subject: 'fine' as const,
        subject_id: row.id,
        user_id: row.user_id,
        after: JSON.stringify(row),
        total_change: row.amount,
        pending_change: row.status === 'Paid' ? 0 : row.amount,
      }));
      await tx.insertInto('journal').values(entries).execute();
      await writePayments(tx, paymentsOf(chunk, DEFAULT_TIME_ZONE));
    }
    await sql`
      update users set
        total = sums.total,
        pending = sums.pending,
        fine_count = sums.fine_count,
        paid_count = sums.paid_count,
        newest_fine_date = sums.newest,
        oldest_pending_date = sums.oldest_pending
      from (
        select
          user_id,
          sum(amount) as total,
          sum(case when status = 'Pending' then amount else 0 end) as pending,
          count(*) as fine_count,
          sum(case when status = 'Paid' then 1 else 0 end) as paid_count,
          max(date) as newest,
          min(case when status = 'Pending' and amount > 0 then date end) as oldest_pending
        from fines group by user_id
      ) as sums
      where sums.user_id = users.id`.execute(tx);
    await recountDailyFigures(tx);
    await sql`
      update books set
        last_sequence = last_sequence + ${rows.length},
        total = (select coalesce(sum(amount), 0) from fines),
        pending = (select coalesce(sum(amount), 0) from fines where status = 'Pending'),
        fine_count = (select count(*) from fines),
        paid_count = (select count(*) from fines where status = 'Paid'),
        updated_at = ${AT}`.execute(tx);
    await recountTurnover(tx, db.engine);
    await finish(tx, db);
  });
  return rows;
}
