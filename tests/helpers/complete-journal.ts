// Completes journal entries that were written without the server, from the present state of the database: their days,
// what is attached to them, and the chain of hashes.
import { type Selectable, sql } from 'kysely';
import { dayOf } from '../../src/core/calendar.ts';
import { type Attached, attachedText, type AttachedRows, attachTo } from '../../src/server/ledger/attached.ts';
import { chained } from '../../src/server/ledger/journal-hash.ts';
import type { JournalTable } from '../../src/server/db/schema.ts';
import type { Engine, Handle } from '../../src/server/db/types.ts';

/** Entries at a time; bounds memory use. */
const PAGE = 2000;

export async function completeJournal(db: Handle, engine: Engine, timeZone: string): Promise<void> {
  const dayAt = await daysOfBooks(db, timeZone);
  const newest = await atTheNewest(db);
  let last = 0;
  let hash = '';
  for (;;) {
    const page = await db
      .selectFrom('journal')
      .selectAll()
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    const until = page.at(-1)?.sequence;
    if (until === undefined) break;
    const rows = await rowsOf(db, last, until);
    for (const [sequence, ofEntry] of newest) {
      if (sequence > last && sequence <= until) rows.set(sequence, { ...rows.get(sequence), ...ofEntry });
    }
    const entries = chained(
      hash,
      page.map((entry) => ({
        ...entry,
        day: dayAt(entry.at),
        attached: attachedText(rows.get(entry.sequence)),
      })),
    );
    await update(db, engine, entries);
    last = until;
    hash = entries.at(-1)?.hash ?? hash;
  }
  await db.updateTable('books').set({ journal_hash: hash }).execute();
}

/**
 * The organisation's day on which something was entered, in the time zone of that time: the books of each day were last
 * written by its last entry.
 */
async function daysOfBooks(db: Handle, timeZone: string): Promise<(at: number) => string> {
  const days = await db.selectFrom('books_by_day').select(['day', 'updated_at']).orderBy('updated_at').execute();
  return (at) => {
    let [low, high] = [0, days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((days[middle]?.updated_at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return days[low]?.day ?? dayOf(at, timeZone);
  };
}

/** The rows to attach to entries of these sequences, except what goes to each user's newest entry. */
async function rowsOf(db: Handle, after: number, until: number): Promise<Map<number, AttachedRows>> {
  const found = new Map<number, AttachedRows>();
  const of = (sequence: number): AttachedRows => {
    const rows = found.get(sequence) ?? {};
    found.set(sequence, rows);
    return rows;
  };
  const allocations = await db
    .selectFrom('allocations')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .orderBy('sequence')
    .orderBy('place')
    .execute();
  for (const { sequence, place: _, fine_id: __, ...allocation } of allocations) {
    attachTo(of(sequence), 'allocations', [allocation]);
  }
  const payments = await db
    .selectFrom('journal')
    .innerJoin('payments', (join) =>
      join.onRef('payments.id', '=', 'journal.subject_id').onRef('payments.sequence', '=', 'journal.sequence'),
    )
    .selectAll('payments')
    .where('journal.subject', '=', 'fine')
    .where('journal.sequence', '>', after)
    .where('journal.sequence', '<=', until)
    .execute();
  for (const { sequence, ...payment } of payments) attachTo(of(sequence), 'payments', [payment]);
  const imports = await db
    .selectFrom('imports')
    .select(['sequence', 'fingerprint'])
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .execute();
  for (const { sequence, fingerprint } of imports) attachTo(of(sequence), 'imports', [{ fingerprint }]);
  const surcharges = await db
    .selectFrom('surcharges')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .execute();
  for (const { sequence, id: _, ...surcharge } of surcharges) attachTo(of(sequence), 'surcharges', [surcharge]);
  const joined = await db
    .selectFrom('joined_users')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .execute();
  for (const { sequence, ...row } of joined) attachTo(of(sequence), 'joined_users', [row]);
  const types = await db
    .selectFrom('fine_types')
    .select(['last_sequence', 'fine_type', 'last_amount', 'use_count', 'listed_as'])
    .where('last_sequence', '>', after)
    .where('last_sequence', '<=', until)
    .execute();
  for (const { last_sequence: sequence, ...type } of types) attachTo(of(sequence), 'fine_types', [type]);
  return found;
}

/**
 * The times of users, for the newest entry of each, and the lists of fine types; for the newest entry of all if a
 * record has none.
 */
async function atTheNewest(db: Handle): Promise<Map<number, AttachedRows>> {
  const found = new Map<number, AttachedRows>();
  const { last } = await db
    .selectFrom('journal')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null) return found;
  const attach = <T extends keyof Attached>(sequence: number, table: T, row: Attached[T]) =>
    found.set(sequence, attachTo(found.get(sequence) ?? {}, table, [row]));
  const newest = await db
    .selectFrom('journal')
    .select((eb) => ['user_id', eb.fn.max('sequence').as('sequence')])
    .where('user_id', 'is not', null)
    .groupBy('user_id')
    .execute();
  const sequenceOf = new Map(newest.map(({ user_id: id, sequence }) => [id, sequence]));
  const users = await db
    .selectFrom('users')
    .select(['id', 'status', 'created_at', 'updated_at', 'deleted_at', 'summary_updated_at'])
    .execute();
  for (const user of users) attach(sequenceOf.get(user.id) ?? last, 'users', user);
  const listed = await db
    .selectFrom('listed_fine_types')
    .selectAll()
    .where('id', 'not in', (from) => from.selectFrom('journal').select('subject_id').where('subject', '=', 'fine-type'))
    .execute();
  for (const type of listed) attach(last, 'listed_fine_types', type);
  return found;
}

async function update(db: Handle, engine: Engine, entries: readonly Selectable<JournalTable>[]): Promise<void> {
  const json = JSON.stringify(entries.map(({ sequence, day, attached, hash }) => [sequence, day, attached, hash]));
  const added =
    engine === 'sqlite'
      ? sql`select value ->> 0 as sequence, value ->> 1 as day, value ->> 2 as attached, value ->> 3 as hash
            from json_each(${json})`
      : sql`select (item ->> 0)::bigint as sequence, item ->> 1 as day, item ->> 2 as attached, item ->> 3 as hash
            from json_array_elements(${json}::json) as items (item)`;
  await sql`
    update journal set day = added.day, attached = added.attached, hash = added.hash
    from (${added}) as added where journal.sequence = added.sequence`.execute(db);
}
