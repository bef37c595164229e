// Finds members, and payments by reference, among very many: an index of every three letters of their texts
// (docs/decisions/0082-searches-have-an-index.md). Pages of members by name need not read the members before them, and
// sums of debts need not read each fine.
import { type Kysely, sql } from 'kysely';
import { searchKey } from '../../../core/text/search.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const searching = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.dropIndex('users_by_name').execute();
    await db.schema.createIndex('users_by_name').on('users').columns(['sort_key', 'id', 'deleted_at']).execute();
    await renewReferenceKeys(db);
    await addUpPending(db);
    await (engine === 'postgres' ? onPostgres(db) : onSqlite(db));
  },
});

/**
 * Debts are summed from the index: reading each pending fine of millions from the table holds SQLite up for more than
 * half a minute.
 */
async function addUpPending(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropIndex('fines_pending').execute();
  await db.schema
    .createIndex('fines_pending')
    .on('fines')
    .columns(['user_id', 'date', 'due_on', 'amount', 'waived_amount', 'paid_amount'])
    .where(sql<boolean>`status = 'Pending' and amount > 0`)
    .execute();
}

/** Payments at a time; bounds memory use. */
const PAGE = 2000;

/** References are compared and found like all other texts that people write, ignoring scripts, accents and spaces. */
async function renewReferenceKeys(db: Kysely<Schema>): Promise<void> {
  let last = '';
  for (;;) {
    const page = await db
      .selectFrom('payments')
      .select(['id', 'reference', 'reference_key'])
      .where('id', '>', last)
      .where('reference', '<>', '')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, reference, reference_key: before } of page) {
      const key = searchKey(reference);
      if (key !== before) await db.updateTable('payments').set({ reference_key: key }).where('id', '=', id).execute();
    }
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
}

/** pg_trgm would ignore letters that the locale of the database does not know; in the locale C that is all of Urdu. */
async function onPostgres(db: Kysely<Schema>): Promise<void> {
  await sql`
    create or replace function letters_of_three(texts text[]) returns text[] language sql immutable parallel safe
    return (select array_agg(distinct substr(said, place, 3))
            from unnest(texts) as said, generate_series(1, length(said) - 2) as place)`.execute(db);
  await sql`
    create index users_by_words on users
    using gin (letters_of_three(array[id_key, name_key, role_key, email_key, phone_key]))`.execute(db);
  await sql`
    create index payments_by_words on payments using gin (letters_of_three(array[reference_key]))
    where reference_key <> ''`.execute(db);
}

/** SQLite's indexes: the table, and the id and words of each row. */
const INDEXES = {
  user_words: { table: 'users', id: 'user_id', keys: ['id_key', 'name_key', 'role_key', 'email_key', 'phone_key'] },
  payment_words: { table: 'payments', id: 'payment_id', keys: ['reference_key'] },
} as const;
export const WORD_INDEXES = Object.keys(INDEXES) as (keyof typeof INDEXES)[];

/** The rows that an index must have; `row` is the name of the table, or a row in a trigger. */
function rowsOf(index: keyof typeof INDEXES, row: string, from: string): string {
  const { id, keys } = INDEXES[index];
  const texts = keys.map((key) => `coalesce(${row}.${key}, '')`).join(' || char(10) || ');
  const words = `char(10) || ${row}.id || char(10) || ${texts}`;
  return `select ${row}.id as ${id}, ${words} as words ${from} where ${texts} <> ''`;
}

export const indexedRows = (index: keyof typeof INDEXES): string =>
  rowsOf(index, INDEXES[index].table, `from ${INDEXES[index].table}`);

/**
 * Triggers keep the indexes up to date, whoever changes the table. Rows of the table have no permanent number, so the
 * index stores their ids, and finds its row for an id as the first of the words.
 */
async function onSqlite(db: Kysely<Schema>): Promise<void> {
  for (const index of WORD_INDEXES) {
    const { table, id, keys } = INDEXES[index];
    const insert = `insert into ${index} (${id}, words)`;
    const add = `${insert} ${rowsOf(index, 'new', '')};`;
    const remove = `
      delete from ${index} where rowid in (
        select rowid from ${index}
        where words match '"' || char(10) || replace(old.id, '"', '""') || char(10) || '"' and ${id} = old.id);`;
    const statements = [
      // Needed because a restore drops and recreates only the tables it knows.
      `drop table if exists ${index}`,
      `create virtual table ${index} using fts5(${id} unindexed, words, tokenize = 'trigram case_sensitive 1')`,
      `${insert} ${indexedRows(index)}`,
      `create trigger ${index}_added after insert on ${table} begin ${add} end`,
      `create trigger ${index}_changed after update of ${keys.join(', ')} on ${table} begin ${remove} ${add} end`,
      `create trigger ${index}_deleted after delete on ${table} begin ${remove} end`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
}
