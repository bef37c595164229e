// What a search finds, in SQL: columns that contain all parts of the term. Where a table is too long to be looked through there
// is an index of every three letters of its texts (docs/decisions/0082-searches-have-an-index.md): it says which rows to look at.
import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '../../../core/people/email.ts';
import { phoneTerm } from '../../../core/people/phone.ts';
import { isWord, partsOf, searchKey } from '../../../core/text/search.ts';
import { isPostgres } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';

/** A search term as the key columns have it. */
export interface Search {
  /** for columns that contain searchKeys */
  text: string;
  /** for `email_key`, which contains an emailKey and keeps accents */
  email: string;
  /** for `phone_key`; null where the term is no number */
  phone: string | null;
}

/** Null when the term's search key is empty, which matches everything. */
export function searchFor(term: string): Search | null {
  const text = searchKey(term);
  return text === '' ? null : { text, email: emailKey(term), phone: phoneTerm(term) };
}

/** A condition on a column with a key: it contains a text, or begins with it, or a later word of it does. */
export function isLike(column: string, text: string, where: 'anywhere' | 'beginning' | 'word'): RawBuilder<boolean> {
  const before = { anywhere: '%', beginning: '', word: '% ' }[where];
  const pattern = `${before}${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

/** Each of them finds the term: the parts that a column of this kind has to contain, all of them. */
const waysOf = ({ text, email, phone }: Search) => ({
  text: partsOf(text),
  email: partsOf(email),
  phone: phone === null ? null : [phone],
});

/** The condition that one of the key columns contains the term; without a search everything does. Looks at every row. */
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

export type MemberKey = 'name_key' | 'id_key' | 'role_key' | 'email_key' | 'phone_key';

/** The same of `users`, by the index. */
export const findsMember = (db: Handle, keys: readonly MemberKey[], search: Search | null): RawBuilder<boolean> =>
  byIndexAndKeys(indexed(db, 'users', search), keys, search);

/**
 * The same for what SQLite has an index with the keys for, and with all else that is asked: users_by_name, users_owing. It looks through
 * that index, and for a page only until it is full, and not for the rows of all who are found.
 */
export const findsMemberInOrder = (
  db: Handle,
  keys: readonly MemberKey[],
  search: Search | null,
): RawBuilder<boolean> => byIndexAndKeys(withoutIndex(db, indexed(db, 'users', search)), keys, search);

/** `inIndex`: the index of letters has them, which finds too many. */
function byIndexAndKeys(inIndex: RawBuilder<boolean>, keys: readonly MemberKey[], search: Search | null) {
  const columns = keys.map((key) => `users.${key}`);
  return sql<boolean>`(${inIndex} and ${matches(columns, search)})`;
}

/** The payments whose reference contains the term, by the index. */
export const findsReference = (db: Handle, search: Search): RawBuilder<boolean> =>
  sql<boolean>`(payments.reference_key <> '' and ${indexed(db, 'payments', search)} and ${matches(['payments.reference_key'], search)})`;

/** What the index can look for, of each way: of a word of one or two letters it knows nothing. */
function indexedWays(search: Search): string[][] {
  const { text, email, phone } = waysOf(search);
  const ways = [text, email, ...(phone === null ? [] : [phone])].map((parts) => parts.filter(isWord));
  return [...new Map(ways.map((parts) => [JSON.stringify(parts), parts])).values()];
}

/** Not a term of one or two letters. */
export const isIndexed = (search: Search): boolean => indexedWays(search).every((parts) => parts.length > 0);

/** The same expression, for which SQLite has no index. */
export const withoutIndex = <T>(db: Handle, expression: RawBuilder<T>): RawBuilder<T> =>
  isPostgres(db) ? expression : sql<T>`+${expression}`;

/**
 * What a list of users is ordered by first, if no index has its order and the keys. For a search SQLite would take the index that has
 * the order as well, and jump from there to each row of the table: several times as slow as looking through them as they lie.
 */
export const ordered = <T>(db: Handle, by: RawBuilder<T>, search: Search | null): RawBuilder<T> =>
  search === null ? by : withoutIndex(db, by);

/** As the migration 0038 made them. */
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

/** True of all rows that contain a search, and of few others; of all for a shorter one, of which the index knows nothing. */
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
