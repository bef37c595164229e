// Above a list: its search, and a button behind which its other filters are, so that the first records are in view.
import { Button, NativeSelect, UnstyledButton } from '@mantine/core';
import { type JSX, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { NO_GROUP } from '../../../../core/people/group.ts';
import { useGroupName, useGroups } from '../../people/groups.ts';
import { SearchBox } from '../SearchBox.tsx';
import classes from './filters.module.css';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { isolated } from '../../../messages/translate.ts';

export interface ListFiltersProps {
  /** says what is filtered */
  label: string;
  /** of `useListView` */
  view: { count: number; clear: () => void };
  search?: { label: string; placeholder: string; value: string; onChange: (next: string) => void } | undefined;
  /** the fields behind the button */
  fields?: ReactNode;
  /** They do what the heads of the table do where it has some. */
  fieldsIfNarrow?: true | undefined;
  /** in place of "Clear filters" */
  clearLabel?: string | undefined;
  /** a filter in force that has no field */
  chosen?: string | undefined;
  /** before the search: the title of the list */
  lead?: ReactNode;
  /** the list's menu "⋯" */
  more?: ReactNode;
}

export function ListFilters(props: ListFiltersProps): JSX.Element {
  const { label, view, search, fields, fieldsIfNarrow, clearLabel, chosen, lead, more } = props;
  const { count } = view;
  const { t } = useTexts();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const hasSearch = search !== undefined;
  const hasFields = fields !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  // Of fields out of sight, what is set stands beside the button that clears it.
  useEffect(() => setWords(opened || count === 0 ? '' : filtersIn(place.current)), [opened, count, fields]);
  return (
    <div className={classes['filters']} role="search" aria-label={label} data-if-narrow={fieldsIfNarrow}>
      <PrintedFilters />
      {lead}
      {hasSearch && <SearchBox {...search} className={classes['search'] ?? ''} />}
      {hasFields && (
        <FiltersButton
          besideSearch={hasSearch}
          count={count}
          opened={opened}
          controls={id}
          onToggle={() => setOpened(!opened)}
        />
      )}
      {more}
      {hasFields && (
        <div ref={place} id={id} className={classes['fields']} data-opened={opened || undefined}>
          {fields}
        </div>
      )}
      {count > 0 && (
        <div className={classes['chosen']}>
          <p>{chosen ?? words}</p>
          <Button variant="subtle" onClick={view.clear}>
            {clearLabel ?? t('common.filters.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

// Shows the filters of a list. It says how many are set.

interface FiltersButtonProps {
  /** in place of "Filters", while none is set */
  label?: string;
  /** how many are set */
  count: number;
  opened: boolean;
  /** the id of the filters */
  controls: string;
  onToggle: () => void;
  /** It stands beside the search: in a narrow frame only its icon and how many are set are visible. */
  besideSearch: boolean;
}

export function FiltersButton(props: FiltersButtonProps): JSX.Element {
  const { t } = useTexts();
  const { label = t('common.filters.more'), count, opened, controls, onToggle, besideSearch } = props;
  return (
    <Button
      variant="default"
      className={classes['button'] ?? ''}
      data-short={besideSearch || undefined}
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span className={classes['words']}>{count === 0 ? label : t('common.filters.active', { count })}</span>
      {count > 0 && (
        <span aria-hidden className={classes['count']}>
          {count}
        </span>
      )}
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
}

export function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { label, options, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className={classes['choices']}>
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

export interface ChoiceFilterProps<C extends string> {
  label: string;
  /** the first leaves nothing out */
  choices: readonly C[];
  value: C;
  textOf: (choice: C) => string;
  onChange: (choice: C) => void;
  /** The label is only for screen readers. */
  unlabelled?: true;
  className?: string | undefined;
}

/** One out of several choices, as the device offers them. */
export function ChoiceFilter<C extends string>(props: ChoiceFilterProps<C>): JSX.Element {
  const { label, choices, value, textOf, onChange, unlabelled, ...others } = props;
  return (
    <NativeSelect
      {...(unlabelled === true ? { 'aria-label': label } : { label })}
      {...others}
      value={value}
      data={choices.map((choice) => ({ value: choice, label: textOf(choice) }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

interface GroupFilterProps {
  /** '' for all */
  group: string;
  onChange: (group: string) => void;
  unlabelled?: true;
  className?: string | undefined;
}

/** Members of one group, or of none. */
export function GroupFilter({ group, onChange, ...others }: GroupFilterProps): JSX.Element | null {
  const { t } = useTexts();
  const nameOf = useGroupName();
  const groups = useGroups();
  if (groups.length === 0 && group === '') return null;
  const textOf = (id: string): string => {
    if (id === '') return t('common.filters.anyGroup');
    if (id === NO_GROUP) return t('common.filters.noGroup');
    return nameOf(id) || t('common.filters.goneGroup');
  };
  const choices = ['', ...groups.map(({ id }) => id), NO_GROUP];
  return (
    <ChoiceFilter
      label={t('common.user.group')}
      {...others}
      choices={choices.includes(group) ? choices : [...choices, group]}
      value={group}
      textOf={textOf}
      onChange={onChange}
    />
  );
}
