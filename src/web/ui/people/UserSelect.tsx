// Chooses a user or, as a filter, everybody; found by typing the name.
import { type ComboboxItem, type ComboboxParsedItem, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { matches } from '../../../core/text/search.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './people.module.css';
import { useUserOptions } from './useUserOptions.ts';

/** Ids contain no control characters, so these are nobody's. */
const ALL_USERS = '\u0001all';
const HINT = '\u0001hint';

export interface UserSelectProps {
  label: string;
  /** the label of the choice of everybody; without it a user has to be chosen */
  everybody?: string;
  userId: string | undefined;
  /** the chosen user's name; undefined until known */
  userName: string | undefined;
  onChange(userId: string | undefined): void;
  className?: string;
  /** Gets the first focus of its dialog. */
  first?: boolean;
  /** Gets the focus, and opens, as it appears. */
  autoFocus?: boolean;
}

export default function UserSelect(props: UserSelectProps): ReactNode {
  const { t } = useTexts();
  const { userId, everybody = '', className = '' } = props;
  /** The name a person has just chosen, until the list's answer arrives. */
  const chosen = useRef<ComboboxItem | null>(null);
  const known = chosen.current?.value === userId ? chosen.current?.label : undefined;
  const current =
    userId === undefined
      ? everybody
      : props.userName === undefined
        ? (known ?? userId)
        : labelOf(props.userName, userId);

  const [typed, setTyped] = useState(current);
  const [opened, setOpened] = useState(false);
  // The box contains the choice until something else is typed; the choice itself is no search.
  const [search] = useDebouncedValue(typed === current ? '' : typed.trim(), 100);
  const options = useUserOptions(search, opened);

  // Enter means the first of the answer to what is typed, which need not be the first option before that; unless the
  // person went to one by the arrows.
  const field = useRef<HTMLInputElement>(null);
  const hasty = useRef(false);
  const pointed = useRef(false);
  const answered = options.fresh && typed.trim() === search;
  useEffect(() => {
    if (!hasty.current || !answered) return;
    hasty.current = false;
    const list = document.getElementById(field.current?.getAttribute('aria-controls') ?? '');
    list?.querySelector<HTMLElement>('[role="option"]:not([data-combobox-disabled])')?.click();
  });
  const beforeKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') pointed.current = true;
    const waits = typed !== current && typed.trim() !== '' && !answered && !options.failed && !pointed.current;
    if (event.key !== 'Enter' || !waits) return;
    event.preventDefault();
    event.stopPropagation();
    hasty.current = true;
  };

  const asides = new Map(options.items.map((user) => [user.id, user.userEmail ?? user.id]));
  const value = userId ?? (everybody === '' ? null : ALL_USERS);
  const data: ComboboxItem[] = [
    ...(everybody === '' ? [] : [{ value: ALL_USERS, label: everybody }]),
    ...options.items.map((user) => ({ value: user.id, label: labelOf(user.userName, user.id) })),
  ];
  // The choice must be among the options for the box to show it, even while the list contains others.
  if (value !== null && !data.some((option) => option.value === value)) data.splice(1, 0, { value, label: current });
  const more = options.fresh && options.more > 0;
  if (more) data.push({ value: HINT, label: t('common.userSelect.more', { count: options.more }), disabled: true });

  /** Until the server's answer arrives, the options already there are filtered by the server's own rule. */
  const answering = (all: ComboboxParsedItem[], wanted: string): ComboboxParsedItem[] =>
    wanted.trim() === ''
      ? all
      : all.filter(
          (option) =>
            'value' in option &&
            (option.value === HINT || matches([option.label, option.value, asides.get(option.value) ?? ''], wanted)),
        );

  return (
    <Select
      className={className}
      {...(props.first === true && { 'data-autofocus': true, openOnFocus: false })}
      autoFocus={props.autoFocus === true}
      data-unset={props.userId === undefined || undefined}
      label={props.label}
      placeholder={t('common.userSelect.search')}
      searchable
      maxLength={MAX_LENGTH.search}
      allowDeselect={false}
      data={data}
      value={value}
      searchValue={typed}
      onSearchChange={(next) => {
        hasty.current = false;
        pointed.current = false;
        setTyped(next);
      }}
      ref={field}
      onKeyDownCapture={beforeKey}
      onBlur={() => (hasty.current = false)}
      onChange={(next, option) => {
        chosen.current = option;
        if (next !== null) props.onChange(next === ALL_USERS ? undefined : next);
      }}
      onOptionSubmit={(next) => {
        // Choosing the current choice again changes only the text in the box.
        if (next === value) setTyped(current);
      }}
      onDropdownOpen={() => setOpened(true)}
      onFocus={(event) => event.currentTarget.select()}
      // Only once the answer is there, because Enter chooses what is highlighted.
      selectFirstOptionOnChange={options.fresh && typed !== current}
      filter={({ options: all, search: wanted }) => answering(all, wanted)}
      nothingFoundMessage={options.fresh ? t('common.userSelect.nobody') : t('common.userSelect.searching')}
      maxDropdownHeight={320}
      classNames={{ dropdown: classes['dropdown'] ?? '' }}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      scrollAreaProps={{ onBottomReached: options.loadMore }}
      renderOption={({ option }) => (
        <span className={classes['filterOption']} data-chosen={option.value === value || undefined}>
          <span dir="auto">{option.label}</span>
          {asides.has(option.value) && (
            <span dir="auto" className={classes['aside']}>
              {asides.get(option.value)}
            </span>
          )}
        </span>
      )}
    />
  );
}

function labelOf(userName: string, userId: string): string {
  return userName === UNKNOWN_USER ? `${recordedText(userName)} (${userId})` : userName;
}
