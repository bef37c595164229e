// One user's card on the overview: name, status, totals and paginated fines.
import { Alert } from '@mantine/core';
import { type JSX, memo, Suspense, useMemo, useState } from 'react';
import { listFines } from '../../../contract/fines/fines.ts';
import { type ExplainedFine, type UserSummary, listUserFines } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { isSettled } from '../../../core/money/totals.ts';
import { useMay } from '../../api/session.ts';
import { useRead } from '../../api/hooks.ts';
import { dayText } from '../../messages/formats.ts';
import { areaTexts, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { pendingFinesOf } from '../../routing/paths.ts';
import { useEver } from '../../ui/dialogs/dialog-state.ts';
import { Avatar, PersonLink } from '../../ui/people/people.tsx';
import { TextLink } from '../../ui/controls/buttons.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { FineRows } from '../../ui/money/FineRows.tsx';
import { TryAgain, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { OwingBadge, StatusBadge } from '../../ui/feedback/status.tsx';
import { Money } from '../../ui/money/money.tsx';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../ui/lists/paging/paging.tsx';
import classes from './overview.module.css';

/** The details of an own fine; fetched when the first one is opened, or ahead of time. */
const fineDialog = lazyPart(() => import('./OwnFineDialog.tsx'), areaTexts('own'));

interface UserCardProps {
  user: UserSummary;
  /** It is the member's own: the totals stand above already, and unpaid fines come first. */
  own?: boolean;
  /** Users who owe something show their unpaid fines, oldest first. */
  ofUnpaid?: boolean;
}

/** Memoised: not rendered again while another search is loading. */
export const UserCard = memo(ShownUserCard);

function ShownUserCard({ user, own = false, ofUnpaid = false }: UserCardProps): JSX.Element {
  const { t } = useTexts();
  const { userId, userName, summary } = user;
  return (
    <Card component="li" className={classes['user'] ?? ''}>
      <div className={classes['userHead']}>
        <Avatar name={userName === UNKNOWN_USER ? '' : userName} size={44} />
        <div className={classes['userWords']}>
          <h2 className={classes['userName']}>
            <PersonLink userId={userId} userName={userName} />
          </h2>
          <p className={classes['userId']}>{t('overview.id', { id: userId })}</p>
        </div>
        {isSettled(summary) ? <StatusBadge status="Paid" /> : <OwingBadge earliestDue={user.earliestDue} />}
      </div>
      {summary.fineCount === 0 ? (
        <p className={classes['noFines']}>{t('overview.noFines')}</p>
      ) : (
        <>
          {own ? null : <Figures user={user} />}
          <UserFines user={user} own={own} ofUnpaid={ofUnpaid} />
        </>
      )}
    </Card>
  );
}

/** The figures by which users can be sorted. */
function Figures({ user: { userId, summary, overdue, unpaidSince } }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>{t('overview.figures.total')}</dt>
        <dd>
          <Money paisa={summary.totalFine} format="whole" />
        </dd>
      </div>
      <div>
        <dt>{t('overview.figures.pending')}</dt>
        <dd>
          <Money paisa={summary.pendingFine} format="whole" />
        </dd>
      </div>
      {summary.credit === 0 ? null : (
        <div>
          <dt>{t('common.fine.credit')}</dt>
          <dd>
            <Money paisa={summary.credit} format="whole" />
          </dd>
        </div>
      )}
      {overdue === 0 ? null : (
        <div>
          <dt>{t('common.fine.overdue')}</dt>
          <dd>
            <Money paisa={overdue} format="whole" />
          </dd>
        </div>
      )}
      {unpaidSince === null ? null : (
        <div>
          <dt>{t('common.fine.unpaidSince')}</dt>
          <dd>
            <UnpaidSince day={unpaidSince} userId={userId} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The day, which links to the unpaid fines for those who may see them. */
function UnpaidSince({ day, userId }: { day: string; userId: string }): JSX.Element {
  const time = <time dateTime={day}>{dayText(day)}</time>;
  return useMay()(listFines) ? <TextLink to={pendingFinesOf(userId)}>{time}</TextLink> : time;
}

/** The first page comes with the card; further pages are fetched on demand. */
function UserFines({ user, own, ofUnpaid }: Required<UserCardProps>): JSX.Element {
  const { userId, userName, summary, latestFines, unpaidSince } = user;
  const { t } = useTexts();
  const unpaid = ofUnpaid && unpaidSince !== null;
  const [chosen, setChosen] = useState(1);
  const pages = pageCount(unpaid ? summary.fineCount - summary.paidCount : summary.fineCount, OVERVIEW_PAGE_SIZE);
  // Deletions elsewhere may have removed the page.
  const page = Math.min(chosen, pages);
  const reading = useRead(
    listUserFines,
    {
      params: { userId },
      query: {
        page,
        pageSize: OVERVIEW_PAGE_SIZE,
        ...(unpaid ? { status: 'Pending', order: 'oldest' } : { order: own ? 'pending-first' : 'newest' }),
      },
    },
    { enabled: page > 1 },
  );
  const failure = useLoadFailure(reading);
  const [opened, setOpened] = useState<ExplainedFine | null>(null);
  const everOpened = useEver(opened !== null);
  const ownFine = useMemo(() => ({ onOpen: setOpened }), []);
  const later = page === 1 ? undefined : reading.data;
  const of = { name: userName, id: userId };
  return (
    <>
      {page > 1 && failure.nothing ? (
        <Alert color="red" role="alert" className={classes['failed'] ?? ''}>
          <div className={classes['failedLine']}>
            {t('overview.failed')}
            <TryAgain failure={failure} variant="default" />
          </div>
        </Alert>
      ) : (
        <FineRows
          fines={later?.items ?? latestFines}
          label={t('overview.table.label', of)}
          reasonLabel={t('overview.table.reason')}
          stale={page > 1 && (later === undefined || reading.isPlaceholderData)}
          {...(own && { own: ownFine })}
          minRows={pages > 1 ? OVERVIEW_PAGE_SIZE : 0}
        />
      )}
      <Pager page={page} pages={pages} onChange={setChosen} label={t('overview.table.pages', of)} short />
      {everOpened && (
        <Suspense>
          <fineDialog.Screen fine={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
