// One user's card on the overview: name, status, totals and paginated fines.
import { Alert, Group, Text } from '@mantine/core';
import { type JSX, memo, Suspense, useMemo, useState } from 'react';
import { type ExplainedFine, type UserSummary, listUserFines } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { isSettled } from '../../../core/money/totals.ts';
import { useRead } from '../../api/hooks.ts';
import { areaTexts, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { useEver } from '../../ui/dialogs/dialog-state.ts';
import { UserCard, UserFigures } from '../../ui/people/UserCard.tsx';
import { FineRows } from '../../ui/money/FineRows.tsx';
import { TryAgain, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { OwingBadge, StatusBadge } from '../../ui/feedback/status.tsx';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../ui/lists/paging/paging.tsx';
import classes from './overview.module.css';

/** The details of an own fine; fetched when the first one is opened, or ahead of time. */
const fineDialog = lazyPart(() => import('./OwnFineDialog.tsx'), areaTexts('own'));

interface OverviewCardProps {
  user: UserSummary;
  /** It is the member's own: the totals stand above already, and unpaid fines come first. */
  own?: boolean;
  /** Users who owe something show their unpaid fines, oldest first. */
  ofUnpaid?: boolean;
}

/** Memoised: not rendered again while another search is loading. */
export const OverviewCard = memo(function OverviewCard(props: OverviewCardProps): JSX.Element {
  const { user, own = false, ofUnpaid = false } = props;
  const { t } = useTexts();
  const { summary, earliestDue } = user;
  return (
    <UserCard
      component="li"
      user={user}
      level={2}
      tone={summary.pendingFine > 0 ? 'yellow' : 'blue'}
      badge={isSettled(summary) ? <StatusBadge status="Paid" /> : <OwingBadge earliestDue={earliestDue} />}
    >
      {summary.fineCount === 0 ? (
        <Text p={16} c="dimmed" ta="center">
          {t('overview.noFines')}
        </Text>
      ) : (
        <>
          {own ? null : <UserFigures user={user} />}
          <UserFines user={user} own={own} ofUnpaid={ofUnpaid} />
        </>
      )}
    </UserCard>
  );
});

/** The first page comes with the card; further pages are fetched on demand. */
function UserFines({ user, own, ofUnpaid }: Required<OverviewCardProps>): JSX.Element {
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
    <div className={classes['fines']}>
      {page > 1 && failure.nothing ? (
        <Alert color="red" role="alert" mih={120}>
          <Group justify="space-between">
            {t('overview.failed')}
            <TryAgain failure={failure} variant="default" />
          </Group>
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
    </div>
  );
}
