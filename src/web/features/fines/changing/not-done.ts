// Why something was not done to fines, in words: which fines, and what happened to them meanwhile.
import { typeText } from '../../../messages/fine-types.ts';
import type { Translate } from '../../../messages/index.ts';
import { isolated } from '../../../messages/isolated.ts';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { ApiError } from '../../../api/errors.ts';
import { moneyText } from '../../../ui/money/Money.tsx';

/** At most this many are named. */
const MAX_NAMED = 3;

function namedFine({ fineType, userName, amount }: Fine, t: Translate): string {
  return t('fines.failed.namedFine', {
    fineType: isolated(typeText(fineType)),
    userName: isolated(userName),
    amount: moneyText(amount, 'rs'),
  });
}

/** The reason of `fines-not-pending`. `asked`: the fines that were to be paid, by id. */
export function notPending(error: unknown, asked: ReadonlyMap<string, Fine>, t: Translate): string {
  const fines = idsIn(error).flatMap((id) => asked.get(id) ?? []);
  const named = fines.slice(0, MAX_NAMED).map((fine) => namedFine(fine, t));
  if (fines.length > MAX_NAMED) named.push('…');
  return t('fines.failed.notPending', { count: fines.length, fines: named.join('; ') });
}

/** The fines as they are now, which come with an error because they changed; none with any other error. */
export function finesIn(error: unknown): Fine[] {
  if (!(error instanceof ApiError)) return [];
  if (error.code === 'fine-changed') return [error.details as Fine];
  return error.code === 'fines-changed' ? (error.details as { fines: Fine[] }).fines : [];
}

/** The contract defines these details for this code; without them nothing is named. */
function idsIn(error: unknown): string[] {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return [];
  const { paid = [], deleted = [] } = error.details as { paid?: string[]; deleted?: string[] };
  return [...paid, ...deleted];
}
