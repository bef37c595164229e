// A fine's badge, what is still to be paid or was waived of it (PAY-13, WAIVE-8), and the fine as a question quotes it.
import type { JSX, ReactNode } from 'react';
import type { Fine } from '../../../contract/fines/fines.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { typeText } from '../../messages/fine-types.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './money.module.css';
import { type MoneyFormat, moneyText } from './money.tsx';
import { FineOverdue, StatusBadge } from '../feedback/status.tsx';

type Figures = Pick<Fine, 'amount' | 'dueOn' | 'outstanding' | 'paidAmount' | 'status' | 'waivedAmount'>;

const isPartlyPaid = ({ status, paidAmount }: Omit<Figures, 'dueOn'>): boolean =>
  status === 'Pending' && paidAmount > 0;

export function FineBadge({ fine }: { fine: Figures }): JSX.Element {
  const { t } = useTexts();
  return (
    <span className={classes['state']}>
      <StatusBadge status={isWaived(fine) ? 'Waived' : fine.status} />
      <FineOverdue fine={fine} />
      {isPartlyPaid(fine) && <small className={classes.fineStateAside}>{t('common.fine.partlyPaid')}</small>}
    </span>
  );
}

/** Below the amount, in its format; nothing unless the fine is partly paid or partly waived. */
export function FineRest({ fine, format }: { fine: Omit<Figures, 'dueOn'>; format: MoneyFormat }): JSX.Element | null {
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
        <small key={part} className={classes.fineStateAside}>
          {part}
        </small>
      ))}
    </span>
  );
}

/** The fine that a question is about: whose it is, and what for; its figures are the children. */
export function QuotedFine({
  fine: { userName, fineType },
  children,
}: {
  fine: Pick<Fine, 'userName' | 'fineType'>;
  children: ReactNode;
}): JSX.Element {
  return (
    <p className={classes['quoted']}>
      <span>
        <strong dir="auto">{recordedText(userName)}</strong>
      </span>
      <span>
        <span dir="auto">{typeText(fineType)}</span>
      </span>
      {children}
    </p>
  );
}
