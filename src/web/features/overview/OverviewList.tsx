// The users on the overview: search, order, a card for each, and the pager.
import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearchOff } from '@tabler/icons-react';
import { type JSX, useRef } from 'react';
import { exportSummaries } from '../../../contract/exports.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { SortButtons, useExport } from '../../ui/lists/list-tools.tsx';
import { GroupFilter, ListFilters } from '../../ui/lists/filters/filters.tsx';
import { More } from '../../ui/controls/more/More.tsx';
import { BELOW_TABLET } from '../../ui/layout/media.ts';
import { LinkButton, Allowed } from '../../ui/controls/buttons.tsx';
import { Pager } from '../../ui/lists/paging/paging.tsx';
import { screenList } from '../../ui/lists/table/keyboard.ts';
import { USER_CARDS } from '../../ui/people/UserCard.tsx';
import { exportInput, OVERVIEW_SORTS } from './overview-view.ts';
import type { Overview, OverviewPage } from './useOverview.ts';
import { OverviewCard } from './OverviewCard.tsx';
import { addUser } from '../../../contract/users.ts';

interface OverviewListProps {
  overview: Overview;
  list: OverviewPage;
  /** Search and order are shown even for a single card. */
  searchable: boolean;
}

export function OverviewList({ overview, list, searchable }: OverviewListProps): JSX.Element {
  const { t } = useTexts();
  const { view, pages, stale } = overview;
  const top = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const menu = [
    searchable && phone && { label: t('overview.userList'), to: PATHS.users },
    useExport(exportSummaries, exportInput(view)),
  ];

  // The person's own card stands above the list.
  const others = list.items.filter(({ userId }) => userId !== list.own?.userId);
  // A member who sees only their own card has nothing to search or sort.
  const tools = searchable || view.search !== '' || list.totalItems > 1;
  return (
    <>
      {tools && (
        <Card ref={top} style={{ containerType: 'inline-size', scrollMarginBlockStart: 80 }}>
          <ListFilters
            label={t('overview.search.label')}
            view={view}
            search={{
              label: t('overview.search.label'),
              placeholder: t('overview.search.placeholder'),
              value: view.search,
              onChange: view.setSearch,
            }}
            fields={
              <>
                <GroupFilter group={view.group} onChange={(group) => view.filter({ group })} />
                <SortButtons
                  options={OVERVIEW_SORTS.map((value) => ({ value, label: t(`overview.sort.${value}`) }))}
                  sort={view.sort}
                  order={view.order}
                  onSort={view.sortBy}
                />
              </>
            }
            more={<More label={t('common.moreOf', { of: t('overview.users') })} entries={menu} />}
          />
        </Card>
      )}
      {list.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconSearchOff />}
            title={t('overview.noResults.title')}
            text={t('overview.noResults.text')}
            {...(!view.isFiltered
              ? searchable
                ? {
                    action: (
                      <Allowed to={addUser}>
                        <LinkButton to={`${PATHS.users}?add=true`} variant="default">
                          {t('overview.firstUser')}
                        </LinkButton>
                      </Allowed>
                    ),
                  }
                : {}
              : {
                  action: (
                    <Button variant="default" onClick={view.clear}>
                      {t('overview.noResults.clear')}
                    </Button>
                  ),
                })}
          />
        </Card>
      ) : others.length === 0 ? null : (
        <ul
          ref={screenList}
          aria-label={t('overview.users')}
          aria-busy={stale}
          className={USER_CARDS}
          data-cards
          data-stale={stale || undefined}
        >
          {others.map((user) => (
            <OverviewCard key={user.userId} user={user} ofUnpaid={view.sort === 'oldest-unpaid'} />
          ))}
        </ul>
      )}
      {tools && (
        <Group justify="space-between" gap={12}>
          <Text role="status" c="dimmed" fz="sm">
            {t('overview.count', { count: list.totalItems })}
          </Text>
          <Pager page={view.page} pages={pages} onChange={view.setPage} top={top} label={t('overview.pages')} />
        </Group>
      )}
    </>
  );
}
