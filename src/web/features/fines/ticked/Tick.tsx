// The boxes that choose pending fines, one by one or all of the page, to be marked paid at once.
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { useTexts } from '../../../messages/index.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import classes from './tick.module.css';
import type { Ticked } from './useTicked.ts';
import { isTickable, tickedFines } from './useTicked.ts';

interface TickProps {
  ticked: Ticked;
  /** the rows are those of the page before */
  waiting: boolean;
}

export function Tick({ fine, ticked, waiting }: TickProps & { fine: Fine }): ReactNode {
  const { t } = useTexts();
  const { fineType, userName, amount } = fine;
  const box = useId();
  return (
    <label className={classes['one']} htmlFor={box}>
      <Checkbox
        id={box}
        aria-label={t('fines.ticked.tick', { fineType, userName, amount: moneyText(amount, 'rs') })}
        checked={ticked.ids.has(fine.id)}
        disabled={waiting}
        onChange={({ currentTarget }) => ticked.tick([fine.id], currentTarget.checked)}
      />
    </label>
  );
}

/** In the head of the table. Where the rows are cards it stands above them with its words. */
export function TickAll({ fines, ticked, waiting }: TickProps & { fines: readonly Fine[] }): ReactNode {
  const { t } = useTexts();
  const tickable = fines.filter(isTickable);
  const count = tickedFines(fines, ticked.ids).length;
  return (
    <label className={classes['all']} data-none={tickable.length === 0 || undefined}>
      <Checkbox
        checked={count > 0 && count === tickable.length}
        indeterminate={count > 0 && count < tickable.length}
        disabled={waiting || tickable.length === 0}
        onChange={() =>
          ticked.tick(
            tickable.map(({ id }) => id),
            count < tickable.length,
          )
        }
      />
      <span className={classes['words']}>{t('fines.ticked.tickAll')}</span>
    </label>
  );
}
