// The laws of money (PAY-1, PAY-2, PAY-5, WAIVE-1, REFUND-2): what fines hold, what payments gave, what was waived and
// given back, and the numbers of receipts and vouchers.
import { type Selectable, sql } from 'kysely';
import { numberName, type Numbered } from '../../../core/money/payment.ts';
import type { BooksTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { FoldedJournal } from './fold/fold-journal.ts';
import type { Problems } from './problems.ts';
import { attachedOf, type Entry, recordOf } from './records.ts';
import type { CashSubject, MoneySubject, ContactSubject } from './states.ts';

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
  await compareWaivers(db, problems);
  await compareReversals(db, problems);
  await compareCash(db, problems);
  await compareReminders(db, problems);
  const receipts = { kind: 'receipt', table: 'payments', year: books.receipt_year, last: books.last_receipt } as const;
  const vouchers = { kind: 'voucher', table: 'refunds', year: books.voucher_year, last: books.last_voucher } as const;
  for (const numbers of [receipts, vouchers]) await compareNumbers(db, numbers, problems);
  for (const [subject, table] of Object.entries(TABLES) as [Recorded, string][]) {
    const kept = await compareWithEntries(db, subject, problems);
    if (kept !== journal.money[subject]) {
      problems.add(`The journal records ${journal.money[subject]} ${table}, but ${kept} are kept.`);
    }
  }
}

const TABLES = {
  payment: 'payments',
  waiver: 'waivers',
  refund: 'refunds',
  reversal: 'reversals',
  'pay-out': 'pay_outs',
  'hand-over': 'hand_overs',
  reminder: 'reminders',
  promise: 'promises',
  skip: 'skips',
} as const satisfies Record<MoneySubject | CashSubject | ContactSubject, string>;
type Recorded = keyof typeof TABLES;

/** The paid amount of a fine is the sum of its allocations; a deleted fine holds nothing. */
async function compareAllocations(db: Handle, problems: Problems): Promise<void> {
  // Each sum is read from an index: joining a million fines with a million sums takes SQLite minutes.
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
    problems.add(`The fine ${id} says that ${paid} paisa of it are paid, but its allocations say ${held}.`);
  }
}

/** Fines never hold more of a payment than was received and not taken back, and never a negative amount. */
async function comparePayments(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ id: string; amount: number; held: number; taken: number }>`
    select id, amount, held, taken from (
      select id, amount,
             coalesce((select sum(amount) from allocations where payment_id = payments.id), 0) as held,
             coalesce((select sum(amount) from reversals where payment_id = payments.id), 0) as taken
      from payments
    ) compared where held < 0 or held > amount - taken order by id`.execute(db);
  for (const { id, amount, held, taken } of rows) {
    problems.add(`The payment ${id} is of ${amount} paisa; ${taken} were taken back, but fines hold ${held}.`);
  }
}

/** The waived amount of a fine is the sum of its waivers that were not taken back; a deleted fine has none. */
async function compareWaivers(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ fine_id: string; said: number; waived: number }>`
    with kept as (
      select fine_id, sum(amount - coalesce((select sum(amount) from reversals where waiver_id = waivers.id), 0)) as waived
      from waivers group by fine_id
    )
    select fine_id, said, waived from (
      select kept.fine_id, coalesce(waived_amount, 0) as said, waived
      from kept left join fines on fines.id = kept.fine_id
      union all
      select id as fine_id, waived_amount as said, 0 as waived from fines
      where waived_amount > 0 and not exists (select 1 from waivers where fine_id = fines.id)
    ) compared where said <> waived order by fine_id`.execute(db);
  for (const { fine_id: id, said, waived } of rows) {
    problems.add(`The fine ${id} says that ${said} paisa of it are waived, but its waivers say ${waived}.`);
  }
}

