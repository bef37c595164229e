// The laws of payments (PAY-1, PAY-2, PAY-5): what fines hold, what payments gave, and the numbers of receipts.
import { type Selectable, sql } from 'kysely';
import { receiptName } from '../../../core/payment.ts';
import type { BooksTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { type FoldedJournal, recordOf } from './fold-journal.ts';
import type { Problems } from './problems.ts';

/** Rows read at a time; bounds memory use. */
const PAGE = 2000;

export async function compareMoney(
  db: Handle,
  books: Selectable<BooksTable>,
  journal: FoldedJournal,
  problems: Problems,
): Promise<void> {
  await compareAllocations(db, problems);
  await comparePayments(db, problems);
  await compareReceipts(db, books, problems);
  for (const table of ['payments', 'reversals'] as const) {
    const kept = await compareWithEntries(db, table, problems);
    if (kept !== journal.money[table]) {
      problems.add(`The journal records ${journal.money[table]} ${table}, but ${kept} are kept.`);
    }
  }
}

/** What is paid of a fine is the sum of its allocations; a deleted fine holds nothing. */
async function compareAllocations(db: Handle, problems: Problems): Promise<void> {
  // Each sum from an index: joining a million fines with a million sums takes SQLite minutes.
  const { rows } = await sql<{ fine_id: string; held: number; paid: number }>`
    select fine_id, held, paid from (
      select id as fine_id, paid_amount as paid,
             coalesce((select sum(amount) from allocations where fine_id = fines.id), 0) as held
      from fines
      union all
      select fine_id, 0 as paid, sum(amount) as held from allocations
      where not exists (select 1 from fines where fines.id = allocations.fine_id) group by fine_id
    ) compared where held <> paid order by fine_id`.execute(db);
  for (const { fine_id: id, held, paid } of rows) {
    problems.add(`The fine ${id} says ${paid} paisa of it are paid, its allocations say ${held}.`);
  }
}

/** Fines never hold more of a payment than was received and not taken back, nor less than nothing. */
async function comparePayments(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ id: string; amount: number; held: number; taken: number }>`
    select id, amount, held, taken from (
      select id, amount,
             coalesce((select sum(amount) from allocations where payment_id = payments.id), 0) as held,
             coalesce((select sum(amount) from reversals where payment_id = payments.id), 0) as taken
      from payments
    ) compared where held < 0 or held > amount - taken order by id`.execute(db);
  for (const { id, amount, held, taken } of rows) {
    problems.add(`Of the payment ${id} over ${amount} paisa ${taken} were taken back, and fines hold ${held}.`);
  }
}

/** The numbers of a year begin with 1 and have no gap; a double cannot be stored. */
async function compareReceipts(db: Handle, books: Selectable<BooksTable>, problems: Problems): Promise<void> {
  const years = await db
    .selectFrom('payments')
    .select((eb) => [
      'receipt_year as year',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max<number>('receipt_number').as('last'),
      eb.fn.min<number>('receipt_number').as('first'),
    ])
    .where('receipt_year', 'is not', null)
    .groupBy('receipt_year')
    .orderBy('receipt_year')
    .execute();
  for (const { year, count, first, last } of years) {
    if (first !== 1 || count !== last)
      problems.add(`The receipts of ${year} have a gap: ${count} up to number ${last}.`);
  }
  const newest = years.at(-1) ?? { year: 0, last: 0 };
  if (newest.year !== books.receipt_year || newest.last !== books.last_receipt) {
    const said = receiptName({ year: books.receipt_year, number: books.last_receipt });
    problems.add(`The books say the newest receipt is ${said}, the payments say otherwise.`);
  }
}

/** Compares each row with the entry that recorded it; returns how many have an entry of their own. */
async function compareWithEntries(db: Handle, table: 'payments' | 'reversals', problems: Problems): Promise<number> {
  const subject = table === 'payments' ? 'payment' : 'reversal';
  let kept = 0;
  let last = '';
  for (;;) {
    const rows: Record<string, unknown>[] = await db
      .selectFrom(table)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const sequences = rows.map((row) => row['sequence'] as number);
    const entries = await db
      .selectFrom('journal')
      .select(['sequence', 'subject', 'subject_id', 'after'])
      .where('sequence', 'in', sequences.length === 0 ? [0] : sequences)
      .execute();
    const bySequence = new Map(entries.map((entry) => [entry.sequence, entry]));
    for (const row of rows) {
      last = row['id'] as string;
      const entry = bySequence.get(row['sequence'] as number);
      // A payment that came with its fine has the fine's id and entry.
      if (table === 'payments' && entry?.subject === 'fine' && entry.subject_id === row['id']) continue;
      kept++;
      const after = entry?.subject === subject && entry.subject_id === row['id'] ? recordOf(entry.after) : undefined;
      const isSame =
        after !== undefined &&
        after !== null &&
        Object.keys(row).every((column) => column === 'sequence' || (after[column] ?? null) === row[column]);
      if (!isSame) problems.add(`The ${subject} ${last} is not as the journal recorded it.`);
    }
    if (rows.length < PAGE) return kept;
  }
}
