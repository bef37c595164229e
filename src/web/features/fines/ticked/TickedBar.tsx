// Below the list while rows are ticked: how many, their sum, and what can be done with them.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { useTexts } from '../../../messages/index.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import classes from '../fines.module.css';
import { owedOf } from '../changing/sums.ts';

export function TickedBar(props: { fines: readonly Fine[]; onPay(): void; onClear(): void }): ReactNode {
  const { t } = useTexts();
  const count = props.fines.length;
  return (
    <div className={classes['tickedBar']} data-empty={count === 0 || undefined}>
      <p role="status">
        {count > 0 && t('fines.ticked.chosen', { count, amount: moneyText(owedOf(props.fines), 'rs') })}
      </p>
      {count > 0 && (
        <>
          <Button variant="default" onClick={props.onClear}>
            {t('fines.ticked.clear')}
          </Button>
          <Button onClick={props.onPay}>{t('fines.ticked.pay')}</Button>
        </>
      )}
    </div>
  );
}
