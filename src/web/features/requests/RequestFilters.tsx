// Which requests are shown: those of a member, of one kind, in one state.
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { KINDS, type RequestFilter, STATES } from './requests-place.ts';
import classes from './requests.module.css';

interface RequestFiltersProps {
  filter: RequestFilter;
  onChange: (to: Partial<RequestFilter>, how?: 'typing') => void;
}

export function RequestFilters({ filter: { search, state, kind }, onChange }: RequestFiltersProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['filters']} role="search" aria-label={t('requests.filter.label')}>
      <SearchBox
        className={classes['search'] ?? ''}
        label={t('requests.filter.search')}
        placeholder={t('requests.filter.searchHint')}
        value={search}
        onChange={(next) => onChange({ search: next }, 'typing')}
      />
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
    </div>
  );
}
