// Which fines count as ticked, and what one press ticks.
import type { Fine } from '../../../../contract/fines/fines.ts';

/** By the id of the fine, with the status in which it was ticked. */
export type Ticks = ReadonlyMap<string, Fine['status']>;

/** What one press ticks of a page: all that is pending, and only where nothing is what is paid. */
export function tickedAtOnce(fines: readonly Fine[]): Fine[] {
  const pending = fines.filter(({ status }) => status === 'Pending');
  return pending.length > 0 ? pending : [...fines];
}

/**
 * A tick counts while its fine is as it was ticked: what another window pays is ticked no longer. It is kept while its fine is shown
 * as paid, which the server may refuse.
 */
export const tickedFines = (fines: readonly Fine[], ticks: Ticks): Fine[] =>
  fines.filter(({ id, status }) => ticks.get(id) === status);
