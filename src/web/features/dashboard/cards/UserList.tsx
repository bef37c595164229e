// The users with fines, however many: the whole list can be scrolled through, but only what is near the viewport is
// fetched and kept up to date.
import { Button, VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { listSummaries } from '../../../../contract/overview.ts';
import { DASHBOARD } from '../../../../core/limits.ts';
import { isTransient } from '../../../api/errors.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { screenList } from '../../../ui/lists/table/keyboard.ts';
import { useFew } from '../../../ui/lists/useFew.ts';
import type { ChangeView, DashboardView } from '../dashboard-view.ts';
import { isFiltered, summariesInput, withoutFilters } from '../dashboard-view.ts';
import { DashboardTools } from '../DashboardTools.tsx';
import classes from '../dashboard.module.css';
import { useStickyError } from '../queries.ts';
import { UserBatch } from './UserBatch.tsx';
import { useOpenCards } from './useOpenCards.ts';
import type { VirtualList } from './useVirtualList.ts';
import { useVirtualList } from './useVirtualList.ts';
import { addFines } from '../../../../contract/fines/fines.ts';
import { Allowed } from '../../../ui/controls/Allowed.tsx';

interface UserListProps {
  view: DashboardView;
  onChange: ChangeView;
  /** how current the list is, shown beside the count */
  current: ReactNode;
}

export function UserList({ view, onChange, current }: UserListProps): JSX.Element {
  const { t } = useTexts();
  const cards = useOpenCards();
  const total = useTotal(view);
  const empty = total === 0;
  const few = useFew(DASHBOARD.userBatchSize);
  const batches = empty ? 0 : pageCount(total ?? 0, DASHBOARD.userBatchSize);
  const virtual = useVirtualList(batches, few === DASHBOARD.userBatchSize && total !== undefined && total > 0);

  // Only what is near the viewport can be printed.
  const printed = virtual.parts.reduce(
    (sum, index) => sum + Math.min(few, (total ?? 0) - index * DASHBOARD.userBatchSize),
    0,
  );

  const list = useMergedRef(virtual.list, empty ? null : screenList);
  return (
    <section aria-labelledby="users-with-fines" className={classes['users']}>
      <VisuallyHidden component="h2" id="users-with-fines">
        {t('dashboard.list.label')}
      </VisuallyHidden>
      <DashboardTools view={view} onChange={onChange} total={total} current={current} />
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
      <div ref={list} className={classes['batches']} data-cards role="list" aria-labelledby="users-with-fines">
        {virtual.parts.flatMap((index, place) => [
          <Space key={`before-${place}`} list={virtual} from={(virtual.parts[place - 1] ?? -1) + 1} to={index} />,
          <div key={index} ref={virtual.measure} role="none" data-index={index}>
            <UserBatch view={view} index={index} total={total} cards={cards} shown={few} />
          </div>,
        ])}
        <Space key="after" list={virtual} from={(virtual.parts.at(-1) ?? -1) + 1} to={batches} />
      </div>
    </section>
  );
}

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
