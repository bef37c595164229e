// Whether a reference was used before, for those who press Enter before that is pointed out (PAY-24).
import { findReference } from '../../contract/payments.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { call } from '../api/call.ts';
import { queryClient, readKey } from '../api/hooks.ts';

/** Whether earlier payments with this reference have yet to be pointed out. Where there is no answer, the payment goes on. */
export async function isUnseenDouble(method: PaymentMethod, reference: string): Promise<boolean> {
  const input = { query: { method, reference } };
  const queryKey = readKey(findReference, input);
  if (reference === '' || queryClient.getQueryData(queryKey) !== undefined) return false;
  const { topics } = findReference;
  const queryFn = () => call(findReference, input);
  const found = await queryClient
    .fetchQuery({ queryKey, queryFn, meta: { topics }, retry: false })
    .catch(() => undefined);
  return found !== undefined && found.items.length > 0;
}
