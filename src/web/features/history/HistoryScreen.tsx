// The history (HISTORY-1): what was done, newest first, narrowed down by the address.
import { Button } from '@mantine/core';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef } from 'react';
import { exportHistory } from '../../../contract/exports.ts';
import { listHistory } from '../../../contract/history.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LoadFailureDialog, LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import {
  type Filter,
  filtersOf,
  HISTORY_FORMAT,
  NO_FILTER,
  type Page,
  exportQueryOf,
  queryOf,
} from './history-place.ts';
import classes from './history.module.css';
import { Steps } from './Steps.tsx';

export default function HistoryScreen(): JSX.Element {
  const { t } = useTexts();
  const [place, change] = useAddressState(HISTORY_FORMAT);
  const query = useRead(listHistory, { query: queryOf(place) });
  const failure = useLoadFailure(query);
  const top = useRef<HTMLDivElement>(null);
  const { data: list, isPlaceholderData: stale } = query;
  const filter = (to: Partial<Filter>, how: 'typing' | 'push' = 'push'): void =>
    change((now) => ({ ...now, ...to, page: 'newest' }), how);
  const clear = (): void => filter(NO_FILTER);
  const show = (page: Page): void => {
    change((now) => ({ ...now, page }), 'push');
    top.current?.scrollIntoView({ block: 'nearest' });
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
    return filtersOf(place) > 0 || list.hasNewer ? (
      <EmptyState
        icon={<IconSearchOff />}
        title={t('history.empty.noMatch')}
        action={
          <Button variant="default" onClick={clear}>
            {t('history.filter.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState icon={<IconHistory />} title={t('history.empty.none')} text={t('history.empty.hint')} />
    );
  };

  return (
    <Screen>
      <PageHeader
        title={t('history.title')}
        subtitle={t('history.subtitle')}
        actions={<ExportButton of={exportHistory} input={{ query: exportQueryOf(place) }} />}
      />
      <Card component="section" aria-label={t('history.label')} ref={top} className={classes['panel'] ?? ''}>
        <HistoryFilters place={place} list={stale ? undefined : list} onChange={filter} onClear={clear} />
        {content()}
        {list !== undefined && <Steps list={list} onShow={show} />}
      </Card>
      <LoadFailureDialog failure={failure} message={t('history.failed')} />
    </Screen>
  );
}
