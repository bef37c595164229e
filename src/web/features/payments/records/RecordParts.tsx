// What the rows and footers of payments, refunds and waivers have in common: an amount that is struck through once all
// of it was taken back, what was taken back with the reason, and the sums.
import type { JSX } from 'react';
import type { Reversal } from '../../../../contract/money/payments.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { rs } from '../../../ui/money/money-text.ts';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import classes from '../payments.module.css';

export interface Reversed {
  amount: number;
  reversals: Reversal[];
}

/** All of it was taken back. */
export const isGone = (record: Reversed): boolean => leftOf(record) === 0;
export const stateOf = (record: Reversed): 'gone' | undefined => (isGone(record) ? 'gone' : undefined);
export const takenBackOf = ({ reversals }: Reversed): JSX.Element | null =>
  reversals.length > 0 ? <TakenBack reversals={reversals} /> : null;

export function Amount({ of: record }: { of: Reversed }): JSX.Element {
  const amount = <Money paisa={record.amount} format="rs" />;
  return isGone(record) ? <s className={classes['struck']}>{amount}</s> : amount;
}

/** The number of a receipt or voucher. */
export const PaperNumber = ({ number, isGone: gone }: { number: string; isGone: boolean }): JSX.Element =>
  gone ? <s>{number}</s> : <>{number}</>;

function TakenBack({ reversals }: Pick<Reversed, 'reversals'>): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {reversals.map(({ amount, day, reason }, place) => (
        <p key={place} className={classes['aside']}>
          {t('payments.table.reversed', { amount: moneyText(amount, 'rs'), day: dayText(day), reason })}
        </p>
      ))}
    </>
  );
}

/** How many records there are, their sum, and how much of that was taken back. */
export function RecordSums({ count, whole, reversed }: Record<'count' | 'whole' | 'reversed', number>): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {t('payments.tabs.count', { count })} · {rs(whole - reversed)}
      {reversed > 0 && ` (${t('payments.footer.reversed')}: ${rs(reversed)})`}
    </>
  );
}
