// Records which fines were imported, by the content of their rows. Makes people findable by telephone number, and
// treats ھ as ہ.
import type { Kysely } from 'kysely';
import { phoneKey } from '../../../core/people/phone.ts';
import { searchKey } from '../../../core/text/search.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { rowKeyOfRecord } from '../../shared/files/row-key.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** Rows read at a time. */
const PAGE = 1000;

export const importedFines = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key } = columnTypes(engine);
    await db.schema
      .createTable('imported_fines')
      .addColumn('sequence', integer, (c) => c.primaryKey())
      .addColumn('row_key', key, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('imported_fines_by_row').on('imported_fines').column('row_key').execute();
    await rememberImported(db);
    await db.schema.alterTable('users').addColumn('phone_key', key).execute();
    await renewKeysOfUsers(db);
    await renewKeysOfTypes(db);
  },
});

/** The fines of earlier imports, from the journal. */
async function rememberImported(db: Kysely<Schema>): Promise<void> {
  for (let last = 0, more = true; more;) {
    const entries = await db
      .selectFrom('journal')
      .select(['sequence', 'after'])
      .where('action', '=', 'fines.import')
      .where('subject', '=', 'fine')
      .where('before', 'is', null)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    const rows = entries.flatMap(({ sequence, after }) => {
      const fine = JSON.parse(after ?? 'null') as Record<string, unknown> | null;
      if (fine === null) return [];
      return [{ sequence, row_key: rowKeyOfRecord(fine) }];
    });
    if (rows.length > 0) await db.insertInto('imported_fines').values(rows).execute();
    last = entries.at(-1)?.sequence ?? last;
    more = entries.length === PAGE;
  }
}

async function renewKeysOfUsers(db: Kysely<Schema>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'user_role', 'phone', 'name_key', 'role_key'])
    .execute();
  for (const { id, user_name, user_role, phone, name_key, role_key } of users) {
    const keys = {
      name_key: searchKey(displayName(user_name)),
      role_key: searchKey(user_role),
      phone_key: phoneKey(phone),
    };
    if (keys.name_key === name_key && keys.role_key === role_key && keys.phone_key === null) continue;
    await db.updateTable('users').set(keys).where('id', '=', id).execute();
  }
}

/** Two types that differed only by ھ become one: the one used last, with the uses of both. */
async function renewKeysOfTypes(db: Kysely<Schema>): Promise<void> {
  const used = await db.selectFrom('fine_types').selectAll().orderBy('last_sequence').execute();
  const alike = [...Map.groupBy(used, ({ fine_type: type }) => searchKey(type)).entries()];
  for (const [type_key, types] of alike) {
    const newest = types.at(-1);
    if (newest === undefined || (types.length === 1 && newest.type_key === type_key)) continue;
    const keys = types.map((type) => type.type_key);
    await db.deleteFrom('fine_types').where('type_key', 'in', keys).execute();
    const use_count = types.reduce((sum, type) => sum + type.use_count, 0);
    const listed_as = types.findLast((type) => type.listed_as !== null)?.listed_as ?? null;
    await db
      .insertInto('fine_types')
      .values({ ...newest, type_key, use_count, listed_as })
      .execute();
  }
  const listed = await db.selectFrom('listed_fine_types').selectAll().orderBy('position').execute();
  const taken = new Set(listed.map(({ type_key }) => type_key));
  for (const { id, name, urdu_name, type_key } of listed) {
    const wanted = searchKey(name);
    // If two types became alike, the second keeps its old key: it is a type of its own, with its own uses.
    const key = taken.has(wanted) ? type_key : wanted;
    taken.add(key);
    await db
      .updateTable('listed_fine_types')
      .set({ type_key: key, urdu_key: searchKey(urdu_name) })
      .where('id', '=', id)
      .execute();
  }
}
