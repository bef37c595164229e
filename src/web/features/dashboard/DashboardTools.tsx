// The search, two filters, the sort buttons and Clear, and how many users they find. On phones all but the search are
// behind a button, so that the first person is in view.
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilterOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { FiltersButton, PrintedFilters } from '../../ui/lists/filters/filters.tsx';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { SortButtons } from '../../ui/lists/list-tools.tsx';
import {
  type ChangeView,
  type DashboardView,
  filtersOf,
  isFiltered,
  PERIODS,
  sortedView,
  SORTS,
  BY_LINK,
  STATUSES,
  withoutFilters,
} from './dashboard-view.ts';
import classes from './dashboard.module.css';

interface DashboardToolsProps {
  view: DashboardView;
  onChange: ChangeView;
  /** users found; undefined while that is unknown */
  total: number | undefined;
  /** how current the list is, shown beside the count */
  current: ReactNode;
}

export function DashboardTools({ view, onChange, total, current }: DashboardToolsProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const filtered = isFiltered(view);
  const Arrow = view.order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <div className={classes['tools']}>
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
        className={classes['more'] ?? ''}
        count={filtersOf(view)}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        <NativeSelect
          className={classes['filter'] ?? ''}
          data-filter="status"
          aria-label={t('dashboard.status.label')}
          value={view.status}
          data={STATUSES.filter((value) => value !== BY_LINK || value === view.status).map((value) => ({
            value,
            label: t(`dashboard.status.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange((now) => ({ ...now, status: STATUSES.find((status) => status === value) ?? 'all' }))
          }
        />
        <NativeSelect
          className={classes['filter'] ?? ''}
          data-filter="period"
          aria-label={t('dashboard.period.label')}
          value={view.period}
          data={PERIODS.map((value) => ({ value, label: t(`dashboard.period.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange((now) => ({ ...now, period: PERIODS.find((period) => period === value) ?? 'all' }))
          }
        />
        <div className={classes['sort']}>
          <SortButtons
            options={SORTS.map((value) => ({ value, label: t(`dashboard.sort.${value}`) }))}
            sort={view.sort}
            order={view.order}
            onSort={(sort) => onChange((now) => sortedView(now, sort))}
          />
        </div>
        <Button
          variant="default"
          className={classes['clear'] ?? ''}
          leftSection={<IconFilterOff size={18} aria-hidden />}
          // Not `disabled`: after a press it has no more use, and the focus would be lost.
          {...(filtered ? {} : { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => {
            if (filtered) onChange(withoutFilters);
          }}
        >
          {t('dashboard.clear')}
        </Button>
      </div>
      <div className={classes['found']}>
        <p role="status" className={classes['count']}>
          {total === undefined
            ? t('dashboard.list.loading')
            : t(filtered ? 'dashboard.list.found' : 'dashboard.list.count', { count: total })}
          {/* For screen readers: others see the pressed button, or the word and its arrow. */}
          <VisuallyHidden>
            {' '}
            {t('dashboard.sort.sorted', {
              field: t(`dashboard.sort.${view.sort}`),
              direction: t(`common.sort.${view.order}`),
            })}
          </VisuallyHidden>
        </p>
        {current}
        <span aria-hidden className={classes['sorted']}>
          {t(`dashboard.sort.${view.sort}`)} <Arrow size={14} stroke={2.2} aria-hidden />
        </span>
      </div>
    </div>
  );
}
