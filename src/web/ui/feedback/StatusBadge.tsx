// A status as a coloured word: green for done or active, amber for pending, red for today, grey for over or inactive.
import type { JSX, ReactNode } from 'react';
import type { EventStatus } from '../../../core/event-status.ts';
import type { FineStatus } from '../../../core/fines/fine.ts';
import type { RequestState } from '../../../core/money/member-request.ts';
import type { UserStatus } from '../../../core/people/user-line.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './feedback.module.css';

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
