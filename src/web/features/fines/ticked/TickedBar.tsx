// Below the list while rows are ticked: how many, their sum, and the actions on them.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { payFines } from '../../../../contract/fines/fines.ts';
import { deleteFines, waiveFines } from '../../../../contract/fines/several-fines.ts';
import { useMay, useMayChange } from '../../../api/permission.ts';
import { useTexts } from '../../../messages/index.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import { sumOf } from '../../../ui/money/rupees.ts';
import type { TickedQuestion } from '../changing/useAsked.ts';
import classes from '../fines.module.css';
import { owedOf } from '../changing/sums.ts';

export function TickedBar(props: {
  fines: readonly Fine[];
  onAsk: (action: TickedQuestion['action']) => void;
  onClear: () => void;
}): ReactNode {
  const { fines, onAsk, onClear } = props;
  const { t } = useTexts();
  const may = useMay();
  const mayChange = useMayChange();
  const count = fines.length;
  const owed = owedOf(fines);
  const hasPaid = fines.some(({ status }) => status === 'Paid');
  const amount = hasPaid ? sumOf(fines.map((fine) => fine.amount)) : owed;
  return (
    <div className={classes['tickedBar']} data-empty={count === 0 || undefined}>
      <p role="status">
        {count > 0 && t('fines.ticked.chosen', { count, amount: moneyText(amount, 'rs') })}
        {hasPaid && ` ${t('fines.ticked.paidOnly')}`}
      </p>
      {count > 0 && (
        <>
          <Button variant="default" onClick={onClear}>
            {t('fines.ticked.clear')}
          </Button>
          <div className={classes['tickedActions']}>
            {may(deleteFines) && fines.every(({ id }) => mayChange.removeFine(id)) && (
              <Button variant="default" onClick={() => onAsk('delete')}>
                {t('fines.ticked.delete')}
              </Button>
            )}
            {may(waiveFines) && !hasPaid && owed > 0 && (
              <Button variant="default" onClick={() => onAsk('waive')}>
                {t('fines.ticked.waive')}
              </Button>
            )}
            {may(payFines) && !hasPaid && <Button onClick={() => onAsk('pay')}>{t('fines.ticked.pay')}</Button>}
          </div>
        </>
      )}
    </div>
  );
}
