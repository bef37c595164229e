// The users with what they paid: search, a sortable table (cards on phones), and the pager.
import { Button } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef, useState } from 'react';
import { exportSummaries } from '../../../contract/exports.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { SortButtons } from '../../ui/lists/SortButtons.tsx';
import { useNarrow } from '../../ui/layout/useNarrow.ts';
import { CollectedCards } from './CollectedCards.tsx';
import { CollectedTable } from './CollectedTable.tsx';
import type { Collected, CollectedPage } from './useCollected.ts';
import { COLLECTED_SORTS } from './useCollected.ts';
import { addFines } from '../../../contract/fines/fines.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

/** Of six columns and their buttons, in pixels. */
const ROOM_NEEDED = 1136;

export function CollectedList({ collected, list }: { collected: Collected; list: CollectedPage }): JSX.Element {
  const { t } = useTexts();
  const { view, pages, stale } = collected;
  const { frame, narrow } = useNarrow(ROOM_NEEDED);
  const top = useRef<HTMLDivElement>(null);
  const tools = useMergedRef(top, frame);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const toggle = (userId: string): void =>
    setOpen((now) => new Set(now.has(userId) ? [...now].filter((id) => id !== userId) : [...now, userId]));

  /** The pager is below the list, so a new page scrolls to the top. */
  const turnTo = (page: number): void => {
    view.setPage(page);
    top.current?.scrollIntoView({ block: 'nearest' });
  };

  const rows = { users: list.items, stale, view, open, onToggle: toggle };
  return (
    <>
      <ListTools
        ref={tools}
        search={{
          label: t('collected.search.label'),
          placeholder: t('collected.search.placeholder'),
          value: view.search,
          onChange: view.setSearch,
        }}
        sort={
          narrow ? (
            <SortButtons
              options={COLLECTED_SORTS.map((value) => ({
                value,
                label: t(value === 'name' ? 'collected.table.user' : `collected.table.${value}`),
              }))}
              sort={view.sort}
              order={view.order}
              onSort={view.sortBy}
            />
          ) : null
        }
        download={<ExportButton of={exportSummaries} input={collected.exportInput} />}
        count={t('collected.count', { count: list.totalItems })}
      />
      {list.items.length === 0 ? (
        <Card>
          {view.search.trim() === '' ? (
            <EmptyState
              icon={<IconReceiptOff />}
              title={t('collected.empty.none')}
              action={
                <Allowed to={addFines}>
                  <LinkButton to={`${PATHS.fines}?add=true`}>{t('collected.empty.first')}</LinkButton>
                </Allowed>
              }
            />
          ) : (
            <EmptyState
              icon={<IconSearchOff />}
              title={t('collected.empty.noMatch')}
              action={
                <Button variant="default" onClick={() => view.setSearch('')}>
                  {t('collected.empty.clear')}
                </Button>
              }
            />
          )}
        </Card>
      ) : narrow ? (
        <CollectedCards {...rows} />
      ) : (
        <CollectedTable {...rows} />
      )}
      <Pager page={view.page} pages={pages} onChange={turnTo} label={t('collected.table.pages')} />
    </>
  );
}
