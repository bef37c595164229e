// Fines inside a user's card: what for, when, how much, and whether it is paid.
import type { JSX } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { FineDay } from '../../../ui/feedback/status.tsx';
import { FineBadge, FineRest } from '../../../ui/money/FineState.tsx';
import { Money } from '../../../ui/money/money.tsx';
import classes from '../dashboard.module.css';
import { typeText } from '../../../messages/fine-types.ts';

interface FineListProps {
  fines: readonly Fine[];
  label: string;
  /** the fines are still those of another page than the one asked for */
  waiting: boolean;
}

export function FineList({ fines, label, waiting }: FineListProps): JSX.Element {
  return (
    <ul aria-label={label} className={classes['list']} data-waiting={waiting || undefined}>
      {fines.map((fine) => (
        <li key={fine.id} className={classes['fine']}>
          <span className={classes['fineType']}>
            <span dir="auto">{typeText(fine.fineType)}</span>
          </span>
          <span className={classes['facts']}>
            <span className={classes['date']}>
              <FineDay fine={fine} />
            </span>
            <span className={classes['amount']}>
              <Money paisa={fine.amount} format="whole" />
              <FineRest fine={fine} format="whole" />
            </span>
            <FineBadge fine={fine} />
          </span>
        </li>
      ))}
    </ul>
  );
}
