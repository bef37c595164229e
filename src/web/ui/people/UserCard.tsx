// A user with what they were fined: the head and figures of a card, the same wherever one is shown.
import { Group } from '@mantine/core';
import { type JSX, type ReactNode, useId } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { formatCount } from '../../../core/text/count.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { StatusBadge } from '../feedback/status.tsx';
import { Card, type CardProps } from '../layout/page.tsx';
import { Money } from '../money/money.tsx';
import classes from './people.module.css';
import { Avatar, PersonLink } from './people.tsx';

/** The class of a list of these cards. */
export const USER_CARDS = classes['users'] ?? '';

/** DASH-9: red on a load error, yellow if anything is pending, otherwise blue. */
type Tone = 'red' | 'yellow' | 'blue';

interface UserCardProps extends CardProps {
  tone: Tone;
  /** null: their record could not be read, and `children` says so */
  user: Pick<UserSummary, 'userId' | 'userName' | 'inactive'> | null;
  /** in place of the name */
  title?: string;
  level: 2 | 3;
  badge: ReactNode;
  children: ReactNode;
}

export function UserCard({ tone, user, title = '', level, badge, children, ...card }: UserCardProps): JSX.Element {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <Card {...card} aria-labelledby={id} className={classes['card'] ?? ''}>
      <header className={classes['cardHead']} data-tone={tone}>
        {user === null ? (
          <Heading id={id}>{title}</Heading>
        ) : (
          <Person {...user} size={40} name={<Heading id={id}>{linkTo(user)}</Heading>} />
        )}
        {badge}
      </header>
      {children}
    </Card>
  );
}

const linkTo = ({ userId, userName }: Pick<UserSummary, 'userId' | 'userName'>): JSX.Element => (
  <PersonLink userId={userId} userName={userName} />
);

/** Initials, name and id. */
function Person(props: {
  userId: string;
  userName: string;
  inactive?: boolean;
  size?: number;
  /** with more meaning than the bare link */
  name?: ReactNode;
}): JSX.Element {
  const { userId, userName, inactive = false, size = 36, name } = props;
  const { t } = useTexts();
  return (
    <span className={classes['person']}>
      <Avatar name={userName === UNKNOWN_USER ? '' : recordedText(userName)} size={size} />
      <span className={classes['personWords']}>
        {name ?? linkTo(props)}
        <Group component="span" gap={4} className={classes['personId'] ?? ''}>
          {t('common.userId', { id: userId })} {inactive && <StatusBadge status="Inactive" />}
        </Group>
      </span>
    </span>
  );
}

/** The figures by which users can be sorted, and those that ask for something. */
export function UserFigures({ user }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  const { summary, overdue, unpaidSince } = user;
  const money = (paisa: number): JSX.Element => <Money paisa={paisa} format="whole" />;
  const figures = {
    [t('common.figures.total')]: money(summary.totalFine),
    [t('common.figures.pending')]: money(summary.pendingFine),
    [t('common.figures.paid')]: money(summary.paidAmount),
    [t('common.figures.count')]: formatCount(summary.fineCount),
    [t('common.fine.credit')]: summary.credit !== 0 && money(summary.credit),
    [t('common.fine.overdue')]: overdue !== 0 && money(overdue),
    [t('common.fine.unpaidSince')]: unpaidSince !== null && <time dateTime={unpaidSince}>{dayText(unpaidSince)}</time>,
  };
  return (
    <dl className={classes['figures']}>
      {Object.entries(figures).map(
        ([label, figure]) =>
          figure !== false && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
