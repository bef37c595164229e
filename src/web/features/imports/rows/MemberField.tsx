// A field for the member of a fine, with those who are meant perhaps: a name that is typed wrongly is what is wrong most often.
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { JSX, Ref } from 'react';
import { foldLetters } from '../../../../core/text/letters.ts';
import { type UserOption, useUserOptions } from '../../../ui/forms/fields/useUserOptions.ts';
import type { CheckedRow } from './rows.ts';
import classes from './rows.module.css';

interface MemberFieldProps extends AutocompleteProps {
  row: CheckedRow;
  focused: boolean;
  value: string;
  ref: Ref<HTMLInputElement>;
  /** One of those offered is chosen. */
  onTake: (text: string) => void;
}

export function MemberField({ row, focused, onTake, ...field }: MemberFieldProps): JSX.Element {
  const [search] = useDebouncedValue(field.value.trim(), 100);
  const whole = useUserOptions(search, focused);
  const [firstWord = ''] = search.split(/\s/);
  // Of a name that nobody has, most likely the first part is right.
  const part = useUserOptions(firstWord, focused && whole.fresh && whole.items.length === 0 && firstWord !== search);
  const items = whole.items.length > 0 || firstWord === search ? whole.items : part.items;
  const ambiguous = row.problems.some(({ problem }) => problem === 'member-ambiguous');
  const names = Map.groupBy(items, ({ userName }) => foldLetters(userName));
  /** What names nobody else. */
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
