// Which requests are shown: those of a member, of one kind, in one state, sent on some days. On phones the fields are behind a button, so
// that the first request is in sight.
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { DayFilter } from '../../ui/lists/filters/DayFilter.tsx';
import { FiltersButton } from '../../ui/lists/filters/FiltersButton.tsx';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { filtersOf, KINDS, type RequestFilter, STATES } from './requests-place.ts';
import classes from './requests.module.css';

interface RequestFiltersProps {
  filter: RequestFilter;
  onChange: (to: Partial<RequestFilter>, how?: 'typing') => void;
}

export function RequestFilters({ filter, onChange }: RequestFiltersProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { search, state, kind, from, to } = filter;
  const [opened, setOpened] = useState(false);
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <div className={classes['filters']} role="search" aria-label={t('requests.filter.label')}>
      <SearchBox
        className={classes['search'] ?? ''}
        label={t('requests.filter.search')}
        placeholder={t('requests.filter.searchHint')}
        value={search}
        onChange={(next) => onChange({ search: next }, 'typing')}
      />
      <FiltersButton
        besideSearch
        className={classes['more'] ?? ''}
        count={filtersOf(filter)}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        <NativeSelect
          label={t('requests.filter.state')}
          value={state}
          data={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('requests.filter.allStates') : t(`common.status.${value}`),
          }))}
          onChange={(event) => onChange({ state: event.currentTarget.value as RequestFilter['state'] })}
        />
        <NativeSelect
          label={t('requests.filter.kind')}
          value={kind}
          data={KINDS.map((value) => ({
            value,
            label: value === 'all' ? t('requests.filter.allKinds') : t(`requests.kinds.${value}`),
          }))}
          onChange={(event) => onChange({ kind: event.currentTarget.value as RequestFilter['kind'] })}
        />
        <DayFilter label={t('requests.filter.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
        <DayFilter
          label={t('requests.filter.to')}
          day={to}
          error={isBackwards ? t('requests.filter.backwards') : undefined}
          onChange={(day) => onChange({ to: day }, 'typing')}
        />
      </div>
    </div>
  );
}
