// Which records of a list are shown: by days, method, who did it, and a search.
import { Select } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { DaysFilter } from '../../ui/lists/filters/DaysFilter.tsx';
import { ListFilters } from '../../ui/lists/filters/ListFilters.tsx';
import { PersonFilter } from '../../ui/lists/filters/PersonFilter.tsx';
import { filtersOf } from './payments-place.ts';
import type { PlaceView } from './usePlace.ts';

interface PaymentFiltersProps {
  view: PlaceView;
  label: string;
  search: { label: string; placeholder: string };
  /** the label of the filter by who did it */
  by: string;
  /** those who did it, among the records shown; undefined while loading */
  people: readonly (string | null)[] | undefined;
}

export function PaymentFilters({ view, label, search: words, by: byLabel, people }: PaymentFiltersProps): JSX.Element {
  const { t } = useTexts();
  const { from, to, method, methods, by, search, filter } = view;
  return (
    <ListFilters
      label={label}
      search={{ ...words, value: search, onChange: (next) => filter({ search: next }, 'typing') }}
      count={filtersOf({ ...view, search: '' })}
      onClear={view.clear}
    >
      <DaysFilter from={from} to={to} onChange={filter} />
      {methods.length > 0 && (
        <Select
          data-unset={method === 'all' || undefined}
          label={t('payments.filter.method')}
          allowDeselect={false}
          data={methods.map((value) => ({
            value,
            label: value === 'all' ? t('payments.filter.anyMethod') : t(`common.method.${value}`),
          }))}
          value={method}
          onChange={(next) => filter({ method: next ?? 'all' })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
      )}
      <PersonFilter label={byLabel} people={people ?? []} chosen={by} onChange={(next) => filter({ by: next })} />
    </ListFilters>
  );
}