/** No more can be taken back of a waiver or refund than its amount; cash moves are taken back as a whole. */
async function compareReversals(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string; amount: number; taken: number }>`
    select id, kind, amount, taken from (
      select id, 'waiver' as kind, amount,
             (select sum(amount) from reversals where waiver_id = waivers.id) as taken from waivers
      union all
      select id, 'refund' as kind, amount,
             (select sum(amount) from reversals where refund_id = refunds.id) as taken from refunds
      union all
      select id, 'hand-over' as kind, counted,
             (select sum(amount) from reversals where hand_over_id = hand_overs.id) as taken from hand_overs
      union all
      select id, 'pay-out' as kind, amount,
             (select sum(amount) from reversals where pay_out_id = pay_outs.id) as taken from pay_outs
    ) compared where taken > amount or (kind in ('hand-over', 'pay-out') and taken < amount) order by id`.execute(db);
  for (const { id, kind, amount, taken } of rows) {
    problems.add(`The ${kind} ${id} is of ${amount} paisa, but ${taken} were taken back.`);
  }
}

/** The numbers of a year begin with 1 and have no gaps; duplicates cannot be stored. */
async function compareNumbers(
  db: Handle,
  { kind, table, year: said, last }: { kind: Numbered; table: 'payments' | 'refunds'; year: number; last: number },
  problems: Problems,
): Promise<void> {
  const [yearOf, numberOf] = [sql.ref<number>(`${kind}_year`), sql.ref<number>(`${kind}_number`)];
  const { rows: years } = await sql<{ year: number; count: number; last: number; first: number }>`
    select ${yearOf} as year, count(*) as count, max(${numberOf}) as last, min(${numberOf}) as first
    from ${sql.table(table)} where ${yearOf} is not null group by ${yearOf} order by ${yearOf}`.execute(db);
  for (const { year, count, first, last: newest } of years) {
    if (first !== 1 || count !== newest)
      problems.add(
        `The ${kind} numbers of ${year} have a gap: the highest is ${newest}, but the number of ${kind}s is ${count}.`,
      );
  }
  const newest = years.at(-1) ?? { year: 0, last: 0 };
  if (newest.year !== said || newest.last !== last) {
    problems.add(
      `The books say the newest ${kind} is ${numberName(kind, { year: said, number: last })}, but the ${table} say otherwise.`,
    );
  }
}

/** The record of this kind in an entry. A payment that came with its fine has the fine's id and entry. */
function recordIn(
  entry: Pick<Entry, 'subject' | 'after' | 'attached'>,
  subject: Recorded,
): Record<string, unknown> | null | undefined {
  if (entry.subject === subject) return recordOf(entry.after);
  if (entry.subject !== 'fine' || subject !== 'payment') return undefined;
  return attachedOf(entry)?.payments?.[0];
}

/** Compares each row with the entry that recorded it; returns the number of rows. */
async function compareWithEntries(db: Handle, subject: Recorded, problems: Problems): Promise<number> {
  let kept = 0;
  let last = '';
  for (;;) {
    const rows: Record<string, unknown>[] = await db
      .selectFrom(TABLES[subject])
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const sequences = rows.map((row) => row['sequence'] as number);
    const entries = await db
      .selectFrom('journal')
      .select(['sequence', 'subject', 'subject_id', 'after', 'attached'])
      .where('sequence', 'in', sequences.length === 0 ? [0] : sequences)
      .execute();
    const bySequence = new Map(entries.map((entry) => [entry.sequence, entry]));
    for (const row of rows) {
      last = row['id'] as string;
      const entry = bySequence.get(row['sequence'] as number);
      kept++;
      const after = entry !== undefined && entry.subject_id === row['id'] ? recordIn(entry, subject) : undefined;
      const isSame =
        after !== undefined &&
        after !== null &&
        Object.keys(row).every((column) => {
          return column === 'sequence' || (after[column] ?? null) === row[column];
        });
      if (!isSame) problems.add(`The ${subject} ${last} differs from the journal.`);
    }
    if (rows.length < PAGE) return kept;
  }
}

// Checks the latest reminder, promise and skip stored with each user (REMIND-3, REMIND-17).

