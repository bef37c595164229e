// The boxes that tick fines, one by one or all on the page, for an action on all of them.
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import classes from './tick.module.css';
import type { Ticked } from './useTicked.ts';
import { tickedAtOnce, tickedFines } from './ticks.ts';

interface TickProps {
  ticked: Ticked;
  /** the rows are those of the previous page */
  waiting: boolean;
}

export function Tick({ fine, ticked, waiting }: TickProps & { fine: Fine }): ReactNode {
  const { t } = useTexts();
  const { fineType, userName, amount, date } = fine;
  const box = useId();
  return (
    <label className={classes['one']} htmlFor={box}>
      <Checkbox
        id={box}
        aria-label={t('fines.ticked.tick', {
          fineType,
          userName,
          amount: moneyText(amount, 'rs'),
          date: dayText(date),
        })}
        checked={ticked.ticks.get(fine.id) === fine.status}
        disabled={waiting}
        onChange={({ currentTarget }) => (currentTarget.checked ? ticked.tick([fine]) : ticked.untick([fine.id]))}
      />
    </label>
  );
}

/** In the head of the table; `fines`: those that can be ticked. Where rows are cards, it stands above, with a label. */
export function TickAll({ fines, ticked, waiting }: TickProps & { fines: readonly Fine[] }): ReactNode {
  const { t } = useTexts();
  const all = tickedAtOnce(fines);
  const count = tickedFines(all, ticked.ticks).length;
  const isPaid = all[0]?.status === 'Paid';
  return (
    <label className={classes['all']} data-none={all.length === 0 || undefined}>
      <Checkbox
        checked={count > 0 && count === all.length}
        indeterminate={count > 0 && count < all.length}
        disabled={waiting || all.length === 0}
        onChange={() => (count < all.length ? ticked.tick(all) : ticked.untick(all.map(({ id }) => id)))}
      />
      <span className={classes['words']}>{t(isPaid ? 'fines.ticked.tickAllPaid' : 'fines.ticked.tickAll')}</span>
    </label>
  );
}
