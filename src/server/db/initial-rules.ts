// The rows of the organisation's rules, which are added by the start of the version that introduces them.
import { RULES } from '../../core/fines/rules.ts';
import type { Handle } from './types.ts';

/** The rows of rules that nobody has switched yet. */
export const initialRules = () =>
  RULES.map(({ id, description, isOnAtFirst }, index) => ({
    id,
    description,
    allow_disallow: isOnAtFirst ? 1 : 0,
    position: index + 1,
    updated_at: null,
  }));

/**
 * Adds the rules introduced by a newer version in their initial state. Their positions leave room for imported ones
 * after them.
 */
export async function addNewRules(db: Handle): Promise<void> {
  const known = new Set((await db.selectFrom('settings').select('id').execute()).map(({ id }) => id));
  const rows = initialRules().filter(({ id }) => !known.has(id));
  if (rows.length === 0) return;
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
