// Who a person is, what they owe, and how to reach them.
import { Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useSession } from '../../../api/session.ts';
import { dayText, dayTextOf, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Avatar } from '../../../ui/people/Avatar.tsx';
import { StatusBadge } from '../../../ui/feedback/StatusBadge.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { overdueText } from '../../../ui/money/money-text.ts';
import { isNameless } from '../user-fields.ts';
import { Detail, SignInState } from '../UserParts.tsx';
import classes from './person.module.css';
import type { Person } from './person-tabs.ts';

interface PersonProps {
  person: Person;
}

export function PersonHead({ person: { user, deleted } }: PersonProps): JSX.Element {
  return (
    <header className={classes['head']}>
      <Avatar name={isNameless(user) ? '' : user.userName} size={52} />
      <div className={classes['who']}>
        <Title order={1} className={classes['name'] ?? ''}>
          <bdi>{recordedText(user.userName)}</bdi>
        </Title>
        {!deleted && (
          <p className={classes['role']}>
            <Detail user={user} field="role" />
            <StatusBadge status={user.status} />
          </p>
        )}
      </div>
    </header>
  );
}

/** The person's figures; what they owe stands out. */
export function PersonMoney({ person }: PersonProps): JSX.Element {
  const { t } = useTexts();
  const { summary, unpaidSince, openCount, overdue, earliestDue } = person;
  return (
    <section aria-label={t('users.person.totals')} className={classes['money']}>
      <div className={classes['owes']} data-owes={summary.pendingFine > 0 || undefined}>
        <h2>{t('users.person.owes')}</h2>
        <p className={classes['sum']}>
          <Money rupees={summary.pendingFine} format="rs" />
        </p>
        <p className={classes['small']}>
          {unpaidSince === null
            ? t(summary.fineCount === 0 ? 'users.person.noFines' : 'users.person.allPaid')
            : t('users.person.since', { count: openCount, day: dayText(unpaidSince) })}
        </p>
        {overdue > 0 ? (
          <p className={classes['late']}>{overdueText(t, overdue, summary.pendingFine, 'rs')}</p>
        ) : (
          earliestDue !== null && (
            <p className={classes['small']}>{t('users.person.due', { day: dayText(earliestDue) })}</p>
          )
        )}
      </div>
      <dl className={classes['figures']}>
        <Figure label={t('users.person.total')} rupees={summary.totalFine} />
        <Figure label={t('users.person.paid')} rupees={summary.paidAmount} />
        {summary.credit > 0 && <Figure label={t('common.fine.credit')} rupees={summary.credit} />}
      </dl>
    </section>
  );
}

function Figure({ label, rupees }: { label: string; rupees: number }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} format="rs" />
      </dd>
    </div>
  );
}

export function PersonFacts({ person: { user, deleted } }: PersonProps): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  return (
    <dl className={classes['facts']}>
      {!deleted && (
        <>
          <Fact label={t('common.user.phone')}>
            <Reached by={user.number === null ? null : `tel:+${user.number}`}>
              <Detail user={user} field="phone" />
            </Reached>
          </Fact>
          <Fact label={t('users.columns.signIn')}>
            <SignInState user={user} />
          </Fact>
          <Fact label={t('common.user.userEmail')} whole>
            <Reached by={user.userEmail === null ? null : `mailto:${encodeURI(user.userEmail)}`}>
              <Detail user={user} field="email" />
            </Reached>
          </Fact>
        </>
      )}
      <Fact label={t('users.person.added')}>{dayTextOf(user.createdAt, timeZone)}</Fact>
      <Fact label={t('users.person.id')}>
        <bdi>{user.id}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ label, whole, children }: { label: string; whole?: true; children: ReactNode }): JSX.Element {
  return (
    <div data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `by`: an address that calls or writes to the person; null if there is none */
function Reached({ by, children }: { by: string | null; children: ReactNode }): JSX.Element {
  return by === null ? <>{children}</> : <a href={by}>{children}</a>;
}
