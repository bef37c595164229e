// How to pay, in Urdu as well. What was written so far stays, and is shown in Urdu until that is written.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export const howToPay = {
  async up(db: Kysely<Schema>): Promise<void> {
    await sql`alter table organisation add column how_to_pay_ur text`.execute(db);
  },
};
