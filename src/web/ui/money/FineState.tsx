// How a fine stands: its badge, and what is left to pay or was waived of it (PAY-13, WAIVE-8).
import type { JSX } from 'react';
import type { Fine } from '../../../contract/fines/fines.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './FineState.module.css';
import { type MoneyFormat, moneyText } from './Money.tsx';
import { StatusBadge } from '../feedback/StatusBadge.tsx';

type Figures = Pick<Fine, 'amount' | 'outstanding' | 'paidAmount' | 'status' | 'waivedAmount'>;

const isPartlyPaid = ({ status, paidAmount }: Figures): boolean => status === 'Pending' && paidAmount > 0;

export function FineBadge({ fine }: { fine: Figures }): JSX.Element {
  const { t } = useTexts();
  return (
    <span className={classes['state']}>
      <StatusBadge status={isWaived(fine) ? 'Waived' : fine.status} />
      {isPartlyPaid(fine) && <small className={classes['aside']}>{t('common.fine.partlyPaid')}</small>}
    </span>
  );
}

/** Below the amount, in its format; nothing for a fine of which nothing is paid in part or waived in part. */
export function FineRest({ fine, format }: { fine: Figures; format: MoneyFormat }): JSX.Element | null {
  const { t } = useTexts();
  const { outstanding, waivedAmount } = fine;
  const parts = [
    ...(waivedAmount > 0 && !isWaived(fine)
      ? [t('common.fine.waived', { amount: moneyText(waivedAmount, format) })]
      : []),
    ...(outstanding > 0 && outstanding < fine.amount
      ? [t('common.fine.left', { amount: moneyText(outstanding, format) })]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <span className={classes['rest']}>
      {parts.map((part) => (
        <small key={part} className={classes['aside']}>
          {part}
        </small>
      ))}
    </span>
  );
}
