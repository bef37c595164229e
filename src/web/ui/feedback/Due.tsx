// When a fine is to be paid, and the badge of an overdue one (DUE-5), by the organisation's day, which is kept current.
import type { JSX } from 'react';
import type { Fine } from '../../../contract/fines/fines.ts';
import { isOverdue, isPast } from '../../../core/fines/due.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { StatusBadge } from './StatusBadge.tsx';
import classes from './feedback.module.css';

/** Beside a Pending badge; nothing for a fine that is not overdue. */
export function FineOverdue({ fine }: { fine: Pick<Fine, 'dueOn' | 'outstanding'> }): JSX.Element | null {
  const { today } = useSession().organisation;
  return isOverdue(fine, today) ? <Overdue /> : null;
}

/** The badge of somebody who owes something; `earliestDue`: the earliest due day of what they owe. */
export function OwingBadge({ earliestDue }: { earliestDue: string | null }): JSX.Element {
  const { today } = useSession().organisation;
  return (
    <span className={classes['owing']}>
      <StatusBadge status="Pending" />
      {isPast(earliestDue, today) && <Overdue />}
    </span>
  );
}

function Overdue(): JSX.Element {
  const { t } = useTexts();
  return <small className={classes['overdue']}>{t('common.fine.overdue')}</small>;
}

/** Below the day of a fine, while something is still to be paid of it. */
function DueDay({ fine: { dueOn, outstanding } }: { fine: Pick<Fine, 'dueOn' | 'outstanding'> }): JSX.Element | null {
  const { t } = useTexts();
  // An answer that was stored before due days existed has none.
  return dueOn && outstanding > 0 ? (
    <small className={classes['due']}>{t('common.fine.due', { day: dayText(dueOn) })}</small>
  ) : null;
}

/** The day of a fine, and the day by which it is to be paid. */
export function FineDay({ fine }: { fine: Pick<Fine, 'date' | 'dueOn' | 'outstanding'> }): JSX.Element {
  return (
    <>
      <time dateTime={fine.date}>{dayText(fine.date)}</time>
      <DueDay fine={fine} />
    </>
  );
}
