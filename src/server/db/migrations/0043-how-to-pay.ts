// How to pay, in Urdu as well. What was written so far stays, and is shown in Urdu until that is written.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const howToPay = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('organisation').addColumn('how_to_pay_ur', columnTypes(engine).text).execute();
  },
});
