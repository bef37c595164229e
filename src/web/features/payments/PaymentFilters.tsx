// Which records of a list are shown: of which days, methods, by whom, and a search. On phones the fields are behind a button, so
// that the first payment is in sight.
import { Button, Select } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useState } from 'react';
import { personText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { DayFilter } from '../../ui/lists/filters/DayFilter.tsx';
import { FiltersButton } from '../../ui/lists/filters/FiltersButton.tsx';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { usePeople } from '../../ui/lists/usePeople.ts';
import classes from './payments.module.css';
import { filtersOf } from './payments-place.ts';
import type { PlaceView } from './usePlace.ts';

/** No e-mail. */
const ANYBODY = '\u0001all';

interface PaymentFiltersProps {
  view: PlaceView;
  label: string;
  search: { label: string; placeholder: string };
  /** the label of who did it */
  by: string;
  /** who did it, of what is shown; undefined while it is loading */
  people: readonly (string | null)[] | undefined;
}

export function PaymentFilters({ view, label, search: words, by: byLabel, people }: PaymentFiltersProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { from, to, method, methods, by, search, filter } = view;
  const count = filtersOf({ ...view, search: '' });
  const [opened, setOpened] = useState(false);
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const choices = usePeople(people ?? [], by);

  return (
    <div className={classes['filters']} role="search" aria-label={label}>
      <SearchBox
        className={classes['search'] ?? ''}
        {...words}
        value={search}
        onChange={(next) => filter({ search: next }, 'typing')}
      />
      <FiltersButton
        besideSearch
        className={classes['more'] ?? ''}
        count={count}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        <DayFilter label={t('payments.filter.from')} day={from} onChange={(day) => filter({ from: day }, 'typing')} />
        <DayFilter
          label={t('payments.filter.to')}
          day={to}
          error={isBackwards ? t('payments.filter.backwards') : undefined}
          onChange={(day) => filter({ to: day }, 'typing')}
        />
        {methods.length > 0 && (
          <Select
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
        <Select
          label={byLabel}
          allowDeselect={false}
          data={[
            { value: ANYBODY, label: t('payments.filter.anybody') },
            ...choices.map((value) => ({ value, label: personText(value) })),
          ]}
          value={by ?? ANYBODY}
          onChange={(next) => filter({ by: next === null || next === ANYBODY ? undefined : next })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
        {count > 0 && (
          <Button variant="subtle" className={classes['clear'] ?? ''} onClick={view.clear}>
            {t('payments.filter.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
