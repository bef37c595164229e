// The organisation's list of fine types. It starts with those typed so far, the most used first.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { FINE_TYPES_LISTED_AT_FIRST } from '../../../core/limits.ts';
import { MAX_AMOUNT } from '../../../core/money/money.ts';
import { searchKey } from '../../../core/text/search.ts';
import { newRecordId } from '../../shared/ids.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** An organisation that typed a sentence each time has too many to count; each of the rest counts as used once. */
const SPELLINGS_COUNTED = 10_000;

export const fineTypes = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await createList(db, engine);
    await countUses(db);
    await listMostUsed(db);
  },
});

async function createList(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  await db.schema
    .createTable('listed_fine_types')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('type_key', key, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('urdu_name', text, (c) => c.notNull())
    .addColumn('urdu_key', key, (c) => c.notNull())
    .addColumn('amount', integer, (c) => c.check(sql`amount between 0 and ${sql.lit(MAX_AMOUNT)}`))
    .addColumn('active', integer, (c) => c.notNull().check(sql`active in (0, 1)`))
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer)
    .execute();
  await db.schema
    .alterTable('fine_types')
    .addColumn('use_count', integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('fine_types').addColumn('listed_as', key).execute();
  await db.schema.createIndex('fine_types_by_listed').on('fine_types').column('listed_as').execute();
}

async function countUses(db: Kysely<Schema>): Promise<void> {
  const spellings = await db
    .selectFrom('fines')
    .select((eb) => ['fine_type', eb.fn.countAll<number>().as('count')])
    .groupBy('fine_type')
    .orderBy('count', 'desc')
    .limit(SPELLINGS_COUNTED)
    .execute();
  const counts = new Map<string, number>();
  for (const { fine_type: type, count } of spellings) {
    counts.set(searchKey(type), (counts.get(searchKey(type)) ?? 0) + count);
  }
  for (const [key, count] of counts) {
    if (count > 1) await db.updateTable('fine_types').set({ use_count: count }).where('type_key', '=', key).execute();
  }
}

async function listMostUsed(db: Kysely<Schema>): Promise<void> {
  const used = await db
    .selectFrom('fine_types')
    .selectAll()
    .orderBy('use_count', 'desc')
    .orderBy('last_sequence', 'desc')
    .limit(FINE_TYPES_LISTED_AT_FIRST)
    .execute();
  for (const [index, type] of used.entries()) {
    const id = newRecordId();
    await db
      .insertInto('listed_fine_types')
      .values({
        id,
        type_key: type.type_key,
        name: type.fine_type,
        urdu_name: '',
        urdu_key: '',
        amount: type.last_amount,
        active: 1,
        position: index + 1,
        created_at: 0,
        updated_at: null,
      })
      .execute();
    await db.updateTable('fine_types').set({ listed_as: id }).where('type_key', '=', type.type_key).execute();
  }
}
