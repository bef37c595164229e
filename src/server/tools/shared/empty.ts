// Whether a database contains records. Import and restore require an empty one: neither merges with existing data.
import type { Handle } from '../../db/types.ts';

/** Users (deleted ones too), fines, events and journal entries count; rules and accounts do not. */
export async function hasRecords(db: Handle): Promise<boolean> {
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
