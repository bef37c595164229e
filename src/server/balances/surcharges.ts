// Which fines are late surcharges, and of which fine (SURCHARGE-3). The rows stay when fines are deleted, so that no
// number of a fine is added again.
import type { Selectable } from 'kysely';
import { isOneOf, run } from '../db/run.ts';
import type { SurchargesTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';

type Rows = Selectable<SurchargesTable>[];

/** What is known of these fines: as surcharges, and as fines that bear some, by number. */
export async function surchargesAbout(db: Handle, fineIds: readonly string[]): Promise<{ are: Rows; bear: Rows }> {
  if (fineIds.length === 0) return { are: [], bear: [] };
  const about = (column: 'id' | 'fine_id'): Promise<Rows> =>
    run(
      db,
      db
        .selectFrom('surcharges')
        .selectAll()
        .where(isOneOf(db, column, fineIds))
        .orderBy('number'),
    );
  const [are, bear] = await settleAll([about('id'), about('fine_id')]);
  return { are, bear };
}
