// Which requests are shown: those of a member, of a kind, in a state, sent on certain days.
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { DaysFilter } from '../../ui/lists/filters/DaysFilter.tsx';
import { ListFilters } from '../../ui/lists/filters/ListFilters.tsx';
import { filtersOf, KINDS, NO_FILTER, type RequestFilter, STATES } from './requests-place.ts';

interface RequestFiltersProps {
  filter: RequestFilter;
  onChange: (to: Partial<RequestFilter>, how?: 'typing') => void;
}

export function RequestFilters({ filter, onChange }: RequestFiltersProps): JSX.Element {
  const { t } = useTexts();
  const { search, state, kind, from, to } = filter;
  return (
    <ListFilters
      label={t('requests.filter.label')}
      search={{
        label: t('requests.filter.search'),
        placeholder: t('requests.filter.searchHint'),
        value: search,
        onChange: (next) => onChange({ search: next }, 'typing'),
      }}
      count={filtersOf(filter)}
      onClear={() => onChange(NO_FILTER)}
    >
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
      <DaysFilter from={from} to={to} onChange={onChange} />
    </ListFilters>
  );
}
