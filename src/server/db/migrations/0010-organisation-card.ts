// Details on receipts besides the organisation's name. Null if missing, because older journal entries lack the fields.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const organisationCard = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text } = columnTypes(engine);
    for (const column of ['address', 'phone', 'receipt_foot', 'logo', 'logo_hash']) {
      await db.schema.alterTable('organisation').addColumn(column, text).execute();
    }
    await db.schema.alterTable('organisation').addColumn('logo_size', integer).execute();
  },
});
