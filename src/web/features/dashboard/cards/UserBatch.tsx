// A part of the list of users: as many as are fetched at a time (DASH-3).
import type { JSX } from 'react';
import { memo, useDeferredValue } from 'react';
import { listSummaries } from '../../../../contract/overview.ts';
import { DASHBOARD } from '../../../../core/limits.ts';
import { isTransient } from '../../../api/errors.ts';
import { useRead } from '../../../api/hooks.ts';
import type { DashboardView } from '../dashboard-view.ts';
import { summariesInput } from '../dashboard-view.ts';
import classes from '../dashboard.module.css';
import { useStickyError } from '../queries.ts';
import { CardSkeleton, FailedUserCard, UserCard } from './UserCard.tsx';
import type { OpenCards } from './useOpenCards.ts';

const SIZE = DASHBOARD.userBatchSize;

interface UserBatchProps {
  view: DashboardView;
  /** from 0 */
  index: number;
  /** users in the whole list, undefined as long as that is unknown */
  total: number | undefined;
  cards: OpenCards;
  /** how many of its users are rendered */
  shown: number;
}

/** If a batch cannot be read although the server can be reached, its users are read one by one: nine may be intact. */
export const UserBatch = memo(ShownBatch);

function ShownBatch({ view, index, total, cards, shown }: UserBatchProps): JSX.Element {
  const read = useRead(listSummaries, summariesInput(view, index + 1));
  const error = useStickyError(read);
  const first = index * SIZE;
  const expected = total === undefined ? SIZE : Math.max(0, Math.min(SIZE, total - first));
  // Rendering ten cards at once would block scrolling, so it is deferred; except for the first part.
  const later = useDeferredValue(read.data);
  const data = index === 0 || read.data === undefined ? read.data : later;

  if (data !== undefined) {
    const isOpen = (offset: number): boolean => cards.pages.has(data.items[offset]?.userId ?? '');
    return (
      <div className={classes['batch']} data-cards role="none" data-waiting={read.isPlaceholderData || undefined}>
        {data.items.slice(0, shown).map((user, offset) => (
          <UserCard
            key={user.userId}
            user={user}
            ofUnpaid={view.sort === 'oldest-unpaid'}
            besideOpen={isOpen(offset % 2 === 0 ? offset + 1 : offset - 1)}
            position={first + offset + 1}
            total={data.totalItems}
            openPage={cards.pages.get(user.userId)}
            turnTo={cards.turnTo}
          />
        ))}
      </div>
    );
  }
  const oneByOne = error !== null && !isTransient(error);
  return (
    <div className={classes['batch']} data-cards role="none">
      {Array.from({ length: expected }, (_, offset) =>
        oneByOne ? (
          <UserAlone key={offset} view={view} position={first + offset + 1} total={total ?? -1} cards={cards} />
        ) : (
          <CardSkeleton key={offset} />
        ),
      )}
    </div>
  );
}

interface UserAloneProps {
  view: DashboardView;
  position: number;
  /** -1: unknown, as `aria-setsize` has it */
  total: number;
  cards: OpenCards;
}

function UserAlone({ view, position, total, cards }: UserAloneProps): JSX.Element | null {
  const read = useRead(listSummaries, summariesInput(view, position, 1));
  const error = useStickyError(read);
  if (read.data === undefined) {
    return error === null || isTransient(error) ? (
      <CardSkeleton />
    ) : (
      <FailedUserCard position={position} total={total} busy={read.isFetching} onRetry={() => void read.refetch()} />
    );
  }
  const user = read.data.items[0];
  if (user === undefined) return null;
  return (
    <UserCard
      user={user}
      ofUnpaid={view.sort === 'oldest-unpaid'}
      position={position}
      total={total}
      openPage={cards.pages.get(user.userId)}
      turnTo={cards.turnTo}
    />
  );
}
