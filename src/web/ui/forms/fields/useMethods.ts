// The payment methods offered wherever one is chosen.
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../core/money/payment.ts';
import { useRead } from '../../../api/hooks.ts';

/** All of them until the offered ones are known. */
export function useMethods(): readonly PaymentMethod[] {
  return useRead(readOrganisation, {}).data?.methods ?? PAYMENT_METHODS;
}
