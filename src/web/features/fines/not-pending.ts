// Which of several fines could not be marked paid, in words.
import type { Translate } from '../../messages/index.ts';
import { isolated } from '../../messages/isolated.ts';
import type { Fine } from '../../../contract/fines.ts';
import { ApiError } from '../../api/errors.ts';
import { moneyText } from '../../ui/Money.tsx';

/** So many are named. */
const MAX_NAMED = 3;

/** The reason of `fines-not-pending`. `asked`: the fines that were to be paid, by id. */
export function notPending(error: unknown, asked: ReadonlyMap<string, Fine>, t: Translate): string {
  const fines = idsIn(error).flatMap((id) => asked.get(id) ?? []);
  const named: string[] = fines.slice(0, MAX_NAMED).map(({ fineType, userName, amount }) =>
    t('fines.failed.namedFine', {
      fineType: isolated(fineType),
      userName: isolated(userName),
      amount: moneyText(amount, 'rs'),
    }),
  );
  if (fines.length > MAX_NAMED) named.push('…');
  return t('fines.failed.notPending', { count: fines.length, fines: named.join('; ') });
}

/** The contract says so of this code; without the details nothing is named. */
function idsIn(error: unknown): string[] {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return [];
  const { paid = [], deleted = [] } = error.details as { paid?: string[]; deleted?: string[] };
  return [...paid, ...deleted];
}
