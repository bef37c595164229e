// The search, "Owes", "Oldest Unpaid", and how many users they find; behind a button the filters, the orders and the form
// of the cards, so that the first person is in view.
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, useId, useState } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { ChoiceFilter, FiltersButton, GroupFilter, PrintedFilters } from '../../ui/lists/filters/filters.tsx';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { SortButtons } from '../../ui/lists/list-tools.tsx';
import {
  BY_LINK,
  type ChangeView,
  type DashboardView,
  filtersOf,
  isFiltered,
  PERIODS,
  sortedView,
  SORTS,
  STATUSES,
  withoutFilters,
} from './dashboard-view.ts';
import classes from './dashboard.module.css';

interface DashboardToolsProps {
  view: DashboardView;
  onChange: ChangeView;
  /** users found; undefined while that is unknown */
  total: number | undefined;
  /** stands beside the count, and alone where there is nobody to be found */
  state: ReactNode;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}

export function DashboardTools(props: DashboardToolsProps): JSX.Element {
  const { view, onChange, total, state, compact, onCompact } = props;
  const { t } = useTexts();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const filtered = isFiltered(view);
  const owes = view.status === 'has-pending';
  const oldestFirst = view.sort === 'oldest-unpaid';
  // Not by how many are found: that is the former answer until the next one, and a field would lose the focus.
  const nobody = useRead(readTotals, {}).data?.totals.fineCount === 0 && !filtered;
  return (
    <div className={classes['tools']}>
      {!nobody && (
        <>
          <PrintedFilters />
          <SearchBox
            className={classes['search'] ?? ''}
            label={t('dashboard.search.label')}
            placeholder={t('dashboard.search.placeholder')}
            value={view.search}
            onChange={(search) => onChange((now) => ({ ...now, search }), 'typing')}
          />
          <FiltersButton
            besideSearch
            label={t('dashboard.sortAndFilters')}
            count={filtersOf(view)}
            opened={opened}
            controls={id}
            onToggle={() => setOpened(!opened)}
          />
          <ToggleButton
            pressed={owes}
            onClick={() => onChange((now) => ({ ...now, status: owes ? 'all' : 'has-pending' }))}
          >
            {t('dashboard.owes')}
          </ToggleButton>
          <ToggleButton
            pressed={oldestFirst}
            onClick={() => onChange((now) => sortedView(now, oldestFirst ? 'name' : 'oldest-unpaid'))}
          >
            {t('dashboard.sort.oldest-unpaid')}
          </ToggleButton>
        </>
      )}
      <div className={classes['found']}>
        {!nobody && (
          <p role="status">
            {total === undefined
              ? t('dashboard.list.loading')
              : t(filtered ? 'dashboard.list.found' : 'dashboard.list.count', { count: total })}
            {/* For screen readers: others see the pressed button. */}
            <VisuallyHidden>
              {' '}
              {t('dashboard.sort.sorted', {
                field: t(`dashboard.sort.${view.sort}`),
                direction: t(`common.sort.${view.order}`),
              })}
            </VisuallyHidden>
          </p>
        )}
        {state}
      </div>
      {!nobody && (
        <Group id={id} display={opened ? undefined : 'none'} gap={8} w="100%">
          <ChoiceFilter
            unlabelled
            className={classes['choice']}
            label={t('dashboard.status.label')}
            choices={STATUSES.filter((value) => value !== BY_LINK || value === view.status)}
            value={view.status}
            textOf={(value) => t(`dashboard.status.${value}`)}
            onChange={(status) => onChange((now) => ({ ...now, status }))}
          />
          <ChoiceFilter
            unlabelled
            className={classes['choice']}
            label={t('dashboard.period.label')}
            choices={PERIODS}
            value={view.period}
            textOf={(value) => t(`dashboard.period.${value}`)}
            onChange={(period) => onChange((now) => ({ ...now, period }))}
          />
          <GroupFilter
            unlabelled
            className={classes['choice']}
            group={view.group}
            onChange={(group) => onChange((now) => ({ ...now, group }))}
          />
          <SortButtons
            options={SORTS.map((value) => ({ value, label: t(`dashboard.sort.${value}`) }))}
            sort={view.sort}
            order={view.order}
            onSort={(by) => onChange((now) => sortedView(now, by))}
          />
          <ToggleButton pressed={compact} onClick={() => onCompact(!compact)}>
            {t('dashboard.compact')}
          </ToggleButton>
          <Button
            variant="default"
            leftSection={<IconFilterOff size={18} aria-hidden />}
            // Not `disabled`: after a press it has no more use, and the focus would be lost.
            {...(filtered ? {} : { 'aria-disabled': true, 'data-disabled': true })}
            onClick={() => {
              if (filtered) onChange(withoutFilters);
            }}
          >
            {t('dashboard.clear')}
          </Button>
        </Group>
      )}
    </div>
  );
}

function ToggleButton({ pressed, ...rest }: { pressed: boolean; onClick: () => void; children: string }): JSX.Element {
  return <Button px={12} variant={pressed ? 'light' : 'default'} aria-pressed={pressed} {...rest} />;
}
