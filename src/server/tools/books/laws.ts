// What must hold between tables, and is recounted with SQL: each law selects what breaks it.
import { type RawBuilder, sql } from 'kysely';
import { numberName, type Numbered } from '../../../core/money/payment.ts';
import { dailyFiguresThatDiffer } from '../../balances/daily-figures/daily-figures.ts';
import { indexedRows, WORD_INDEXES } from '../../db/migrations/0001-start/searching.ts';
import { isPostgres } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';
import { picturesOf } from '../../shared/fine-row.ts';
import { handOversByOwner, presentHolder } from '../../shared/joined-users.ts';
import { isOfHash } from './tables.ts';

type Law = (db: Handle) => Promise<string[]>;

const law =
  <R>(broken: RawBuilder<R>, sentence: (row: R) => string): Law =>
  async (db) =>
    (await broken.execute(db)).rows.map(sentence);

/** The paid amount of a fine is the sum of its allocations; a deleted fine holds nothing. */
const allocations = law(
  // Each sum is read from an index: joining a million fines with a million sums takes SQLite minutes.
  sql<{ id: string; held: number; paid: number }>`
    select id, held, paid from (
      select id, paid_amount as paid,
             coalesce((select sum(amount) from allocations where fine_id = fines.id), 0) as held
      from fines
      union all
      select fine_id, 0 as paid, sum(amount) as held from allocations
      where not exists (select 1 from fines where fines.id = allocations.fine_id) group by fine_id
    ) compared where held <> paid order by id`,
  ({ id, held, paid }) => `The fine ${id} says that ${paid} paisa of it are paid, but its allocations say ${held}.`,
);

/** Fines never hold more of a payment than was received and not taken back, and never a negative amount. */
const payments = law(
  sql<{ id: string; amount: number; held: number; taken: number }>`
    select id, amount, held, taken from (
      select id, amount,
             coalesce((select sum(amount) from allocations where payment_id = payments.id), 0) as held,
             coalesce((select sum(amount) from reversals where payment_id = payments.id), 0) as taken
      from payments
    ) compared where held < 0 or held > amount - taken order by id`,
  ({ id, amount, held, taken }) =>
    `The payment ${id} is of ${amount} paisa; ${taken} were taken back, but fines hold ${held}.`,
);

/** The waived amount of a fine is the sum of its waivers that were not taken back; a deleted fine has none. */
const waivers = law(
  sql<{ id: string; said: number; waived: number }>`
    with kept as (
      select fine_id, sum(amount - coalesce((select sum(amount) from reversals where waiver_id = waivers.id), 0)) as waived
      from waivers group by fine_id
    )
    select id, said, waived from (
      select kept.fine_id as id, coalesce(waived_amount, 0) as said, waived
      from kept left join fines on fines.id = kept.fine_id
      union all
      select id, waived_amount as said, 0 as waived from fines
      where waived_amount > 0 and not exists (select 1 from waivers where fine_id = fines.id)
    ) compared where said <> waived order by id`,
  ({ id, said, waived }) => `The fine ${id} says that ${said} paisa of it are waived, but its waivers say ${waived}.`,
);

/** No more can be taken back of a waiver or refund than its amount; cash moves are taken back as a whole. */
const reversals = law(
  sql<{ id: string; kind: string; amount: number; taken: number }>`
    select * from (
      select id, amount, 'waiver' as kind,
             (select sum(amount) from reversals where waiver_id = waivers.id) as taken from waivers
      union all
      select id, amount, 'refund', (select sum(amount) from reversals where refund_id = refunds.id) from refunds
      union all
      select id, counted, 'hand-over',
             (select sum(amount) from reversals where hand_over_id = hand_overs.id) from hand_overs
      union all
      select id, amount, 'pay-out', (select sum(amount) from reversals where pay_out_id = pay_outs.id) from pay_outs
    ) compared where taken > amount or (kind in ('hand-over', 'pay-out') and taken < amount) order by id`,
  ({ id, kind, amount, taken }) => `The ${kind} ${id} is of ${amount} paisa, but ${taken} were taken back.`,
);

