// Reads that several areas share.
import type { Selectable } from 'kysely';
import { sql, type RawBuilder } from 'kysely';
import { emailKey } from '../../core/email.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import type { BooksTable } from '../db/schema.ts';
import type { FineRow } from './wire.ts';

/** The rule settings that have an effect of ours. */
export type Rule = 'repeat-offence' | 'members-see-everyone';
const RULE_SETTINGS: Record<Rule, string> = { 'repeat-offence': '1', 'members-see-everyone': 'members-see-everyone' };

/**
 * Whether an app rule is on. A lost row counts as off (decisions section 4); `missing` is then told, so that it is logged.
 */
export async function isRuleOn(db: Handle, rule: Rule, missing: (settingId: string) => void): Promise<boolean> {
  const id = RULE_SETTINGS[rule];
  const row = await db.selectFrom('settings').select('allow_disallow').where('id', '=', id).executeTakeFirst();
  if (row === undefined) missing(id);
  return row?.allow_disallow === 1;
}

export function readBooks(db: Handle): Promise<Selectable<BooksTable>> {
  return db.selectFrom('books').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
}

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
  const { status = 'all' } = page;
  return selectFines(db)
    .where('fines.user_id', '=', userId)
    .$if(status !== 'all', (query) => query.where('fines.status', '=', status === 'Paid' ? 'Paid' : 'Pending'))
    .orderBy('fines.date', 'desc')
    .orderBy('fines.sequence', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/**
 * A condition: one of the key columns contains the term's key, `%` and `_` taken as themselves. The columns must hold
 * searchKeys; `email_key` holds an emailKey, in which accents count. Null when the term's search key is empty: it finds
 * everything.
 */
export function contains(columns: readonly string[], term: string): RawBuilder<boolean> | null {
  const key = searchKey(term);
  if (key === '') return null;
  const pattern = (wanted: string) => `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const conditions = columns.map((column) => {
    const wanted = pattern(column === 'email_key' ? emailKey(term) : key);
    return sql`${sql.ref(column)} like ${wanted} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Rows to skip before a page. */
export const offsetOf = ({ page, pageSize }: { page: number; pageSize: number }): number => (page - 1) * pageSize;
