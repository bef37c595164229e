// An amount, as the field for amounts (AmountInput) shows it.
import { formatRs, type Paisa } from '../../../../core/money/money.ts';

/** As a person would type it: 1,500 or 1,500.50. */
export const typedAmount = (paisa: Paisa): string => formatRs(paisa).replace('Rs. ', '').replace(/\.00$/, '');
