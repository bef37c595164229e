// Which entries of the history are shown. On phones the fields are behind a button, so that the first entry is in sight.
import { Button, Select } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useState } from 'react';
import type { History } from '../../../contract/history.ts';
import { HISTORY_KINDS } from '../../../core/journal.ts';
import { dayText, personText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { DayFilter } from '../../ui/lists/filters/DayFilter.tsx';
import { FiltersButton } from '../../ui/lists/filters/FiltersButton.tsx';
import { usePeople } from '../../ui/lists/usePeople.ts';
import { UserSelect } from '../../ui/forms/fields/UserSelect.tsx';
import { type Filter, filtersOf } from './history-place.ts';
import classes from './history.module.css';

/** No e-mail. */
const ANYBODY = '\u0001all';
/** What the journal calls an import. */
const IMPORT = 'import';

interface HistoryFiltersProps {
  place: Filter;
  /** what is shown, undefined while it is loading */
  list: History | undefined;
  onChange: (filter: Partial<Filter>, how?: 'typing') => void;
  onClear: () => void;
}

export function HistoryFilters({ place, list, onChange, onClear }: HistoryFiltersProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { member, fine, by, kind, from, to } = place;
  const count = filtersOf(place);
  const [opened, setOpened] = useState(false);
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const people = usePeople(list?.items.map(({ actor }) => actor ?? IMPORT) ?? [], by);
  const named = list?.fine ?? null;

  return (
    <div className={classes['filters']} role="search" aria-label={t('history.filter.label')}>
      <FiltersButton
        className={classes['more'] ?? ''}
        count={count}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        <UserSelect
          label={t('history.filter.member')}
          everybody={t('history.filter.everybody')}
          userId={member}
          userName={member === undefined ? undefined : (list?.userName ?? undefined)}
          onChange={(next) => onChange({ member: next })}
        />
        <Select
          label={t('history.filter.by')}
          allowDeselect={false}
          data={[
            { value: ANYBODY, label: t('history.filter.anybody') },
            ...people.map((value) => ({
              value,
              label: value === IMPORT ? t('history.filter.import') : personText(value),
            })),
          ]}
          value={by ?? ANYBODY}
          onChange={(next) => onChange({ by: next === null || next === ANYBODY ? undefined : next })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
        <Select
          label={t('history.filter.kind')}
          allowDeselect={false}
          data={[
            { value: 'all' as const, label: t('history.filter.allKinds') },
            ...HISTORY_KINDS.map((value) => ({ value, label: t(`history.kind.${value}`) })),
          ]}
          value={kind}
          onChange={(next) => onChange({ kind: next ?? 'all' })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
        <DayFilter label={t('history.filter.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
        <DayFilter
          label={t('history.filter.to')}
          day={to}
          error={isBackwards ? t('history.filter.backwards') : undefined}
          onChange={(day) => onChange({ to: day }, 'typing')}
        />
      </div>
      {count > 0 && (
        <div className={classes['chosen']}>
          {fine !== undefined && (
            <p>
              {named === null
                ? t('history.filter.oneFine')
                : t('history.filter.fine', { fineType: named.fineType, day: dayText(named.date) })}
            </p>
          )}
          <Button variant="subtle" onClick={onClear}>
            {t(fine === undefined ? 'history.filter.clear' : 'history.filter.allFines')}
          </Button>
        </div>
      )}
    </div>
  );
}
