// Why a payment was not taken back, in words.
import type { CreditUses } from '../../../contract/money/payments.ts';
import { ApiError } from '../../api/errors.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { isolated } from '../../messages/isolated.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';

/** Names what has used the credit that the payment left, because that must be undone first. */
export function notTakenBack(error: unknown, t: Translate): string {
  const { fines, vouchers } = usesIn(error);
  const named = [
    ...fines.map(({ fineType, date }) =>
      t('payments.takeBack.usedFine', { fineType: isolated(typeText(fineType)), day: dayText(date) }),
    ),
    ...vouchers.map((voucher) => t('payments.takeBack.usedVoucher', { voucher })),
  ];
  return named.length === 0 ? reasonOf(error, t) : t('payments.takeBack.used', { uses: named.join('; ') });
}

/** The contract says that `credit-used` has these details; without them nothing is named. */
function usesIn(error: unknown): CreditUses {
  const nothing = { fines: [], vouchers: [] };
  if (!(error instanceof ApiError) || error.code !== 'credit-used') return nothing;
  return { ...nothing, ...(error.details as Partial<CreditUses> | undefined) };
}
