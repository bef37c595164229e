// Whether this organisation automatically notifies its members of new records or due fines.
import type { Handle } from '../db/types.ts';
import { runFirst } from '../db/run.ts';
import { isRuleOn } from '../shared/rules.ts';

export async function tellsMembers(db: Handle): Promise<boolean> {
  if (await isRuleOn(db, 'tell-members', () => {})) return true;
  const reminding = db.selectFrom('organisation').select('id').where('remind_steps', 'is not', null);
  return (await runFirst(db, reminding)) !== undefined;
}
