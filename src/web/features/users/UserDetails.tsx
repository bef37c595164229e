// "View": a user's details, totals and latest fines, and the ways to fine, remind or open them. Stays true while open.
import { Alert, Button, Skeleton, Title } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { addFines } from '../../../contract/fines/fines.ts';
import { takePayment } from '../../../contract/money/payments.ts';
import { endSignIns, readUser, setUserAccess } from '../../../contract/users.ts';
import { emailKey } from '../../../core/people/email.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { dayText, dayTextOf } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { finesOf, historyOf, statementPath } from '../../routing/paths.ts';
import { CollectButton, GiveBackButton } from '../../ui/money/MoneyButtons.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { FineBadge, FineRest } from '../../ui/money/FineState.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { UserAccess } from './UserAccess.tsx';
import { UserSignIns } from './sign-in/UserSignIns.tsx';
import { Reminder } from './Reminder.tsx';
import { PersonName, UserFacts } from './UserParts.tsx';
import classes from './users.module.css';

type UserDetails = Output<typeof readUser>;

interface UserDetailsDialogProps {
  opened: boolean;
  userId: string;
  onClose: () => void;
}

export function UserDetailsDialog({ opened, userId, onClose }: UserDetailsDialogProps): JSX.Element {
  const { t } = useTexts();
  const query = useRead(readUser, { params: { userId } }, { enabled: opened, keepPrevious: false });
  const gone = query.error instanceof ApiError && query.error.code === 'user-not-found';
  return (
    <Sheet opened={opened} onClose={onClose} title={t('users.view.title')} size="lg">
      {gone ? (
        <Alert color="red" role="alert">
          {t('users.view.gone')}
        </Alert>
      ) : query.data !== undefined ? (
        <Details answer={query.data} />
      ) : query.isError ? (
        <Alert color="red" role="alert">
          <p className={classes['noticeText']}>{t('users.view.failed')}</p>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        <DetailsSkeleton />
      )}
    </Sheet>
  );
}

function DetailsSkeleton(): JSX.Element {
  const { t } = useTexts();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={36} width="60%" />
      <Skeleton height={120} mt="md" />
      <Skeleton height={64} mt="lg" />
      <Skeleton height={200} mt="lg" />
    </div>
  );
}

function Details({ answer }: { answer: UserDetails }): JSX.Element {
  const { t } = useTexts();
  const { organisation, principal } = useSession();
  const { user, deleted, summary } = answer;
  // The own account shows its sign-ins itself.
  const isOwn = emailKey(user.userEmail ?? '') === emailKey(principal?.email ?? '');
  return (
    <>
      {deleted && (
        <Alert color="yellow" role="status" mb="md">
          {t('users.view.deleted')}
        </Alert>
      )}
      <div className={classes['cardHead']}>
        <PersonName user={user} />
        {!deleted && <StatusBadge status={user.status} />}
      </div>
      <dl className={classes['facts']}>
        {!deleted && <UserFacts user={user} />}
        <dt>{t('users.view.id')}</dt>
        <dd>
          <bdi>{user.id}</bdi>
        </dd>
        <dt>{t('users.view.since')}</dt>
        <dd>{dayTextOf(user.createdAt, organisation.timeZone)}</dd>
      </dl>
      <section className={classes['section']} aria-label={t('users.view.totals')}>
        <dl className={classes['totals']}>
          <Figure label={t('users.view.total')} rupees={summary.totalFine} />
          <Figure label={t('users.view.pending')} rupees={summary.pendingFine} />
          <Figure label={t('users.view.paid')} rupees={summary.paidAmount} />
          {summary.credit > 0 && <Figure label={t('common.fine.credit')} rupees={summary.credit} />}
        </dl>
      </section>
      <LatestFines answer={answer} />
      <div className={classes['buttons']}>
        {!deleted && (
          <Allowed to={addFines}>
            <Button
              component="a"
              href={`#${finesOf(user.id)}?add=true`}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {t('users.view.fine')}
            </Button>
          </Allowed>
        )}
        <Button
          component="a"
          href={`#${finesOf(user.id)}`}
          variant="default"
          leftSection={<IconListDetails size={18} aria-hidden />}
        >
          {t('users.view.open')}
        </Button>
      </div>
      <LinkButton to={statementPath(user.id)} variant="default" fullWidth mt="md">
        {t('common.statement')}
      </LinkButton>
      <LinkButton to={historyOf({ member: user.id })} variant="default" fullWidth mt="md">
        {t('common.history')}
      </LinkButton>
      {summary.pendingFine > 0 && <CollectButton userId={user.id} fullWidth mt="md" />}
      {summary.credit > 0 && <GiveBackButton userId={user.id} fullWidth mt="md" />}
      {!deleted && summary.pendingFine > 0 && (
        <Allowed to={takePayment}>
          <Reminder user={user} summary={summary} />
        </Allowed>
      )}
      {!deleted && user.userEmail !== null && (
        <Allowed to={setUserAccess}>
          <UserAccess key={user.access} user={user} />
        </Allowed>
      )}
      {!deleted && user.userEmail !== null && !isOwn && (
        <Allowed to={endSignIns}>
          <UserSignIns user={user} />
        </Allowed>
      )}
    </>
  );
}

function Figure({ label, rupees }: { label: string; rupees: number }): JSX.Element {
  return (
    <div className={classes['total']}>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} format="rs" />
      </dd>
    </div>
  );
}

function LatestFines({ answer: { latestFines, summary } }: { answer: UserDetails }): JSX.Element {
  const { t } = useTexts();
  return (
    <section className={classes['section']}>
      <Title order={3} className={classes['sectionTitle'] ?? ''}>
        {t('users.view.latest')}
      </Title>
      {latestFines.length === 0 ? (
        <p className={classes['small']}>{t('users.view.noFines')}</p>
      ) : (
        <>
          <p className={classes['small']}>
            {t('users.view.count', { count: summary.fineCount, paid: summary.paidCount })}
          </p>
          <ul className={classes['fines']}>
            {latestFines.map((fine) => (
              <li key={fine.id} className={classes['fine']}>
                <span className={classes['wrap']}>
                  <bdi>{fine.fineType}</bdi>
                </span>
                <span className={classes['amount']}>
                  <Money rupees={fine.amount} format="rs" />
                  <FineRest fine={fine} format="rs" />
                </span>
                <span className={classes['small']}>{dayText(fine.date)}</span>
                <FineBadge fine={fine} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
