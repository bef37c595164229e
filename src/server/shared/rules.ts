// Whether a rule of the organisation is on. The `settings` table and its columns use the words of the imported
// application, which the journal contains; everywhere else they are called rules.
import { RULE_ID, type RuleName } from '../../core/fines/rules.ts';
import type { Handle } from '../db/types.ts';
import { daysUntilDue, stateOfRule } from '../db/built-once/rules.ts';

/** Called with the id of a rule whose row is missing. */
export type OnMissingRule = (ruleId: string) => void;

/** A missing row counts as off (REPEAT-12) and is reported to `onMissing`, which logs it. */
export async function isRuleOn(db: Handle, rule: RuleName, onMissing: OnMissingRule): Promise<boolean> {
  const id = RULE_ID[rule];
  const [row] = await stateOfRule(db, { id });
  if (row === undefined) onMissing(id);
  return row?.allow_disallow === 1;
}

/** The days after which a new fine is due; null if it has no due day. */
export async function readDueDays(db: Handle): Promise<number | null> {
  const [row] = await daysUntilDue(db, {});
  return row?.due_days ?? null;
}
