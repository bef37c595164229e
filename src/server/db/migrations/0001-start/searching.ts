// Finds members, and payments by reference, among very many: an index of every three letters of their texts
// (docs/decisions/0082-searches-have-an-index.md).
import { sql } from 'kysely';
import type { Engine } from '../../types.ts';
import type { Statement } from '../../column-types.ts';

export const searching = (engine: Engine): Statement[] =>
  engine === 'postgres' ? ON_POSTGRES : WORD_INDEXES.flatMap(onSqlite).map((statement) => sql.raw(statement));

/** pg_trgm would ignore letters that the locale of the database does not know; in the locale C that is all of Urdu. */
const ON_POSTGRES: Statement[] = [
  sql`
    create or replace function letters_of_three(texts text[]) returns text[] language sql immutable parallel safe
    return (select array_agg(distinct substr(said, place, 3))
            from unnest(texts) as said, generate_series(1, length(said) - 2) as place)`,
  sql`
    create index users_by_words on users
    using gin (letters_of_three(array[id_key, name_key, role_key, email_key, phone_key]))`,
  sql`
    create index payments_by_words on payments using gin (letters_of_three(array[reference_key]))
    where reference_key <> ''`,
];

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
function onSqlite(index: keyof typeof INDEXES): string[] {
  const { table, id, keys } = INDEXES[index];
  const add = `insert into ${index} (${id}, words) ${rowsOf(index, 'new', '')};`;
  const remove = `
      delete from ${index} where rowid in (
        select rowid from ${index}
        where words match '"' || char(10) || replace(old.id, '"', '""') || char(10) || '"' and ${id} = old.id);`;
  return [
    // Needed because a restore drops and recreates only the tables it knows.
    `drop table if exists ${index}`,
    `create virtual table ${index} using fts5(${id} unindexed, words, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${index}_added after insert on ${table} begin ${add} end`,
    `create trigger ${index}_changed after update of ${keys.join(', ')} on ${table} begin ${remove} ${add} end`,
    `create trigger ${index}_deleted after delete on ${table} begin ${remove} end`,
  ];
}
