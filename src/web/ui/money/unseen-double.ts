// Whether a reference was used before, for people who press Enter before this is pointed out (PAY-24).
import { findReference } from '../../../contract/money/payments.ts';
import type { Output } from '../../../contract/operation.ts';
import type { PaymentMethod } from '../../../core/money/payment.ts';
import { BESIDE_LIMIT_MS, call } from '../../api/call.ts';
import { queryClient, readKey } from '../../api/hooks.ts';

/** Whether earlier payments with this reference have yet to be pointed out. Without an answer the payment goes on. */
export async function isUnseenDouble(method: PaymentMethod, reference: string): Promise<boolean> {
  const input = { query: { method, reference } };
  const queryKey = readKey(findReference, input);
  const known = queryClient.getQueryState<Output<typeof findReference>>(queryKey);
  const pointedOut = known?.data?.items.length;
  // Something may have changed since; more may be found than was pointed out.
  if (reference === '' || (pointedOut !== undefined && known?.isInvalidated === false)) return false;
  // Not through the query: the notice is unmounted while this is busy, which would end its read without an answer.
  const found = await call(findReference, input, { timeLimit: BESIDE_LIMIT_MS }).catch(() => undefined);
  if (found !== undefined) queryClient.setQueryData(queryKey, found);
  return found !== undefined && found.items.length > (pointedOut ?? 0);
}
