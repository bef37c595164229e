// The filters of a list: its search, and fields that phones have behind a button, so that the first record is in view.
// The list must be a size container.
import { Button, UnstyledButton, Select } from '@mantine/core';
import { type JSX, type ReactNode, useId, useState, useEffect, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { SearchBox } from '../SearchBox.tsx';
import classes from './filters.module.css';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { isolated } from '../../../messages/isolated.ts';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { useSession } from '../../../api/session.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { DayInput } from '../../forms/fields/DayInput.tsx';

interface ListFiltersProps {
  /** says what is filtered */
  label: string;
  search?: { label: string; placeholder: string; value: string; onChange: (next: string) => void };
  /** how many of the fields are set */
  count: number;
  /** the fields */
  children: ReactNode;
  onClear: () => void;
  /** in place of "Clear filters" */
  clearLabel?: string | undefined;
  /** a filter in force that has no field; always in view */
  chosen?: string | undefined;
}

export function ListFilters(props: ListFiltersProps): JSX.Element {
  const { label, search, count, children, onClear, clearLabel, chosen } = props;
  const { t } = useTexts();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const hasSearch = search !== undefined;
  return (
    <div className={classes['filters']} data-search={hasSearch || undefined} role="search" aria-label={label}>
      <PrintedFilters />
      {hasSearch && <SearchBox {...search} />}
      <FiltersButton
        besideSearch={hasSearch}
        className={classes['more'] ?? ''}
        count={count}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        {children}
      </div>
      {count > 0 && (
        <div className={classes['chosen']} data-shown={opened || chosen !== undefined || undefined}>
          {chosen !== undefined && <p>{chosen}</p>}
          <Button variant="subtle" onClick={onClear}>
            {clearLabel ?? t('common.filters.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

// Shows the filters of a list where there is no room for them, as on phones, so that the first record is in view. It
// says how many are set.

interface FiltersButtonProps {
  /** in place of "Filters", while none is set */
  label?: string;
  /** how many are set */
  count: number;
  opened: boolean;
  /** the id of the filters */
  controls: string;
  onToggle: () => void;
  /** It stands beside the search: in a narrow frame only its icon is visible. */
  besideSearch: boolean;
  /** decides where it is shown */
  className: string;
}

export function FiltersButton(props: FiltersButtonProps): JSX.Element {
  const { t } = useTexts();
  const { label = t('common.filters.more'), count, opened, controls, onToggle, besideSearch } = props;
  return (
    <Button
      variant="default"
      className={`${classes['button']} ${props.className}`}
      data-short={(besideSearch && count === 0) || undefined}
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span className={classes['words']}>{count === 0 ? label : t('common.filters.active', { count })}</span>
    </Button>
  );
}

// On paper, in place of the fields that it stands beside: what is searched for, and the filters in force.

/** Read from the fields only when the page is printed, so that no list has to name its filters twice. */
export function PrintedFilters(): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const read = (): void => flushSync(() => setWords(filtersIn(place.current?.parentElement ?? null)));
    addEventListener('beforeprint', read);
    return () => removeEventListener('beforeprint', read);
  }, []);
  return (
    <p ref={place} className={classes['printed']}>
      {words}
    </p>
  );
}

function filtersIn(tools: Element | null): string {
  const fields =
    tools?.querySelectorAll('input:not([type=hidden]), select, [role=group]:not([data-screen-only])') ?? [];
  return [...fields]
    .flatMap((field) => {
      const value = valueOf(field);
      return value === '' ? [] : [`${labelOf(field)}: ${isolated(value)}`];
    })
    .join(' · ');
}

/** '' for a filter that leaves nothing out: the first choice, or a field that says so. */
function valueOf(field: Element): string {
  if (field.matches('[data-unset]')) return '';
  if (field instanceof HTMLInputElement) return field.value.trim();
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0 ? (field.selectedOptions[0]?.text ?? '') : '';
  return field.querySelector('[aria-pressed=true]:not(:first-child)')?.textContent ?? '';
}

function labelOf(field: Element): string {
  const labels = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels : null;
  return labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
}

// A few choices of which one applies, all in view: which part of a list is shown, or of which days.

interface ChoicesProps<Value extends string> {
  /** says what is being chosen */
  label: string;
  /** in the order in which they are shown */
  options: readonly { value: Value; label: string }[];
  /** null: none of these applies */
  chosen: Value | null;
  onChoose: (value: Value) => void;
  className?: string | undefined;
}

export function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { label, options, chosen, onChoose, className = '' } = props;
  return (
    <div role="group" aria-label={label} className={`${classes['choices']} ${className}`}>
      {options.map((option) => (
        <UnstyledButton
          key={option.value}
          className={classes['choice'] ?? ''}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </UnstyledButton>
      ))}
    </div>
  );
}

// A day that filters a list: the typed text counts as soon as it can be read as a day.

interface DayFilterProps {
  label: string;
  day: CalendarDay | undefined;
  error?: string | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

export function DayFilter({ label, day, error, onChange }: DayFilterProps): JSX.Element {
  const { today } = useSession().organisation;
  const [typed, setTyped] = useState(day === undefined ? '' : dayText(day));
  const [shown, setShown] = useState(day);
  // Changed by something other than this field, e.g. the Back button.
  if (day !== shown) {
    setShown(day);
    if ((parseDay(typed, today) ?? undefined) !== day) setTyped(day === undefined ? '' : dayText(day));
  }
  const type = (next: string): void => {
    setTyped(next);
    const read = parseDay(next, today);
    if (read !== null || next.trim() === '') onChange(read ?? undefined);
  };
  return <DayInput label={label} value={typed} onChange={type} today={today} error={error} />;
}

// Two fields for the days whose records are listed, both included.

interface Days {
  /** undefined: from the first one */
  from: CalendarDay | undefined;
  /** undefined: to the last one */
  to: CalendarDay | undefined;
}

interface DaysFilterProps extends Days {
  onChange: (days: Partial<Days>, how: 'typing') => void;
}

export function DaysFilter({ from, to, onChange }: DaysFilterProps): JSX.Element {
  const { t } = useTexts();
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <>
      <DayFilter label={t('common.filters.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
      <DayFilter
        label={t('common.filters.to')}
        day={to}
        error={isBackwards ? t('common.filters.backwards') : undefined}
        onChange={(day) => onChange({ to: day }, 'typing')}
      />
    </>
  );
}

// Filters a list by who did it; or anybody (PAY-63).

/** Cannot be an e-mail. */
const ANYBODY = '\u0001all';

interface PersonFilterProps {
  label: string;
  /** e-mails */
  people: readonly (string | null)[];
  chosen: string | undefined;
  onChange: (person: string | undefined) => void;
  nameOf?: (person: string) => string;
}

export function PersonFilter({ label, people, chosen, onChange, nameOf = personText }: PersonFilterProps): JSX.Element {
  const { t } = useTexts();
  const choices = usePeople(people, chosen);
  return (
    <Select
      data-unset={chosen === undefined || undefined}
      label={label}
      allowDeselect={false}
      data={[
        { value: ANYBODY, label: t('common.filters.anybody') },
        ...choices.map((value) => ({ value, label: nameOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      value={chosen ?? ANYBODY}
      onChange={(next) => onChange(next === null || next === ANYBODY ? undefined : next)}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}

/** The e-mails of all who act or acted here, of everybody listed so far, and of the chosen person. */
function usePeople(people: readonly (string | null)[], chosen: string | undefined): string[] {
  const staff = useSession().principal?.people.map(({ email }) => email) ?? [];
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = [...staff, chosen, ...people].filter(
    (person, place, all): person is string =>
      typeof person === 'string' && !seen.includes(person) && all.indexOf(person) === place,
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh];
}
