// What cash was paid out for, in words.
import type { PayOut } from '../../../../contract/money/cash.ts';
import { useTexts } from '../../../messages/index.ts';

export function usePaidFor(): (payOut: PayOut) => string {
  const { t } = useTexts();
  return ({ event, note }) =>
    [event ?? '', note].filter((text) => text !== '').join(' · ') || t('payments.cash.deletedEvent');
}
