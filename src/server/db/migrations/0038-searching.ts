// Finding members, and payments by their reference, among very many: an index of every three letters of their texts
// (docs/decisions/0082-searches-have-an-index.md). And pages of members by name without looking at the members before them.
import { type Kysely, sql } from 'kysely';
import { searchKey } from '../../../core/text/search.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const searching = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.dropIndex('users_by_name').execute();
    await db.schema.createIndex('users_by_name').on('users').columns(['sort_key', 'id', 'deleted_at']).execute();
    await renewReferenceKeys(db);
    await (engine === 'postgres' ? onPostgres(db) : onSqlite(db));
  },
});

/** Payments at a time; bounds memory use. */
const PAGE = 2000;

/** A reference is compared and found as everything else that people write: digits and letters of either script, accents, spaces. */
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

/** pg_trgm would leave out letters that the locale of the database does not know: in the locale C all of Urdu. */
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

interface Index {
  table: string;
  index: string;
  id: string;
  keys: readonly string[];
}

async function onSqlite(db: Kysely<Schema>): Promise<void> {
  const keys = ['id_key', 'name_key', 'role_key', 'email_key', 'phone_key'];
  await indexed(db, { table: 'users', index: 'user_words', id: 'user_id', keys });
  await indexed(db, { table: 'payments', index: 'payment_words', id: 'payment_id', keys: ['reference_key'] });
}

/**
 * Triggers write it: whoever changes the table, the index follows. Rows of the table have no number that stays theirs, so the index
 * keeps their ids, and finds what it has of one by its words.
 */
async function indexed(db: Kysely<Schema>, { table, index, id, keys }: Index): Promise<void> {
  const wordsOf = (row: string): string => keys.map((key) => `coalesce(${row}.${key}, '')`).join(' || char(10) || ');
  const add = (row: string, from: string): string =>
    `insert into ${index} (${id}, words) select ${row}.id, ${wordsOf(row)} ${from} where length(${wordsOf(row)}) >= 3;`;
  const remove = `
    delete from ${index} where rowid in (
      select rowid from ${index}
      where words match '"' || replace(${wordsOf('old')}, '"', '""') || '"' and ${id} = old.id);`;
  const statements = [
    // A restore drops the tables that it knows, and makes them anew.
    `drop table if exists ${index}`,
    `create virtual table ${index} using fts5(${id} unindexed, words, tokenize = 'trigram case_sensitive 1')`,
    add(table, `from ${table}`),
    `create trigger ${index}_added after insert on ${table} begin ${add('new', '')} end`,
    `create trigger ${index}_changed after update of ${keys.join(', ')} on ${table} begin ${remove} ${add('new', '')} end`,
    `create trigger ${index}_deleted after delete on ${table} begin ${remove} end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
