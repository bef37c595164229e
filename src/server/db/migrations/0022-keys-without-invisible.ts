// Recomputes the keys of people and accounts, since more characters count as invisible now. A key stays if its new form
// belongs to somebody else.
import type { Kysely } from 'kysely';
import { emailKey } from '../../../core/people/email.ts';
import { displayName, sortKey } from '../../../core/people/person-name.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { Schema } from '../schema.ts';

export const keysWithoutInvisible = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await people(db);
    await accounts(db);
  },
});

async function people(db: Kysely<Schema>): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'user_role', 'sort_key', 'name_key', 'id_key', 'role_key', 'email_key'])
    .execute();
  const taken = new Set(rows.map(({ email_key }) => email_key));
  for (const row of rows) {
    const shown = displayName(row.user_name);
    const keys = {
      sort_key: sortKey(shown),
      name_key: searchKey(shown),
      id_key: searchKey(row.id),
      role_key: searchKey(row.user_role),
      email_key: freeKey(row.email_key, taken),
    };
    if (Object.entries(keys).every(([name, key]) => row[name as keyof typeof keys] === key)) continue;
    await db.updateTable('users').set(keys).where('id', '=', row.id).execute();
  }
}

async function accounts(db: Kysely<Schema>): Promise<void> {
  const rows = await db.selectFrom('accounts').select(['id', 'email_key']).execute();
  const taken = new Set<string | null>(rows.map(({ email_key }) => email_key));
  for (const { id, email_key } of rows) {
    const key = freeKey(email_key, taken);
    if (key === email_key) continue;
    await db.updateTable('accounts').set({ email_key: key }).where('id', '=', id).execute();
  }
}

/** The new form of a key, or the old one if somebody else has the new form. */
function freeKey<K extends string | null>(key: K, taken: Set<string | null>): K {
  const now = key === null ? key : (emailKey(key) as K);
  if (now === key || taken.has(now)) return key;
  taken.add(now);
  return now;
}