async function compareReminders(db: Handle, problems: Problems): Promise<void> {
  const newest = (table: string, which = sql`true`) => sql`
    (select * from ${sql.table(table)} latest
     where sequence = (
       select max(sequence) from ${sql.table(table)} other where other.user_id = latest.user_id and ${which}
     ))`;
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join ${newest('reminders')} reminded on reminded.user_id = users.id
    left join ${newest('promises')} promised on promised.user_id = users.id
    left join ${newest('reminders', sql`through is not null`)} went on went.user_id = users.id
    left join ${newest('skips')} skipped on skipped.user_id = users.id
    where coalesce(users.reminded_on, '') <> coalesce(reminded.day, '')
       or coalesce(users.reminded_through, '') <> coalesce(reminded.channel, '')
       or coalesce(users.promised_until, '') <> coalesce(promised.until, '')
       or coalesce(users.promise_covers, '') <> coalesce(case when promised.until is not null then promised.covers end, '')
       or coalesce(users.reminded_up_to, '') <> coalesce(went.through, '')
       or coalesce(users.skipped_up_to, '') <> coalesce(skipped.up_to, '')
    order by users.id`.execute(db);
  for (const { id } of rows) {
    problems.add(`The latest reminder, promise or skip kept with the user ${id} differs from the records.`);
  }
}

// The cash that each person holds (CASH-1), summed from everything that went through their hands since their last
// hand-over that was not taken back.

/** All cash that went through somebody's hands. */
const moves = sql`
    moves as (
      select received_by_id as holder, 'received' as figure, amount, sequence from payments where method = 'Cash'
      union all
      select received_by_id, 'received', 0 - reversals.amount, reversals.sequence
      from reversals join payments on payments.id = payment_id where method = 'Cash'
      union all
      select given_by_id, 'given back', amount, sequence from refunds where method = 'Cash'
      union all
      select given_by_id, 'given back', 0 - reversals.amount, reversals.sequence
      from reversals join refunds on refunds.id = refund_id where method = 'Cash'
      union all
      select holder_id, 'paid out', amount, sequence from pay_outs
      union all
      select holder_id, 'paid out', 0 - reversals.amount, reversals.sequence
      from reversals join pay_outs on pay_outs.id = pay_out_id
      union all
      select taken_by_id, 'taken over', counted, sequence from hand_overs where taken_by_id is not null
      union all
      select taken_by_id, 'taken over', 0 - reversals.amount, reversals.sequence
      from reversals join hand_overs on hand_overs.id = hand_over_id where taken_by_id is not null
    ),
    last as (
      select holder_id as holder, max(sequence) as sequence from hand_overs
      where not exists (select 1 from reversals where hand_over_id = hand_overs.id) group by holder_id
    )`;

async function compareCash(db: Handle, problems: Problems): Promise<void> {
  const { rows } = await sql<{ holder: string; figure: string; kept: number; summed: number }>`
    with ${moves},
    since as (
      select moves.holder, figure, sum(amount) as amount from moves left join last on last.holder = moves.holder
      where moves.sequence > coalesce(last.sequence, 0) group by moves.holder, figure
    ),
    kept as (
      select holder, 'received' as figure, received as amount from cash_holders
      union all select holder, 'given back', given_back from cash_holders
      union all select holder, 'paid out', paid_out from cash_holders
      union all select holder, 'taken over', taken_over from cash_holders
    )
    select holder, figure, sum(kept) as kept, sum(summed) as summed from (
      select holder, figure, amount as kept, 0 as summed from kept
      union all
      select holder, figure, 0, amount from since
    ) compared group by holder, figure having sum(kept) <> sum(summed) order by holder, figure`.execute(db);
  for (const { holder, figure, kept, summed } of rows) {
    problems.add(
      `The figures kept for the cash of ${holder} say ${kept} paisa ${figure}, but the records say ${summed}.`,
    );
  }
  // A person who has handed everything over must be in the list too.
  const { rows: missing } = await sql<{ holder: string }>`
    with ${moves}
    select distinct holder from moves
    where holder is not null and not exists (select 1 from cash_holders where cash_holders.holder = moves.holder)
    order by holder`.execute(db);
  for (const { holder } of missing)
    problems.add(`Cash went through the hands of ${holder}, who is missing from the cash holders.`);
}
