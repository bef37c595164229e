// Reads that several areas share.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { emailKey } from '../../core/email.ts';
import type { FineStatus } from '../../core/fine.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import { byShape, prepared } from '../db/prepared.ts';
import type { BooksTable, UsersTable } from '../db/schema.ts';
import type { FineRow } from './wire.ts';

/** The rule settings that have an effect of ours. */
export type Rule = 'repeat-offence' | 'members-see-everyone';
const RULE_SETTINGS: Record<Rule, string> = { 'repeat-offence': '1', 'members-see-everyone': 'members-see-everyone' };

/** The value of a rule's setting, as part of a statement; null where its row is lost. */
export const settingOf = (db: Handle, rule: Rule) =>
  db.selectFrom('settings').select('allow_disallow').where('settings.id', '=', RULE_SETTINGS[rule]);

const ruleSetting = byShape((rule: Rule) => prepared((db) => settingOf(db, rule)));

/**
 * Whether an app rule is on. A lost row counts as off (decisions section 4); `missing` is then told, so that it is logged.
 */
export async function isRuleOn(db: Handle, rule: Rule, missing: OnMissingSetting): Promise<boolean> {
  const [row] = await ruleSetting(rule)(db, {});
  return isOn(rule, row?.allow_disallow ?? null, missing);
}

/** Told when a rule's settings row is lost. */
export type OnMissingSetting = (settingId: string) => void;

/** The same of a setting's value that is known already. */
export function isOn(rule: Rule, value: number | null, missing: OnMissingSetting): boolean {
  if (value === null) missing(RULE_SETTINGS[rule]);
  return value === 1;
}

export async function readBooks(db: Handle): Promise<Selectable<BooksTable>> {
  const [books] = await theBooks(db, {});
  if (books === undefined) throw new Error('The books are missing.');
  return books;
}

const theBooks = prepared((db) => db.selectFrom('books').selectAll().where('id', '=', 1));

/** A user's row, deleted or not. */
export async function findUser(db: Handle, userId: string): Promise<Selectable<UsersTable> | undefined> {
  const [user] = await userOfId(db, { userId });
  return user;
}

const userOfId = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('users').selectAll().where('id', '=', userId),
);

/** Fines with their user's name; the caller adds filter, order and limit. */
export function selectFines(db: Handle) {
  return db
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .selectAll('fines')
    .select('users.user_name');
}

/**
 * A user's fines, newest date first, then newest created; at most `limit` from `offset` on.
 * `status` 'all' leaves out nothing.
 */
export function userFines(
  db: Handle,
  userId: string,
  page: { limit: number; offset: number; status?: 'all' | 'Paid' | 'Pending' },
): Promise<FineRow[]> {
  const { status = 'all', limit, offset } = page;
  return userFinesWith(status)(db, { userId, status, limit, offset });
}

const userFinesWith = byShape((kind: 'all' | 'Paid' | 'Pending') =>
  prepared((db, values: { userId: string; status: 'all' | FineStatus; limit: number; offset: number }) =>
    selectFines(db)
      .where('fines.user_id', '=', values.userId)
      .$if(kind !== 'all', (query) => query.where('fines.status', '=', values.status as FineStatus))
      .orderBy('fines.date', 'desc')
      .orderBy('fines.sequence', 'desc')
      .limit(values.limit)
      .offset(values.offset),
  ),
);

/** Patterns that find what contains a term, `%` and `_` taken as themselves. */
export interface Search {
  /** for columns that hold searchKeys */
  text: string;
  /** for `email_key`, which holds an emailKey, in which accents count */
  email: string;
}

/** Null when the term's search key is empty: it finds everything. */
export function searchFor(term: string): Search | null {
  const key = searchKey(term);
  if (key === '') return null;
  const pattern = (wanted: string) => `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return { text: pattern(key), email: pattern(emailKey(term)) };
}

/** A condition: one of the key columns matches. */
export function matches(columns: readonly string[], search: Search): RawBuilder<boolean> {
  const conditions = columns.map(
    (column) => sql`${sql.ref(column)} like ${column === 'email_key' ? search.email : search.text} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export const NO_SEARCH: Search = { text: '', email: '' };

/** Rows to skip before a page. */
export const offsetOf = ({ page, pageSize }: { page: number; pageSize: number }): number => (page - 1) * pageSize;
