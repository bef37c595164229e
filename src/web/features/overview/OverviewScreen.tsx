// The fines overview (OVERVIEW-1): totals, and every user with their fines. A member sees their own card and totals;
// the server decides which records to send (ACCESS-7).
import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { IconListDetails, IconPlus, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { type ComponentType, type JSX, Suspense, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { mayOfferNotifications } from '../../push/device.ts';
import { useAddress } from '../../routing/location.ts';
import { ownPaperIn, PATHS } from '../../routing/paths.ts';
import { TopBarFrame } from '../../shell/Frame.tsx';
import { Card, PageHeader, Screen } from '../../ui/layout/page.tsx';
import { LinkButton, Allowed, IconAction } from '../../ui/controls/buttons.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { Owed } from './Owed.tsx';
import { OverviewList } from './OverviewList.tsx';
import classes from './overview.module.css';
import { useOverview, type OverviewPage } from './useOverview.ts';
import { OverviewCard } from './OverviewCard.tsx';
import { USER_CARDS } from '../../ui/people/UserCard.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { readTotals } from '../../../contract/overview.ts';
import { useMay } from '../../api/session.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { Brand, BrandLink, useLogout } from '../../shell/navigation/Sidebar.tsx';

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
      <TopBarFrame bar={<OverviewBar AccountDialog={AccountDialog} />}>
        <Suspense fallback={<OverviewLoading />}>
          <OwnPaper />
        </Suspense>
      </TopBarFrame>
    );
  }
  return (
    <TopBarFrame bar={<OverviewBar AccountDialog={AccountDialog} />}>
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
                      className={classes['wide'] ?? ''}
                      leftSection={<IconListDetails size={18} aria-hidden />}
                    >
                      {t('overview.userList')}
                    </LinkButton>
                    <Allowed to={addFines}>
                      <LinkButton
                        to={PATHS.fines}
                        className={classes['wide'] ?? ''}
                        leftSection={<IconPlus size={18} aria-hidden />}
                      >
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
          <ul aria-label={t('overview.own.label')} data-cards>
            <OverviewCard user={own} own />
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
    </TopBarFrame>
  );
}

// The overview while its first response is loading: its text (OVERVIEW-11) and skeleton cards.

const CARDS = 4;

function OverviewLoading(): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <Group role="status" component="p" gap={8} mih={44} c="dimmed">
        <Loader size={18} aria-hidden />
        {t('overview.loading')}
      </Group>
      <div aria-hidden className={USER_CARDS}>
        {Array.from({ length: CARDS }, (_, card) => (
          <Card key={card}>
            <Stack p={16}>
              <Skeleton height={40} width="60%" />
              <Skeleton height={180} />
            </Stack>
          </Card>
        ))}
      </div>
    </>
  );
}

// The four cards above the users: the organisation's totals for the administrator, a member's own for a member.

interface TotalsCardsProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: OverviewPage['totals'] | undefined;
  /** They are a member's own, and the labels say so. */
  own: boolean;
  failed: boolean;
}

function TotalsCards({ totals, own, failed }: TotalsCardsProps): JSX.Element {
  const { t } = useTexts();
  const cards = [
    { key: 'total', figure: totals && moneyText(totals.totalFinesAmount, 'whole') },
    { key: 'pending', leads: true, figure: totals && moneyText(totals.pendingFinesAmount, 'whole') },
    { key: 'collected', leads: true, figure: totals && moneyText(totals.collectedAmount, 'whole') },
    { key: 'rate', figure: totals && t('common.percent', { percent: totals.collectionRate }) },
  ] as const;
  return (
    <FigureCards
      label={t('overview.cards.label')}
      failed={failed}
      noted={own}
      small
      cards={cards.map(({ key, ...card }) => ({
        ...card,
        key,
        title: t(`overview.cards.${key}.title`),
        note: t(own ? `overview.cards.${key}.own` : `overview.cards.${key}.subtitle`),
      }))}
    />
  );
}

// The top bar of the overview, for members and everybody else: the brand, and a Logout that shows no messages.

interface OverviewBarProps {
  /** Loaded when it is first opened. */
  AccountDialog: ComponentType<{ opened: boolean; onClose: () => void }>;
}

function OverviewBar({ AccountDialog }: OverviewBarProps): JSX.Element {
  const { t } = useTexts();
  const isStaff = useMay()(readTotals);
  // SHELL-5: on the overview a failure is only logged.
  const { logout, busy } = useLogout({ quiet: true });
  return (
    <>
      {/* Members have no other screen. */}
      {isStaff ? <BrandLink /> : <Brand />}
      <div className={classes['end']}>
        {isStaff ? (
          <LinkButton to={PATHS.dashboard} variant="subtle" className={classes['dashboard'] ?? ''}>
            {t('shell.dashboard')}
          </LinkButton>
        ) : (
          <OwnAccount AccountDialog={AccountDialog} />
        )}
        <Button
          className={classes['logout'] ?? ''}
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          loading={busy}
          onClick={logout}
        >
          {t('shell.logout')}
        </Button>
      </div>
    </>
  );
}

/** A member's account is a dialog (ACCOUNT-1). */
function OwnAccount({ AccountDialog }: OverviewBarProps): JSX.Element {
  const { t } = useTexts();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <IconAction
        label={t('shell.account')}
        icon={<IconUserCircle size={24} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state === 'never' ? null : (
        <Suspense>
          <AccountDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
