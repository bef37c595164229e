// Which fines count as ticked, and what one press ticks.
import type { Fine } from '../../../contract/fines/fines.ts';

/** By the id of the fine, with the status in which it was ticked. */
export type Ticks = ReadonlyMap<string, Fine['status']>;

/** What one press ticks on a page: all pending fines or, if there are none, the paid ones. */
export function tickedAtOnce(fines: readonly Fine[]): Fine[] {
  const pending = fines.filter(({ status }) => status === 'Pending');
  return pending.length > 0 ? pending : [...fines];
}

/**
 * A tick counts while its fine has the status in which it was ticked: a fine that another window pays is no longer
 * ticked. The tick is kept while this window shows the fine as paid, because the server may still refuse.
 */
export const tickedFines = (fines: readonly Fine[], ticks: Ticks): Fine[] =>
  fines.filter(({ id, status }) => ticks.get(id) === status);
