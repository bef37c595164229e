// The users with fines, however many: the whole list can be scrolled through, but only what is near the screen is
// fetched and kept up to date.
import { Button, VisuallyHidden } from '@mantine/core';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useMemo, useState } from 'react';
import { listSummaries } from '../../../contract/overview.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { mayPass } from '../../api/errors.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { isFiltered, withoutFilters } from './dashboard-view.ts';
import { DashboardTools } from './DashboardTools.tsx';
import classes from './dashboard.module.css';
import { useLastingError, usersOf } from './reads.ts';
import { UserBatch } from './UserBatch.tsx';
import type { OpenCards } from './UserCard.tsx';
import type { ChangeView } from './useDashboardView.ts';
import { useNear } from './useNear.ts';

interface UserListProps {
  view: DashboardView;
  onChange: ChangeView;
}

export function UserList({ view, onChange }: UserListProps): JSX.Element {
  const { t } = useTexts();
  const cards = useOpenCards();
  const total = useTotal(view);
  const near = useNear(total !== undefined && total > 0);
  const empty = total === 0;
  const batches = empty ? 0 : Math.max(1, Math.ceil((total ?? 0) / DASHBOARD.userBatchSize));

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
        {Array.from({ length: batches }, (_, index) => (
          <div
            key={index}
            ref={near.watch}
            role="none"
            data-index={index}
            style={near.isNear(index) ? undefined : { blockSize: near.heightOf(index) }}
          >
            {near.isNear(index) ? <UserBatch view={view} index={index} total={total} cards={cards} /> : null}
          </div>
        ))}
      </div>
    </section>
  );
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
  return useMemo(
    () => ({
      pageOf: (userId) => pages.get(userId),
      open: (userId, page) => setPages((before) => new Map(before).set(userId, page)),
      close: (userId) =>
        setPages((before) => {
          const after = new Map(before);
          after.delete(userId);
          return after;
        }),
    }),
    [pages],
  );
}
