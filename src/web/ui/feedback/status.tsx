// A status as a coloured word: green for done or active, amber for pending, red for today, grey for over or inactive.
import { Box, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { EventStatus } from '../../../core/event-status.ts';
import type { FineStatus } from '../../../core/fines/fine.ts';
import type { RequestState } from '../../../core/money/member-request.ts';
import type { UserStatus } from '../../../core/people/user-line.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './feedback.module.css';
import type { Fine } from '../../../contract/fines/fines.ts';
import { isOverdue, isPast } from '../../../core/fines/due.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';

export type BadgeStatus = FineStatus | 'Waived' | UserStatus | EventStatus | 'Enabled' | 'Disabled' | RequestState;

export type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

const TONE: Record<BadgeStatus, Tone> = {
  Paid: 'good',
  Pending: 'waiting',
  Waived: 'quiet',
  Active: 'good',
  Inactive: 'quiet',
  Enabled: 'good',
  Disabled: 'quiet',
  open: 'waiting',
  accepted: 'good',
  refused: 'bad',
  withdrawn: 'quiet',
  // EVENT-4: grey, red, yellow, green.
  Completed: 'quiet',
  Today: 'bad',
  Soon: 'waiting',
  Upcoming: 'good',
};

export function StatusBadge({ status }: { status: BadgeStatus }): JSX.Element {
  const { t } = useTexts();
  return <Badge tone={TONE[status]}>{t(`common.status.${status}`)}</Badge>;
}

/** A status that only one screen has. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): JSX.Element {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  );
}

// When a fine is to be paid, and the badge of an overdue one (DUE-5), by the organisation's day, which is kept current.

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

interface FineDayProps {
  fine: Pick<Fine, 'date' | 'dueOn' | 'outstanding'>;
  /** A row of one line says the due day only of a fine that is overdue. */
  brief?: boolean;
}

/** The day of a fine and, below it while something is still to be paid, the day by which it is to be paid. */
export function FineDay({ fine, brief = false }: FineDayProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const { date, dueOn, outstanding } = fine;
  return (
    <>
      <time dateTime={date}>{dayText(date)}</time>
      {dueOn && outstanding > 0 && (!brief || isOverdue(fine, today)) && (
        <Box component="small" c="dimmed" fz="xs" fw={400} display="block">
          {t('common.fine.due', { day: dayText(dueOn) })}
        </Box>
      )}
    </>
  );
}

// Shown in place of an empty list: why it is empty, and what to do about it.

interface EmptyStateProps {
  /** a decorative icon, e.g. `<IconUsers />` */
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** a button or link, outlined: the screen's primary button stands above the list */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps): JSX.Element {
  return (
    <div className={classes['empty']}>
      {icon === undefined ? null : (
        <span aria-hidden className={classes['icon']}>
          {icon}
        </span>
      )}
      <Text fw={600}>{title}</Text>
      {text === undefined ? null : <p className={classes['text']}>{text}</p>}
      {action === undefined ? null : <Box mt={16}>{action}</Box>}
    </div>
  );
}
