// One user on the dashboard: who it is, the totals, the newest fines, and all of them on request.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type JSX, type ReactNode, type Ref, memo, useId, useRef } from 'react';
import type { UserSummary } from '../../../../contract/overview.ts';
import { formatCount } from '../../../../core/text/count.ts';
import { DASHBOARD } from '../../../../core/limits.ts';
import { isSettled } from '../../../../core/money/totals.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { finesOf, pendingFinesOf } from '../../../routing/paths.ts';
import { PersonLink, Avatar } from '../../../ui/people/people.tsx';
import { TextLink, LinkButton } from '../../../ui/controls/buttons.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { CollectButton, RemindButton } from '../../../ui/money/MoneyButtons.tsx';
import { OwingBadge, StatusBadge } from '../../../ui/feedback/status.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { FineList } from './FineList.tsx';
import classes from '../dashboard.module.css';
import { useAllFines } from '../useAllFines.tsx';
import type { TurnTo } from './useOpenCards.ts';

/** Where a card stands in the whole list, most of which is not rendered. */
export interface PositionInList {
  /** from 1 */
  position: number;
  /** -1: unknown, as `aria-setsize` has it */
  total: number;
}

/** DASH-9: red on a load error, yellow if anything is pending, otherwise blue. */
export type Tone = 'red' | 'yellow' | 'blue';

interface UserCardProps extends PositionInList {
  user: UserSummary;
  /** The list is sorted by unpaid fines: the card shows those, oldest first, and so does the list that it links to. */
  ofUnpaid: boolean;
  /** In two columns, the card beside this one shows all its fines; this card must not grow with it. */
  besideOpen?: boolean;
  /** the page of all fines that is open, undefined while only the newest ones show */
  openPage: number | undefined;
  turnTo: TurnTo;
}

/** Memoised: dozens of cards are rendered. */
export const UserCard = memo(ShownUserCard);

function ShownUserCard({ user, ofUnpaid, besideOpen, position, total, openPage, turnTo }: UserCardProps): JSX.Element {
  const { t } = useTexts();
  const { userId, userName, summary, unpaidSince } = user;
  const list = useId();
  const card = useRef<HTMLDivElement>(null);
  const all = useAllFines(user, openPage, turnTo);
  const many = summary.fineCount > DASHBOARD.finesShown;
  const pending = summary.pendingFine > 0;

  const showLess = (): void => {
    turnTo(userId, undefined);
    // The card is shorter now and may be out of sight.
    requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'nearest' }));
  };

  return (
    <CardFrame
      ref={card}
      besideOpen={besideOpen}
      tone={all.failed ? 'red' : pending ? 'yellow' : 'blue'}
      position={position}
      total={total}
      name={userName}
      userId={userId}
      detail={
        <>
          {t('dashboard.user.id', { id: userId })} {user.inactive && <StatusBadge status="Inactive" />}
        </>
      }
      badge={
        all.failed ? (
          <LoadError />
        ) : pending ? (
          <OwingBadge earliestDue={user.earliestDue} />
        ) : isSettled(summary) ? (
          <StatusBadge status="Paid" />
        ) : null
      }
    >
      <dl className={classes['figures']}>
        <Figure label={t('dashboard.user.total')}>
          <Money paisa={summary.totalFine} format="whole" />
        </Figure>
        <Figure label={t('dashboard.user.pending')}>
          <Money paisa={summary.pendingFine} format="whole" />
        </Figure>
        <Figure label={t('dashboard.user.paid')}>
          <Money paisa={summary.paidAmount} format="whole" />
        </Figure>
        <Figure label={t('dashboard.user.count')}>
          <span className={classes['cardCount']}>{formatCount(summary.fineCount)}</span>
        </Figure>
        {summary.credit === 0 ? null : (
          <Figure label={t('common.fine.credit')}>
            <Money paisa={summary.credit} format="whole" />
          </Figure>
        )}
        {user.overdue === 0 ? null : (
          <Figure label={t('common.fine.overdue')}>
            <Money paisa={user.overdue} format="whole" />
          </Figure>
        )}
        {unpaidSince === null ? null : (
          <Figure label={t('common.fine.unpaidSince')}>
            <TextLink to={pendingFinesOf(userId)}>
              <time dateTime={unpaidSince}>{dayText(unpaidSince)}</time>
            </TextLink>
          </Figure>
        )}
      </dl>
      <div id={list} className={classes['fines']} aria-busy={all.loading}>
        {all.failed ? (
          <div role="alert" className={classes['failure']}>
            <strong>{t('dashboard.user.failedName')}</strong>
            <Button variant="default" onClick={all.tryAgain}>
              {t('common.tryAgain')}
            </Button>
          </div>
        ) : null}
        <FineList fines={all.fines} label={t('dashboard.user.fines', { name: userName })} waiting={all.waiting} />
        {all.pager}
      </div>
      <div className={classes['foot']} data-full={(many && pending) || undefined}>
        {many ? (
          <Button
            variant="subtle"
            size="md"
            className={classes['footButton'] ?? ''}
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
        ) : null}
        <LinkButton
          to={ofUnpaid && unpaidSince !== null ? pendingFinesOf(userId) : finesOf(userId)}
          variant="subtle"
          color="gray"
          className={classes['footButton'] ?? ''}
          aria-label={t('dashboard.user.openNamed', { name: userName })}
          rightSection={<IconChevronRight size={16} aria-hidden className={classes['onward'] ?? ''} />}
        >
          {t('dashboard.user.open')}
        </LinkButton>
        {pending && (
          <CollectButton
            userId={userId}
            userName={userName}
            variant="subtle"
            leftSection={null}
            className={`${classes['footButton']} ${classes['collect']}`}
          />
        )}
        {pending && <RemindButton userId={userId} userName={userName} />}
      </div>
    </CardFrame>
  );
}