/** The numbers of a year begin with 1 and have no gaps; duplicates cannot be stored. The books keep the newest. */
function numbers(kind: Numbered, table: 'payments' | 'refunds'): Law[] {
  const [year, number] = [sql.ref<number>(`${kind}_year`), sql.ref<number>(`${kind}_number`)];
  const years = sql`
    select ${year} as year, count(*) as count, min(${number}) as first, max(${number}) as newest
    from ${sql.table(table)} where ${year} is not null group by ${year}`;
  return [
    law(
      sql<{ year: number; count: number; newest: number }>`
        select * from (${years}) years where first <> 1 or count <> newest order by year`,
      ({ year: of, count, newest }) =>
        `The ${kind} numbers of ${of} have a gap: the highest is ${newest}, but the number of ${kind}s is ${count}.`,
    ),
    law(
      sql<{ year: number; number: number }>`
        select kept.year, kept.number
        from (select ${sql.ref(`${kind}_year`)} as year, ${sql.ref(`last_${kind}`)} as number from books) kept
        left join (select * from (${years}) years order by year desc limit 1) last on true
        where kept.year <> coalesce(last.year, 0) or kept.number <> coalesce(newest, 0)`,
      (kept) => `The books say the newest ${kind} is ${numberName(kind, kept)}, but the ${table} say otherwise.`,
    ),
  ];
}

const newest = (table: string, which = sql`true`) => sql`
  (select * from ${sql.table(table)} latest
   where sequence = (
     select max(sequence) from ${sql.table(table)} other where other.user_id = latest.user_id and ${which}
   ))`;

/** Users keep their latest reminder, promise and skip (REMIND-3, REMIND-17). */
const reminders = law(
  sql<{ id: string }>`
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
    order by users.id`,
  ({ id }) => `The latest reminder, promise or skip kept with the user ${id} differs from the records.`,
);

/** The figure of a person who holds cash, the records that change it, and what takes them back. */
const CASH = {
  received: {
    of: 'payments',
    holder: 'received_by_id',
    amount: 'amount',
    reversal: 'payment_id',
    only: `method = 'Cash'`,
  },
  given_back: {
    of: 'refunds',
    holder: 'given_by_id',
    amount: 'amount',
    reversal: 'refund_id',
    only: `method = 'Cash'`,
  },
  paid_out: { of: 'pay_outs', holder: 'holder_id', amount: 'amount', reversal: 'pay_out_id', only: 'true' },
  taken_over: { of: 'hand_overs', holder: 'taken_by_id', amount: 'counted', reversal: 'hand_over_id', only: 'true' },
};

const unionOf = (parts: readonly string[]) => sql.raw(parts.join(' union all '));

const moves = unionOf(
  Object.entries(CASH).flatMap(([figure, { of, holder, amount, reversal, only }]) => [
    `select ${holder} as holder, '${figure}' as figure, ${amount} as amount, sequence
     from ${of} where ${holder} is not null and ${only}`,
    `select ${holder}, '${figure}', 0 - reversals.amount, reversals.sequence
     from reversals join ${of} on ${of}.id = ${reversal} where ${holder} is not null and ${only}`,
  ]),
);

/**
 * The cash that each person holds (CASH-1) is the sum of everything that went through their hands since their last
 * hand-over that was not taken back, with that of whoever was joined with them (JOIN-11).
 */
const cash = law(
  sql<{ holder: string; figure: string; kept: number; summed: number }>`
    with last as (
      select owner as holder, max(sequence) as sequence from ${handOversByOwner} made
      where not exists (select 1 from reversals where hand_over_id = made.id) group by owner
    ),
    compared as (
      select moves.holder, figure, 0 as kept, amount as summed
      from (${moves}) moves left join last on last.holder = moves.holder
      where moves.sequence > coalesce(last.sequence, 0)
      union all
      ${unionOf(Object.keys(CASH).map((figure) => `select holder, '${figure}', ${figure}, 0 from cash_holders`))}
    )
    select ${presentHolder('holder')} as holder, figure, sum(kept) as kept, sum(summed) as summed
    from (select holder, figure, sum(kept) as kept, sum(summed) as summed from compared group by holder, figure) each_one
    group by 1, 2 having sum(kept) <> sum(summed) order by 1, 2`,
  ({ holder, figure, kept, summed }) =>
    `The figures kept for the cash of ${holder} say ${kept} paisa ${figure.replaceAll('_', ' ')}, but the records say ${summed}.`,
);

