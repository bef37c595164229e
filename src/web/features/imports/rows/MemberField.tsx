// A field for the member of a fine that suggests who may be meant, because a mistyped name is the most common mistake.
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type JSX, type Ref, useState } from 'react';
import { foldLetters } from '../../../../core/text/letters.ts';
import { type UserOption, useUserOptions } from '../../../ui/people/useUserOptions.ts';
import type { CheckedRow } from './rows.ts';
import classes from './rows.module.css';

const BEGINNING = 3;

/**
 * The users of this name; or else those whose names begin alike, since a slip is seldom in the first letters; or else
 * those with this first name.
 */
function useSuggested(search: string, enabled: boolean): UserOption[] {
  const words = search.split(/\s+/);
  const [firstWord = ''] = words;
  const whole = useUserOptions(search, enabled);
  const unknown = enabled && whole.fresh && whole.items.length === 0;
  const alike = useUserOptions(words.map((word) => [...word].slice(0, BEGINNING).join('')).join(' '), unknown);
  const apart = unknown && alike.fresh && alike.items.length === 0 && words.length > 1;
  const part = useUserOptions(firstWord, apart);
  const last = apart ? part : unknown ? alike : whole;
  // Suggestions stay until the next ones are known: one that is highlighted in between would be lost.
  const [shown, setShown] = useState(whole.items);
  if (!last.fresh && !last.failed) return shown;
  if (last.items !== shown) setShown(last.items);
  return last.items;
}

interface MemberFieldProps extends AutocompleteProps {
  row: CheckedRow;
  focused: boolean;
  value: string;
  ref: Ref<HTMLInputElement>;
  /** A suggestion was chosen. */
  onTake: (text: string) => void;
}

export function MemberField({ row, focused, onTake, ...field }: MemberFieldProps): JSX.Element {
  const [search] = useDebouncedValue(field.value.trim(), 100);
  const items = useSuggested(search, focused);
  const ambiguous = row.problems.some(({ problem }) => problem === 'member-ambiguous');
  const names = Map.groupBy(items, ({ userName }) => foldLetters(userName));
  /** A text that means this user alone. */
  const wordFor = ({ userName, userEmail, id }: UserOption): string =>
    ambiguous || (names.get(foldLetters(userName))?.length ?? 0) > 1 ? (userEmail ?? id) : userName;
  const offered = new Map(items.map((user) => [wordFor(user), user]));
  return (
    <Autocomplete
      {...field}
      size="md"
      data={[...offered.keys()]}
      filter={({ options }) => options}
      onOptionSubmit={onTake}
      maxDropdownHeight={260}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      renderOption={({ option: { value } }) => (
        <span className={classes['person']}>
          <bdi>{offered.get(value)?.userName ?? value}</bdi>
          <bdi className={classes['aside']}>{offered.get(value)?.userEmail ?? ''}</bdi>
        </span>
      )}
    />
  );
}
