// One user on the dashboard: the totals, the newest fines, and all of them on request; or, compact, what they owe in a
// line.
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type JSX, memo, type ReactNode, useCallback, useId, useRef } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { remind } from '../../../../contract/money/reminders.ts';
import { listUserFines, type UserSummary } from '../../../../contract/overview.ts';
import { DASHBOARD } from '../../../../core/limits.ts';
import { isSettled } from '../../../../core/money/totals.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { finesOf, pendingFinesOf } from '../../../routing/paths.ts';
import { More } from '../../../ui/controls/more/More.tsx';
import { FineDay, OwingBadge, StatusBadge } from '../../../ui/feedback/status.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { Pager, useLastPage } from '../../../ui/lists/paging/paging.tsx';
import { FineBadge, FineRest } from '../../../ui/money/FineState.tsx';
import { CollectButton } from '../../../ui/money/MoneyButtons.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { PersonLink } from '../../../ui/people/people.tsx';
import { UserCard, UserFigures } from '../../../ui/people/UserCard.tsx';
import classes from '../dashboard.module.css';
import { useStickyError } from '../queries.ts';

/** Where a card stands in the whole list, most of which is not rendered. */
export interface PositionInList {
  /** from 1 */
  position: number;
  /** -1: unknown, as `aria-setsize` has it */
  total: number;
}

const placed = ({ position, total }: PositionInList) => ({
  role: 'listitem',
  'aria-posinset': position,
  'aria-setsize': total,
});

/** Opens a user's card at a page of all fines; undefined closes it. */
export type TurnTo = (userId: string, page: number | undefined) => void;

export interface DashboardCardProps extends PositionInList {
  user: UserSummary;
  compact: boolean;
  /** The list is sorted by unpaid fines: the card shows those, oldest first, and so does the list that it links to. */
  ofUnpaid: boolean;
  /** the page of all fines that is open, undefined while only the newest ones show */
  openPage: number | undefined;
  turnTo: TurnTo;
}

/** Memoised: dozens of cards are rendered. */
export const DashboardCard = memo(function DashboardCard(props: DashboardCardProps): JSX.Element {
  return props.compact ? <CompactCard {...props} /> : <FullCard {...props} />;
});

function CompactCard({ user, ...place }: DashboardCardProps): JSX.Element {
  const { t } = useTexts();
  const { userId, userName, summary, unpaidSince } = user;
  const name = useId();
  return (
    <div {...placed(place)} aria-labelledby={name} className={classes['compact']}>
      <h3 id={name}>
        <PersonLink userId={userId} userName={userName} />
      </h3>
      <Money paisa={summary.pendingFine} format="whole" />
      <span>
        {unpaidSince !== null && t('dashboard.user.since', { day: dayText(unpaidSince) })}
        <Standing user={user} />
      </span>
      {summary.pendingFine > 0 && (
        <CollectButton userId={userId} userName={userName} variant="subtle" leftSection={null} />
      )}
    </div>
  );
}

/** Nothing for somebody who has nothing to pay and never had. */
function Standing({ user: { summary, earliestDue } }: { user: UserSummary }): JSX.Element | null {
  if (summary.pendingFine > 0) return <OwingBadge earliestDue={earliestDue} />;
  return isSettled(summary) ? <StatusBadge status="Paid" /> : null;
}

function FullCard({ user, ofUnpaid, openPage, turnTo, ...place }: DashboardCardProps): JSX.Element {
  const { t } = useTexts();
  const may = useMay();
  const { show } = useMoneyDialog();
  const { userId, userName, summary, unpaidSince } = user;
  const list = useId();
  const card = useRef<HTMLDivElement>(null);
  const all = useAllFines(user, openPage, turnTo);
  const pending = summary.pendingFine > 0;
  const name = recordedText(userName);

  const showLess = (): void => {
    turnTo(userId, undefined);
    // The card is shorter now and may be out of sight.
    requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <UserCard
      {...placed(place)}
      ref={card}
      tone={all.failed ? 'red' : pending ? 'yellow' : 'blue'}
      user={user}
      level={3}
      badge={all.failed ? <LoadError /> : <Standing user={user} />}
    >
      <UserFigures user={user} />
      <div id={list} aria-busy={all.loading}>
        {all.failed && (
          <Group role="alert" justify="space-between" gap="8px 16px" p="12px 16px">
            <strong>{t('dashboard.user.failedName')}</strong>
            <Button variant="default" onClick={all.tryAgain}>
              {t('common.tryAgain')}
            </Button>
          </Group>
        )}
        <FineList fines={all.fines} label={t('dashboard.user.fines', { name: userName })} waiting={all.waiting} />
        {all.pager}
      </div>
      <div className={classes['foot']}>
        {summary.fineCount > DASHBOARD.finesShown && (
          <Button
            variant="subtle"
            px={12}
            fz="sm"
            aria-expanded={all.opened}
            aria-controls={list}
            aria-label={
              all.opened
                ? t('dashboard.user.showLessNamed', { name: userName })
                : t('dashboard.user.showAllNamed', { count: summary.fineCount, name: userName })
            }
            onClick={() => (all.opened ? showLess() : turnTo(userId, 1))}
          >
            {all.opened ? t('dashboard.user.showLess') : t('dashboard.user.showAll', { count: summary.fineCount })}
          </Button>
        )}
        <span className={classes['actions']}>
          {pending && <CollectButton {...{ userId, userName }} variant="subtle" px={12} fz="sm" leftSection={null} />}
          <More
            label={`${t('common.more')}: ${name}`}
            entries={[
              {
                label: t('dashboard.user.open'),
                to: ofUnpaid && unpaidSince !== null ? pendingFinesOf(userId) : finesOf(userId),
              },
              pending && may(remind) && { label: t('common.remind'), onClick: () => show({ kind: 'remind', userId }) },
            ]}
          />
        </span>
      </div>
    </UserCard>
  );
}

