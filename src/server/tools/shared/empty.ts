// Whether a database is still without records. Import and restore begin only then: neither can be mixed with what is there.
import type { Handle } from '../../db/engine.ts';

/** True with a user (also a deleted one), a fine, an event or a journal entry. Rules and accounts alone are no records. */
export async function holdsRecords(db: Handle): Promise<boolean> {
  for (const table of ['users', 'fines', 'events', 'journal'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('found'))
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}
