// Which records of a list are shown: of which days, methods, by whom, and a search. On phones the fields are behind a button, so
// that the first payment is in sight.
import { Button, Select } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useId, useState } from 'react';
import type { CalendarDay } from '../../../core/calendar.ts';
import { parseTypedDay } from '../../../core/calendar.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
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
      <Button
        variant="default"
        className={classes['more'] ?? ''}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <span className={classes['moreWords']} data-active={count > 0 || undefined}>
          {count === 0 ? t('payments.filter.more') : t('payments.filter.active', { count })}
        </span>
      </Button>
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
            ...choices.map((value) => ({ value, label: value })),
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

/** Who can be chosen: oneself, whoever did one of those shown so far, and who is chosen. */
function usePeople(people: readonly (string | null)[], chosen: string | undefined): string[] {
  const own = useSession().principal?.email;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [own, chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh].toSorted();
}

interface DayFilterProps {
  label: string;
  day: CalendarDay | undefined;
  error?: string | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

/** What is typed is a filter as soon as it can be read as a day. */
function DayFilter({ label, day, error, onChange }: DayFilterProps): JSX.Element {
  const { today } = useSession().organisation;
  const [typed, setTyped] = useState(day === undefined ? '' : dayText(day));
  const [shown, setShown] = useState(day);
  // Changed by something else than this field, e.g. the Back button.
  if (day !== shown) {
    setShown(day);
    if ((parseTypedDay(typed, today) ?? undefined) !== day) setTyped(day === undefined ? '' : dayText(day));
  }
  const type = (next: string): void => {
    setTyped(next);
    const read = parseTypedDay(next, today);
    if (read !== null || next.trim() === '') onChange(read ?? undefined);
  };
  return <DayInput label={label} value={typed} onChange={type} today={today} error={error} />;
}
