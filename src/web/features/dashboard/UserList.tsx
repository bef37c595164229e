// The users with fines, however many: the whole list can be scrolled through, but only what is near the screen is
// fetched and kept up to date.
import { Button, VisuallyHidden } from '@mantine/core';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { listSummaries } from '../../../contract/overview.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { mayPass } from '../../api/errors.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { pageCount } from '../../ui/page-numbers.ts';
import type { DashboardView } from './dashboard-view.ts';
import { isFiltered, withoutFilters } from './dashboard-view.ts';
import { DashboardTools } from './DashboardTools.tsx';
import classes from './dashboard.module.css';
import { useLastingError, usersOf } from './reads.ts';
import type { OpenCards } from './UserBatch.tsx';
import { UserBatch } from './UserBatch.tsx';
import type { ChangeView } from './useDashboardView.ts';
import type { Near } from './useNear.ts';
import { useNear } from './useNear.ts';

interface UserListProps {
  view: DashboardView;
  onChange: ChangeView;
}

export function UserList({ view, onChange }: UserListProps): JSX.Element {
  const { t } = useTexts();
  const cards = useOpenCards();
  const total = useTotal(view);
  const empty = total === 0;
  const batches = empty ? 0 : pageCount(total ?? 0, DASHBOARD.userBatchSize);
  const near = useNear(batches, total !== undefined && total > 0);

  return (
    <section aria-labelledby="users-with-fines">
      <VisuallyHidden component="h2" id="users-with-fines">
        {t('dashboard.list.label')}
      </VisuallyHidden>
      <DashboardTools view={view} onChange={onChange} total={total} />
      {empty ? (
        <div className={classes['empty']}>
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
            <EmptyState icon={<IconReceiptOff size={28} />} title={t('dashboard.list.none')} />
          )}
        </div>
      ) : null}
      <div ref={near.list} className={classes['batches']} role="list" aria-labelledby="users-with-fines">
        {near.parts.flatMap((index, place) => [
          <Space key={`before-${place}`} near={near} from={(near.parts[place - 1] ?? -1) + 1} to={index} />,
          <div key={index} ref={near.watch} role="none" data-index={index}>
            <UserBatch view={view} index={index} total={total} cards={cards} />
          </div>,
        ])}
        <Space key="after" near={near} from={(near.parts.at(-1) ?? -1) + 1} to={batches} />
      </div>
    </section>
  );
}

/** What stands for the parts that are not near. */
function Space({ near, from, to }: { near: Near; from: number; to: number }): JSX.Element | null {
  return from < to ? <div role="none" style={{ blockSize: near.spaceOf(from, to) }} /> : null;
}

/** How many users match. Comes with the first of them; where those cannot be read, it is asked for by itself. */
function useTotal(view: DashboardView): number | undefined {
  const first = useRead(listSummaries, usersOf(view, 1));
  const error = useLastingError(first);
  const broken = first.data === undefined && error !== null && !mayPass(error);
  const input = usersOf(view, 1, 1);
  const alone = useRead(listSummaries, { query: { ...input.query, fines: 0 } }, { enabled: broken });
  const failed = useLastingError(alone) !== null;
  if (!broken) return first.data?.totalItems;
  // Not even that can be read: one card says so.
  return alone.data?.totalItems ?? (failed ? 1 : undefined);
}

/** Which cards are open, and at which page; whatever happens to the list meanwhile. */
function useOpenCards(): OpenCards {
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(() => new Map());
  const turnTo = useCallback(
    (userId: string, page: number | undefined) =>
      setPages((before) => {
        const after = new Map(before);
        if (page === undefined) after.delete(userId);
        else after.set(userId, page);
        return after;
      }),
    [],
  );
  return useMemo(() => ({ pages, turnTo }), [pages, turnTo]);
}
