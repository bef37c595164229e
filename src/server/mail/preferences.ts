// The kinds of news that somebody wants (MAIL-16), as stored in their account, and whether the organisation sends any.
import { NEWS_KINDS, type NewsKind } from '../../core/mail/letters.ts';
import { runFirst } from '../db/run.ts';
import type { AccountsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { isRuleOn } from '../shared/rules.ts';

type Column = AccountsTable['untold'];

/** `null`: they have not chosen, or have no account. */
export const declinedIn = (column: Column): NewsKind[] => {
  const kinds = (column ?? '').split(' ');
  return NEWS_KINDS.filter((kind) => kinds.includes(kind));
};

export const preferencesIn = (column: Column): Record<NewsKind, boolean> => {
  const declined = declinedIn(column);
  const wants = (kind: NewsKind): boolean => !declined.includes(kind);
  return { fined: wants('fined'), paid: wants('paid'), waived: wants('waived'), answered: wants('answered') };
};

export const columnOf = (preferences: Record<NewsKind, boolean>): string =>
  NEWS_KINDS.filter((kind) => !preferences[kind]).join(' ');

/** Whether members are told of new records or due fines by themselves. */
export async function tellsMembers(db: Handle): Promise<boolean> {
  if (await isRuleOn(db, 'tell-members', () => {})) return true;
  const reminding = db.selectFrom('organisation').select('id').where('remind_steps', 'is not', null);
  return (await runFirst(db, reminding)) !== undefined;
}
