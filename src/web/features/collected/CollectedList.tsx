// The users with what they paid: search, a table that can be sorted, and the pager.
import { Button } from '@mantine/core';
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef } from 'react';
import { exportSummaries } from '../../../contract/exports.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { CollectedTable } from './CollectedTable.tsx';
import type { Collected, CollectedPage } from './useCollected.ts';
import { addFines } from '../../../contract/fines/fines.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

export function CollectedList({ collected, list }: { collected: Collected; list: CollectedPage }): JSX.Element {
  const { t } = useTexts();
  const { view, pages, stale } = collected;
  const top = useRef<HTMLDivElement>(null);

  const empty =
    view.search.trim() === '' ? (
      <EmptyState
        icon={<IconReceiptOff />}
        title={t('collected.empty.none')}
        action={
          <Allowed to={addFines}>
            <LinkButton to={`${PATHS.fines}?add=true`} variant="default">
              {t('collected.empty.first')}
            </LinkButton>
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
    );
  return (
    <>
      <ListTools
        ref={top}
        search={{
          label: t('collected.search.label'),
          placeholder: t('collected.search.placeholder'),
          value: view.search,
          onChange: view.setSearch,
        }}
        download={<ExportButton of={exportSummaries} input={collected.exportInput} />}
        count={t('collected.count', { count: list.totalItems })}
      />
      <Card>
        <CollectedTable users={list.items} stale={stale} empty={empty} view={view} />
      </Card>
      <Pager page={view.page} pages={pages} onChange={view.setPage} top={top} label={t('collected.table.pages')} />
    </>
  );
}