/** The card of a user whose data could not be read. */
export function FailedCard(props: PositionInList & { busy: boolean; onRetry: () => void }): JSX.Element {
  const { t } = useTexts();
  return (
    <UserCard
      {...placed(props)}
      tone="red"
      user={null}
      title={t('dashboard.user.failedName')}
      level={3}
      badge={<LoadError />}
    >
      <Group p="12px 16px">
        <Button variant="default" loading={props.busy} onClick={props.onRetry}>
          {t('common.tryAgain')}
        </Button>
      </Group>
    </UserCard>
  );
}

/** The shape of a card that is loading. */
export function CardSkeleton({ compact }: { compact: boolean }): JSX.Element {
  return (
    <Card aria-hidden data-skeleton>
      <Group p={12} gap={12}>
        <Skeleton height={compact ? 20 : 40} width="60%" />
        {!compact && <Skeleton height={200} />}
      </Group>
    </Card>
  );
}

function LoadError(): JSX.Element {
  const { t } = useTexts();
  return (
    <Text component="span" c="var(--app-bad-text)" fz="sm" fw={600}>
      <IconAlertTriangle size={16} aria-hidden /> {t('dashboard.user.failed')}
    </Text>
  );
}

// Fines inside a user's card: what for, when, how much, and whether it is paid.

interface FineListProps {
  fines: readonly Fine[];
  label: string;
  /** the fines are still those of another page than the one asked for */
  waiting: boolean;
}

function FineList({ fines, label, waiting }: FineListProps): JSX.Element {
  return (
    <ul aria-label={label} className={classes['list']} data-waiting={waiting || undefined}>
      {fines.map((fine) => (
        <li key={fine.id} className={classes['fine']}>
          <span>
            <bdi>{typeText(fine.fineType)}</bdi>
          </span>
          <span className={classes['date']}>
            <FineDay fine={fine} />
          </span>
          <span className={classes['amount']}>
            <Money paisa={fine.amount} format="whole" />
            <FineRest fine={fine} format="whole" />
          </span>
          <FineBadge fine={fine} />
        </li>
      ))}
    </ul>
  );
}

/** About one screenful; somebody may have thousands. */
const PAGE_SIZE = 20;

interface AllFines {
  fines: readonly Fine[];
  opened: boolean;
  loading: boolean;
  /** the fines shown are those of the previous page */
  waiting: boolean;
  failed: boolean;
  pager: ReactNode;
  tryAgain: () => void;
}

/** The newest fines, which came with the user, or, once opened, all of them, a page at a time. */
function useAllFines(
  { userId, userName, summary, latestFines }: UserSummary,
  openPage: number | undefined,
  turnTo: TurnTo,
): AllFines {
  const { t } = useTexts();
  const page = summary.fineCount > DASHBOARD.finesShown ? openPage : undefined;
  const opened = page !== undefined;
  const read = useRead(
    listUserFines,
    { params: { userId }, query: { page: page ?? 1, pageSize: PAGE_SIZE } },
    { enabled: opened },
  );
  const failed = useStickyError(read) !== null && opened;
  const waiting = opened && read.isPlaceholderData;

  const { data } = read;
  const turn = useCallback((next: number) => turnTo(userId, next), [turnTo, userId]);
  useLastPage(
    page ?? 1,
    data === undefined || waiting || !opened ? undefined : pageCount(data.totalItems, data.pageSize),
    turn,
  );

  return {
    fines: opened && data !== undefined ? data.items : latestFines,
    opened,
    loading: opened && read.isFetching && (data === undefined || waiting),
    waiting,
    failed,
    pager:
      opened && data !== undefined ? (
        <Pager
          page={page}
          pages={pageCount(data.totalItems, data.pageSize)}
          label={t('dashboard.user.pages', { name: userName })}
          onChange={turn}
        />
      ) : null,
    tryAgain: () => void read.refetch(),
  };
}