/** The card of a user whose data could not be read. */
export function FailedUserCard(props: PositionInList & { busy: boolean; onRetry: () => void }): JSX.Element {
  const { t } = useTexts();
  return (
    <CardFrame
      tone="red"
      position={props.position}
      total={props.total}
      name={t('dashboard.user.failedName')}
      nameless
      badge={<LoadError />}
    >
      <div className={classes['failure']} data-alone>
        <Button variant="default" loading={props.busy} onClick={props.onRetry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </CardFrame>
  );
}

/** The shape of a card that is loading. */
export function CardSkeleton(): JSX.Element {
  return (
    <Card aria-hidden className={classes['card'] ?? ''} data-skeleton>
      <div className={classes['cardHead']}>
        <span className={classes['bone']} style={{ inlineSize: 40, blockSize: 40, borderRadius: '50%' }} />
        <span className={classes['bone']} style={{ inlineSize: '45%' }} />
      </div>
      <div className={classes['bones']}>
        {[90, 70, 80, 55].map((width) => (
          <span key={width} className={classes['bone']} style={{ inlineSize: `${width}%` }} />
        ))}
      </div>
    </Card>
  );
}

interface CardFrameProps extends PositionInList {
  ref?: Ref<HTMLDivElement>;
  besideOpen?: boolean | undefined;
  tone: Tone;
  name: string;
  /** undefined if unknown */
  userId?: string;
  /** `name` is no name to make initials of */
  nameless?: boolean;
  detail?: ReactNode;
  badge: ReactNode;
  children: ReactNode;
}

function CardFrame(props: CardFrameProps): JSX.Element {
  const {
    ref,
    besideOpen = false,
    tone,
    position,
    total,
    name,
    userId,
    nameless = false,
    detail,
    badge,
    children,
  } = props;
  const heading = useId();
  return (
    <Card
      {...(ref === undefined ? {} : { ref })}
      role="listitem"
      aria-labelledby={heading}
      aria-posinset={position}
      aria-setsize={total}
      className={classes['card'] ?? ''}
      data-beside-open={besideOpen || undefined}
    >
      <header className={classes['cardHead']} data-tone={tone}>
        <Avatar name={nameless ? '' : recordedText(name)} size={40} />
        <div className={classes['who']}>
          <h3 id={heading} className={classes['name']}>
            {userId === undefined ? (
              <span dir="auto">{recordedText(name)}</span>
            ) : (
              <PersonLink userId={userId} userName={name} />
            )}
          </h3>
          {detail === undefined ? null : <p className={classes['id']}>{detail}</p>}
        </div>
        {badge}
      </header>
      {children}
    </Card>
  );
}

function LoadError(): JSX.Element {
  const { t } = useTexts();
  return (
    <span className={classes['loadError']}>
      <IconAlertTriangle size={16} aria-hidden />
      {t('dashboard.user.failed')}
    </span>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): JSX.Element {
  return (
    <div className={classes['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
