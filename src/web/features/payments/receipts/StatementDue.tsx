// Due days on a statement: that of each fine, and how much of the closing balance is overdue (DUE-7).
import type { JSX } from 'react';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money } from '../../../ui/money/Money.tsx';
import classes from './receipts.module.css';

export function LineDue({ dueOn }: { dueOn: string | null }): JSX.Element | null {
  const { t } = useTexts();
  return dueOn === null ? null : (
    <small className={classes.statementDue}>{t('common.fine.due', { day: dayText(dueOn) })}</small>
  );
}

/** Below the closing balance; not shown if nothing is overdue, or if the statement ends before today. */
export function OverdueRow({ overdue }: { overdue: number | null }): JSX.Element | null {
  const { t } = useTexts();
  return overdue === null || overdue === 0 ? null : (
    <tr>
      <td colSpan={3}>{t('payments.statement.overdue')}</td>
      <td className={classes['figure']}>
        <Money rupees={overdue} format="figure" />
      </td>
    </tr>
  );
}