/** A person who has handed everything over is in the list too. */
const cashHolders = law(
  sql<{ holder: string }>`
    select distinct holder from (${moves}) moves
    where not exists (select 1 from cash_holders where cash_holders.holder = moves.holder) order by holder`,
  ({ holder }) => `Cash went through the hands of ${holder}, who is missing from the cash holders.`,
);

/** A record that came with pictures, and whether it must still have them. */
interface Pictured {
  id: string;
  called: string;
  hashes: readonly string[];
  mustKeep: boolean;
}

async function picturedRecords(db: Handle): Promise<Pictured[]> {
  const requests = await db
    .selectFrom('requests')
    .select(['id', 'state', 'picture_hash'])
    .where('picture_hash', 'is not', null)
    .execute();
  // A fine that was settled and is owed again may have lost its pictures meanwhile.
  const fines = await db
    .selectFrom('fines')
    .select(['id', 'pictures'])
    .select((eb) =>
      eb
        .selectFrom('journal')
        .select('sequence')
        .whereRef('subject_id', '=', 'fines.id')
        .where('after', 'like', '%"status":"Paid"%')
        .limit(1)
        .as('settled'),
    )
    .where('pictures', 'is not', null)
    .execute();
  return [
    ...requests.map(({ id, state, picture_hash: hash }) => ({
      id,
      called: 'request',
      hashes: hash === null ? [] : [hash],
      mustKeep: state === 'open',
    })),
    ...fines.map((fine) => ({
      id: fine.id,
      called: 'fine',
      hashes: picturesOf(fine),
      mustKeep: fine.settled === null,
    })),
  ];
}

/** A stored picture is the one that came with each record that keeps it, and an open record has its own. */
async function pictures(db: Handle): Promise<string[]> {
  const links = await db.selectFrom('kept_pictures').selectAll().execute();
  const unexplained = new Map(links.map(({ record_id: id, hash }) => [`${id} ${hash}`, id]));
  const broken: string[] = [];
  for (const { id, called, hashes, mustKeep } of await picturedRecords(db)) {
    const missing = hashes.filter((hash) => !unexplained.delete(`${id} ${hash}`));
    if (mustKeep && missing.length > 0) broken.push(`A picture of the ${called} ${id} is missing.`);
  }
  for (const id of unexplained.values()) broken.push(`A picture is kept for ${id}, which did not come with it.`);
  const kept = new Set(links.map(({ hash }) => hash));
  for (const { hash } of await db.selectFrom('pictures').select('hash').orderBy('hash').execute()) {
    if (!kept.has(hash)) broken.push(`The picture ${hash} is kept for nothing.`);
    // Read one at a time, because each is as large as a thousand rows.
    const { picture } = await db
      .selectFrom('pictures')
      .select('picture')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (!isOfHash(picture, hash)) broken.push(`The picture ${hash} does not match its digest.`);
  }
  return broken.toSorted();
}

const dailyFigures: Law = async (db) =>
  (await dailyFiguresThatDiffer(db)).map(
    ({ of, figure, kept, counted }) =>
      `The kept "${figure.replaceAll('_', ' ')}" for ${of} is ${kept}, but the records say ${counted}.`,
  );

/** SQLite's search indexes contain exactly the words of their tables (CHECK-3). */
const words = WORD_INDEXES.map((index) => {
  const [table, there] = [sql.raw(indexedRows(index)), sql`select * from ${sql.table(index)}`];
  const broken = law(
    sql`
      select 1 where exists (select * from (${table}) except ${there})
        or (select count(*) from (${table})) <> (select count(*) from (${there}))`,
    () => `The search index ${index} does not match its table, so searches may not find everything.`,
  );
  return async (db: Handle) => (isPostgres(db) ? [] : broken(db));
});

export const LAWS: readonly Law[] = [
  allocations,
  payments,
  waivers,
  reversals,
  ...numbers('receipt', 'payments'),
  ...numbers('voucher', 'refunds'),
  reminders,
  cash,
  cashHolders,
  pictures,
  dailyFigures,
  ...words,
];
