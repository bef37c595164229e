// A filter of few choices. The code of the other fields is much more, and the first screen must not wait for it.
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';

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
