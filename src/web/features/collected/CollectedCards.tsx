// One page of users as cards, where a table does not fit.
import type { JSX } from 'react';
import { useId } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/money/Money.tsx';
import classes from './collected.module.css';
import { PaidFines } from './PaidFines.tsx';
import type { CollectedRows } from './UserParts.tsx';
import { PersonName, RowActions } from './UserParts.tsx';

export function CollectedCards({ users, stale, open, onToggle }: CollectedRows): JSX.Element {
  const { t } = useTexts();
  return (
    <ul
      aria-label={t('collected.table.label')}
      aria-busy={stale}
      className={classes['cards']}
      data-stale={stale || undefined}
    >
      {users.map((user) => (
        <UserCard key={user.userId} user={user} opened={open.has(user.userId)} onToggle={onToggle} />
      ))}
    </ul>
  );
}

interface UserCardProps {
  user: UserSummary;
  opened: boolean;
  onToggle: (userId: string) => void;
}

function UserCard({ user, opened, onToggle }: UserCardProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { summary } = user;
  const facts = [
    { label: t('collected.table.total'), figure: <Money rupees={summary.totalFine} format="whole" fitted /> },
    { label: t('collected.table.pending'), figure: <Money rupees={summary.pendingFine} format="whole" fitted /> },
    { label: t('collected.table.collected'), figure: <Money rupees={summary.paidAmount} format="whole" fitted /> },
    { label: t('collected.table.paid'), figure: summary.paidCount },
  ];
  return (
    <Card component="li" className={classes['card'] ?? ''}>
      <PersonName user={user} />
      <dl className={classes['facts']}>
        {facts.map(({ label, figure }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <RowActions user={user} opened={opened} controls={id} onToggle={onToggle} />
      {opened ? (
        <div id={id} className={classes['cardDetail']}>
          <PaidFines user={user} />
        </div>
      ) : null}
    </Card>
  );
}
