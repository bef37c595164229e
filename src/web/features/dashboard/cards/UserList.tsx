// The users with fines, however many: the whole list can be scrolled through, but only what is near the viewport is
// fetched and kept up to date.
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import { useLocalStorage, useMergedRef } from '@mantine/hooks';
import { type JSX, type ReactNode, memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { listSummaries } from '../../../../contract/overview.ts';
import { DASHBOARD } from '../../../../core/limits.ts';
import { isTransient } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/page.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { LinkButton, Allowed } from '../../../ui/controls/buttons.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { screenList } from '../../../ui/lists/table/keyboard.ts';
import { useFew } from '../../../ui/lists/list-tools.tsx';
import { type ChangeView, type DashboardView, isFiltered, summariesInput, withoutFilters } from '../dashboard-view.ts';
import { DashboardTools } from '../DashboardTools.tsx';
import classes from '../dashboard.module.css';
import { useStickyError } from '../queries.ts';
import { type VirtualList, useVirtualList } from './useVirtualList.ts';
import { addFines } from '../../../../contract/fines/fines.ts';
import { CardSkeleton, DashboardCard, type DashboardCardProps, FailedCard, type TurnTo } from './DashboardCard.tsx';

/** More are shown on request, so that the page does not grow with everybody who was ever fined. */
const FIRST_BATCHES = 2;

interface UserListProps {
  view: DashboardView;
  onChange: ChangeView;
  /** how current the list is, and the menu of the screen */
  state: ReactNode;
}

export function UserList({ view, onChange, state }: UserListProps): JSX.Element {
  const { t } = useTexts();
  // Without a default, which would be stored at once.
  const [compact = false, setCompact] = useLocalStorage<boolean>({
    key: 'dashboard.compact',
    getInitialValueInEffect: false,
  });
  const cards = useCards(compact, view.sort === 'oldest-unpaid');
  const total = useTotal(view);
  const empty = total === 0;
  const few = useFew(DASHBOARD.userBatchSize);
  const all = empty ? 0 : pageCount(total ?? 0, DASHBOARD.userBatchSize);
  const batches = view.show === 'all' ? all : Math.min(all, FIRST_BATCHES);
  const virtual = useVirtualList(batches, few === DASHBOARD.userBatchSize && total !== undefined && total > 0, compact);

  // Only what is near the viewport can be printed.
  const printed = virtual.parts.reduce(
    (sum, index) => sum + Math.min(few, (total ?? 0) - index * DASHBOARD.userBatchSize),
    0,
  );

  const list = useMergedRef(virtual.list, empty ? null : screenList);
  return (
    <section aria-labelledby="users-with-fines">
      <VisuallyHidden component="h2" id="users-with-fines">
        {t('dashboard.list.label')}
      </VisuallyHidden>
      <DashboardTools {...{ view, onChange, total, state, compact }} onCompact={setCompact} />
      {printed < (total ?? 0) && (
        <p className={classes['printed']}>
          {t('dashboard.list.printed', { shown: printed, total: total ?? 0, button: t('common.exportCsv') })}
        </p>
      )}
      {empty ? (
        <Card>
          {isFiltered(view) ? (
            <EmptyState
              icon={<IconSearchOff size={28} />}
              title={t('dashboard.list.noMatch')}
              action={
                <Button variant="default" onClick={() => onChange(withoutFilters)}>
                  {t('dashboard.clearAll')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconReceiptOff size={28} />}
              title={t('dashboard.list.none')}
              action={
                <Allowed to={addFines}>
                  <LinkButton to={`${PATHS.fines}?add=true`} variant="default">
                    {t('dashboard.addFirst')}
                  </LinkButton>
                </Allowed>
              }
            />
          )}
        </Card>
      ) : null}
      <div
        ref={list}
        className={classes['batches']}
        data-compact={compact || undefined}
        data-cards
        role="list"
        aria-labelledby="users-with-fines"
      >
        {virtual.parts.flatMap((index, place) => [
          <Space key={`before-${place}`} list={virtual} from={(virtual.parts[place - 1] ?? -1) + 1} to={index} />,
          <div key={index} ref={virtual.measure} role="none" data-index={index}>
            <UserBatch view={view} index={index} total={total} cards={cards} shown={few} />
          </div>,
        ])}
        <Space key="after" list={virtual} from={(virtual.parts.at(-1) ?? -1) + 1} to={batches} />
      </div>
      {batches < all && (
        <Group data-screen-only justify="center" mt={16}>
          <Button variant="default" onClick={() => onChange((now) => ({ ...now, show: 'all' }))}>
            {t('dashboard.list.showAll', { count: total ?? 0 })}
          </Button>
        </Group>
      )}
    </section>
  );
}

/** How the cards are shown. Kept above the list, which unmounts those scrolled out of view. */
function useCards(compact: boolean, ofUnpaid: boolean) {
  /** the page of all fines that is open, by user */
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(() => new Map());
  const turnTo = useCallback<TurnTo>(
    (userId, page) =>
      setPages((before) => {
        const after = new Map(before);
        if (page === undefined) after.delete(userId);
        else after.set(userId, page);
        return after;
      }),
    [],
  );
  return useMemo(
    () => ({
      compact,
      propsOf: (userId: string): Pick<DashboardCardProps, 'compact' | 'ofUnpaid' | 'openPage' | 'turnTo'> => ({
        compact,
        ofUnpaid,
        openPage: pages.get(userId),
        turnTo,
      }),
    }),
    [compact, ofUnpaid, pages, turnTo],
  );
}
type Cards = ReturnType<typeof useCards>;

/** The empty space of the parts that are not rendered. */
function Space({ list, from, to }: { list: VirtualList; from: number; to: number }): JSX.Element | null {
  return from < to ? <div role="none" data-screen-only style={{ blockSize: list.spaceOf(from, to) }} /> : null;
}

/** How many users match. Comes with the first batch; if that cannot be read, the count is read alone. */
function useTotal(view: DashboardView): number | undefined {
  const first = useRead(listSummaries, summariesInput(view, 1));
  const error = useStickyError(first);
  const broken = first.data === undefined && error !== null && !isTransient(error);
  const input = summariesInput(view, 1, 1);
  const alone = useRead(listSummaries, { query: { ...input.query, fines: 0 } }, { enabled: broken });
  const failed = useStickyError(alone) !== null;
  if (!broken) return first.data?.totalItems;
  // If not even that can be read, one card says so.
  return alone.data?.totalItems ?? (failed ? 1 : undefined);
}

// A part of the list of users: as many as are fetched at a time (DASH-3).

const SIZE = DASHBOARD.userBatchSize;

interface UserBatchProps {
  view: DashboardView;
  /** from 0 */
  index: number;
  /** users in the whole list, undefined as long as that is unknown */
  total: number | undefined;
  cards: Cards;
  /** how many of its users are rendered */
  shown: number;
}

/** If a batch cannot be read although the server can be reached, its users are read one by one: nine may be intact. */
const UserBatch = memo(ShownBatch);

function ShownBatch({ view, index, total, cards, shown }: UserBatchProps): JSX.Element {
  const read = useRead(listSummaries, summariesInput(view, index + 1));
  const error = useStickyError(read);
  const first = index * SIZE;
  const expected = total === undefined ? SIZE : Math.max(0, Math.min(SIZE, total - first));
  // Rendering ten cards at once would block scrolling, so it is deferred; except for the first part.
  const later = useDeferredValue(read.data);
  const data = index === 0 || read.data === undefined ? read.data : later;

  if (data !== undefined) {
    return (
      <div className={classes['batch']} data-cards role="none" data-waiting={read.isPlaceholderData || undefined}>
        {data.items.slice(0, shown).map((user, offset) => (
          <DashboardCard
            key={user.userId}
            user={user}
            position={first + offset + 1}
            total={data.totalItems}
            {...cards.propsOf(user.userId)}
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
          <CardSkeleton key={offset} compact={cards.compact} />
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
  cards: Cards;
}

function UserAlone({ view, position, total, cards }: UserAloneProps): JSX.Element | null {
  const read = useRead(listSummaries, summariesInput(view, position, 1));
  const error = useStickyError(read);
  if (read.data === undefined) {
    return error === null || isTransient(error) ? (
      <CardSkeleton compact={cards.compact} />
    ) : (
      <FailedCard position={position} total={total} busy={read.isFetching} onRetry={() => void read.refetch()} />
    );
  }
  const user = read.data.items[0];
  if (user === undefined) return null;
  return <DashboardCard user={user} position={position} total={total} {...cards.propsOf(user.userId)} />;
}
