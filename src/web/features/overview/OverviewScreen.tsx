// The fines overview (OVERVIEW-1): totals, and every user with their fines. A member sees their own card and totals;
// the server decides which records to send (ACCESS-7).
import { Skeleton } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import type { ComponentType, JSX } from 'react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { mayOfferNotifications } from '../../push/offer.ts';
import { useAddress } from '../../routing/location.ts';
import { ownPaperIn, PATHS } from '../../routing/paths.ts';
import { TopBarShell } from '../../shell/frame/TopBarShell.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { Owed } from './Owed.tsx';
import type { OverviewBarProps } from './OverviewBar.tsx';
import { OverviewBar } from './OverviewBar.tsx';
import { OverviewList } from './OverviewList.tsx';
import { OverviewLoading } from './OverviewLoading.tsx';
import classes from './overview.module.css';
import { TotalsCards } from './TotalsCards.tsx';
import { useOverview } from './useOverview.ts';
import { UserCard } from './UserCard.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { readTotals } from '../../../contract/overview.ts';
import { useMay } from '../../api/permission.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

interface OverviewScreenProps extends OverviewBarProps {
  /** a member's requests, fetched once their fines are shown; `loading` keeps the space until then */
  OwnRequests: ComponentType<{ part: 'asking' | 'asked'; loading?: JSX.Element }>;
  /** a member's payments, fetched once their fines are shown */
  OwnPayments: ComponentType;
  /** for a member, fetched only if it may be offered */
  NotificationsOffer: ComponentType;
  /** replaces everything else if the address asks for a member's paper */
  OwnPaper: ComponentType;
}

export default function OverviewScreen({
  AccountDialog,
  OwnRequests,
  OwnPayments,
  NotificationsOffer,
  OwnPaper,
}: OverviewScreenProps): JSX.Element {
  const { t } = useTexts();
  const isStaff = useMay()(readTotals);
  const paper = ownPaperIn(useAddress().search);
  const [offers] = useState(() => !isStaff && mayOfferNotifications());
  const overview = useOverview();
  const { list, own, failure } = overview;

  const content = (): JSX.Element => {
    if (list !== undefined) return <OverviewList overview={overview} list={list} searchable={isStaff} />;
    if (!failure.nothing) return <OverviewLoading />;
    return (
      <Card>
        <LoadFailureState failure={failure} message={t('overview.failed')} />
      </Card>
    );
  };

  const asking = (
    <Card aria-hidden className={classes['asking'] ?? ''}>
      <Skeleton height={24} width="50%" />
      <Skeleton height={44} width="80%" />
    </Card>
  );
  if (!isStaff && paper !== null) {
    return (
      <TopBarShell bar={<OverviewBar AccountDialog={AccountDialog} />}>
        <Suspense fallback={<OverviewLoading />}>
          <OwnPaper />
        </Suspense>
      </TopBarShell>
    );
  }
  return (
    <TopBarShell bar={<OverviewBar AccountDialog={AccountDialog} />}>
      <Screen>
        <PageHeader
          title={t('overview.title')}
          {...(isStaff
            ? {
                actions: (
                  <>
                    <LinkButton
                      to={PATHS.users}
                      variant="default"
                      leftSection={<IconListDetails size={18} aria-hidden />}
                    >
                      {t('overview.userList')}
                    </LinkButton>
                    <Allowed to={addFines}>
                      <LinkButton to={PATHS.fines} leftSection={<IconPlus size={18} aria-hidden />}>
                        {t('overview.addFine')}
                      </LinkButton>
                    </Allowed>
                  </>
                ),
              }
            : {})}
        />
        {isStaff || (own === undefined && failure.nothing) ? null : (
          <Owed own={own ?? undefined} howToPay={overview.howToPay} />
        )}
        {isStaff ? null : own === undefined ? (
          asking
        ) : (
          <Suspense fallback={asking}>
            <OwnRequests part="asking" loading={asking} />
          </Suspense>
        )}
        {own && offers ? (
          <Suspense>
            <NotificationsOffer />
          </Suspense>
        ) : null}
        <TotalsCards totals={overview.totals} own={!isStaff} failed={failure.nothing} />
        {/* First, regardless of the search and order of the list below (OVERVIEW-14). */}
        {own ? (
          <ul aria-label={t('overview.own.label')} className={classes['users']} data-cards data-alone>
            <UserCard user={own} own />
          </ul>
        ) : null}
        {own ? (
          <Suspense>
            <OwnPayments />
          </Suspense>
        ) : null}
        {content()}
        {isStaff || own === undefined ? null : (
          <Suspense>
            <OwnRequests part="asked" />
          </Suspense>
        )}
      </Screen>
      <LoadFailureDialog failure={failure} message={t('overview.failed')} />
    </TopBarShell>
  );
}
