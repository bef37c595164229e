// What was done, newest first, filtered by the address; on a person's screen everything about them.
import { Button } from '@mantine/core';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef } from 'react';
import { listHistory } from '../../../contract/history.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import type { ChangeState } from '../../routing/address.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadFailureDialog, LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { showBeginning } from '../../ui/lists/paging/show-beginning.ts';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import { type Filter, filtersOf, NO_FILTER, type Page, type Place, queryOf } from './history-place.ts';
import classes from './history.module.css';
import { Steps } from './Steps.tsx';

export function History({ place, change }: { place: Place; change: ChangeState<Place> }): JSX.Element {
  const { t } = useTexts();
  const query = useRead(listHistory, { query: queryOf(place) });
  const failure = useLoadFailure(query);
  const top = useRef<HTMLDivElement>(null);
  const { data: list, isPlaceholderData: stale } = query;
  const isScreen = place.personId === undefined;
  const filter = (to: Partial<Filter>, how: 'typing' | 'push' = 'push'): void =>
    change((now) => ({ ...now, ...to, page: 'newest' }), how);
  const clear = (): void => filter(NO_FILTER);
  const show = (page: Page): void => {
    change((now) => ({ ...now, page }), 'push');
    showBeginning(top.current);
  };

  const content = (): JSX.Element => {
    if (list === undefined) {
      return failure.nothing ? (
        <LoadFailureState failure={failure} message={t('history.failed')} />
      ) : (
        <SkeletonTable rows={8} columns={2} rowHeight={64} />
      );
    }
    if (list.items.length > 0) return <HistoryList entries={list.items} stale={stale} />;
    return isScreen && (filtersOf(place) > 0 || list.hasNewer) ? (
      <EmptyState
        icon={<IconSearchOff />}
        title={t('history.empty.noMatch')}
        action={
          <Button variant="default" onClick={clear}>
            {t('common.filters.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState icon={<IconHistory />} title={t('history.empty.none')} text={t('history.empty.hint')} />
    );
  };

  return (
    <>
      <Card component="section" aria-label={t('history.label')} ref={top} className={classes['panel'] ?? ''}>
        {isScreen && <HistoryFilters place={place} list={stale ? undefined : list} onChange={filter} onClear={clear} />}
        {content()}
        {list !== undefined && <Steps list={list} onShow={show} />}
      </Card>
      <LoadFailureDialog failure={failure} message={t('history.failed')} />
    </>
  );
}
