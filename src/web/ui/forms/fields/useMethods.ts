// The methods of payment that are offered where one is chosen.
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../core/money/payment.ts';
import { useRead } from '../../../api/hooks.ts';

/** All of them until it is known which. */
export function useMethods(): readonly PaymentMethod[] {
  return useRead(readOrganisation, {}).data?.methods ?? PAYMENT_METHODS;
}
