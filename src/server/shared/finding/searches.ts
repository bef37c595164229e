// Searches in SQL: columns that contain all parts of the term. Tables that are too long to scan have an index of every
// three letters of their texts (docs/decisions/0082-searches-have-an-index.md), which tells which rows to check.
import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '../../../core/people/email.ts';
import { phoneTerm } from '../../../core/people/phone.ts';
import { isWord, partsOf, searchKey } from '../../../core/text/search.ts';
import { isPostgres } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';

/** A search term in the forms of the key columns. */
export interface Search {
  /** for columns that contain searchKeys */
  text: string;
  /** for `email_key`, which contains an emailKey and keeps accents */
  email: string;
  /** for `phone_key`; null if the term is no number */
  phone: string | null;
}

/** Null if the term's search key is empty, which matches everything. */
export function searchFor(term: string): Search | null {
  const text = searchKey(term);
  return text === '' ? null : { text, email: emailKey(term), phone: phoneTerm(term) };
}

/** The condition that a key column contains a text, or that it, or a later word of it, begins with the text. */
export function isLike(column: string, text: string, where: 'anywhere' | 'beginning' | 'word'): RawBuilder<boolean> {
  const before = { anywhere: '%', beginning: '', word: '% ' }[where];
  const pattern = `${before}${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** The ways of matching the term. For each kind of column: the parts that it must contain, all of them. */
const waysOf = ({ text, email, phone }: Search) => ({
  text: partsOf(text),
  email: partsOf(email),
  phone: phone === null ? null : [phone],
});

/** The condition that one of the key columns contains the term; without a search always true. Checks every row. */
export function matches(columns: readonly string[], search: Search | null): RawBuilder<boolean> {
  if (search === null) return sql<boolean>`true`;
  const ways = waysOf(search);
  const conditions = columns.flatMap((column) => {
    const parts = column.endsWith('email_key') ? ways.email : column.endsWith('phone_key') ? ways.phone : ways.text;
    if (parts === null) return [];
    return sql`(${sql.join(
      parts.map((part) => isLike(column, part, 'anywhere')),
      sql` and `,
    )})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

type MemberKey = 'name_key' | 'id_key' | 'role_key' | 'email_key' | 'phone_key';

/** The same condition for `users`, using the index of letters. */
export const findsMember = (db: Handle, keys: readonly MemberKey[], search: Search | null): RawBuilder<boolean> =>
  byIndexAndKeys(indexed(db, 'users', search), keys, search);

/**
 * The same condition for queries whose keys and other conditions are all in an index of SQLite (users_by_name,
 * users_owing). SQLite scans that index, for a page only until the page is full, rather than the rows of all matches.
 */
export const findsMemberInOrder = (
  db: Handle,
  keys: readonly MemberKey[],
  search: Search | null,
): RawBuilder<boolean> => byIndexAndKeys(withoutIndex(db, indexed(db, 'users', search)), keys, search);

/** `inIndex`: the condition of the index of letters, which matches too many. */
function byIndexAndKeys(inIndex: RawBuilder<boolean>, keys: readonly MemberKey[], search: Search | null) {
  const columns = keys.map((key) => `users.${key}`);
  return sql<boolean>`(${inIndex} and ${matches(columns, search)})`;
}

/** The payments whose reference contains the term, using the index of letters. */
export const findsReference = (db: Handle, search: Search): RawBuilder<boolean> =>
  sql<boolean>`(payments.reference_key <> '' and ${indexed(db, 'payments', search)} and ${matches(['payments.reference_key'], search)})`;

/**
 * The parts that the index of letters can find, for each way of matching. It does not contain words of one or two
 * letters.
 */
function indexedWays(search: Search): string[][] {
  const { text, email, phone } = waysOf(search);
  const ways = [text, email, ...(phone === null ? [] : [phone])].map((parts) => parts.filter(isWord));
  return [...new Map(ways.map((parts) => [JSON.stringify(parts), parts])).values()];
}

/** False for a term of one or two letters. */
export const isIndexed = (search: Search): boolean => indexedWays(search).every((parts) => parts.length > 0);

/** The same expression in a form for which SQLite uses no index. */
export const withoutIndex = <T>(db: Handle, expression: RawBuilder<T>): RawBuilder<T> =>
  isPostgres(db) ? expression : sql<T>`+${expression}`;

/**
 * The first sort key of a list of users, if no index has its order and the keys. For a search SQLite would otherwise
 * use an index with the order alone and look up each row of the table from there, which is several times as slow as
 * scanning the table.
 */
export const ordered = <T>(db: Handle, by: RawBuilder<T>, search: Search | null): RawBuilder<T> =>
  search === null ? by : withoutIndex(db, by);

/** As created by migration 0038. */
const INDEXES = {
  users: {
    ids: sql`users.id in (select user_id from user_words where user_words.words match `,
    texts: sql`array[users.id_key, users.name_key, users.role_key, users.email_key, users.phone_key]`,
  },
  payments: {
    ids: sql`payments.id in (select payment_id from payment_words where payment_words.words match `,
    texts: sql`array[payments.reference_key]`,
  },
} as const;

/**
 * Matches all rows that contain the search, and few others; everything for a short term, which the index does not
 * contain.
 */
function indexed(db: Handle, table: keyof typeof INDEXES, search: Search | null): RawBuilder<boolean> {
  if (search === null || !isIndexed(search)) return sql<boolean>`true`;
  const ways = indexedWays(search);
  const { ids, texts } = INDEXES[table];
  if (!isPostgres(db)) {
    const phrase = (part: string): string => `"${part.replaceAll('"', '""')}"`;
    const wanted = ways.map((parts) => `(${parts.map(phrase).join(' AND ')})`).join(' OR ');
    return sql<boolean>`${ids}${wanted})`;
  }
  const conditions = ways.map(
    (parts) => sql`letters_of_three(${texts}) @> letters_of_three(array[${sql.join(parts)}]::text[])`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
